"""What a turn of Kabaleo does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.phrase import Phrase
from sommet.games.kabaleo.rules import KabaleoTable

__all__ = ["tell"]


def tell(table: KabaleoTable, path: Path) -> Phrase:
    colour, number = path
    upper = table.location(int(number))[-1]
    put: dict[str, str | int | Phrase] = {"pyramid": Phrase(f"pyramid.{colour}"), "number": number}
    if upper == colour:  # K8
        return Phrase("pyramid_cancels", put)
    if upper.islower():  # a bare case
        return Phrase("pyramid_put", put)
    return Phrase("pyramid_covers", {**put, "under": Phrase(f"pyramid.{upper}")})
