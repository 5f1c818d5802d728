"""What a turn of Marbles does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.message import Phrase
from sommet.core.move import Path

__all__ = ["tell"]


def tell(path: Path) -> Phrase:
    first, *others = (Phrase(f"marble.{marble}") for marble in path)
    if not others:
        return Phrase("one_taken", {"marble": first})
    return Phrase("two_taken", {"first": first, "second": others[0]})
