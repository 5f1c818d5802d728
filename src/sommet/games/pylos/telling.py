"""What a turn of Pylos does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.phrase import Phrase

__all__ = ["tell"]


def tell(path: Path) -> Phrase:
    first, *more = path
    taken = sum(step[0] == "x" for step in more)
    suffix = f"_{taken}" if taken else ""
    if more and more[0][0] == "-":
        return Phrase(f"ball_raised{suffix}", {"from": first, "cell": more[0][1:]})
    return Phrase(f"ball_placed{suffix}", {"cell": first})
