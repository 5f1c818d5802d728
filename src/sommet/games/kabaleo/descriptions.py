"""What a turn of Kabaleo does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.message import Phrase
from sommet.core.move import Path
from sommet.games.kabaleo.rules import KabaleoTable

__all__ = ["tell"]


def tell(table: KabaleoTable, path: Path) -> Phrase:
    colour, number = path
    upper = table.location(int(number))[-1]
    put: dict[str, str | int | Phrase] = {"piece": Phrase(f"a_piece.{colour}"), "number": number}
    if upper == colour:  # K8
        return Phrase("piece_cancels", put)
    if upper.islower():  # a bare case
        return Phrase("piece_put", put)
    return Phrase("piece_covers", {**put, "under": Phrase(f"a_piece.{upper}")})
