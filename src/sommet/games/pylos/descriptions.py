"""What a turn of Pylos does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.message import Phrase
from sommet.core.move import Path

__all__ = ["tell"]


def tell(path: Path) -> Phrase:
    first, *more = path
    taken = sum(step[0] == "x" for step in more)
    suffix = f"_{taken}" if taken else ""
    if more and more[0][0] == "-":
        way = {"from": place("from", first), "to": place("to", more[0][1:])}
        return Phrase(f"ball_raised{suffix}", way)
    return Phrase(f"ball_placed{suffix}", {"at": place("at", first)})


def place(relation: str, cell: str) -> Phrase:
    """A cell as it can be found on the board. Letters and numbers stand by the lowest level: of the
    others it is said over which of its cells they lie, from one corner to the other."""
    level, column, row = int(cell[0]), "abcd".index(cell[1]), int(cell[2])
    end = f"{'abcd'[column + level - 1]}{row + level - 1}"
    return Phrase(f"{relation}.{level}", {"spot": cell[1:], "end": end})
