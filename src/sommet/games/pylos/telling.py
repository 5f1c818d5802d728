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
        way = {"from": place("from", first), "to": place("to", more[0][1:])}
        return Phrase(f"ball_raised{suffix}", way)
    return Phrase(f"ball_placed{suffix}", {"at": place("at", first)})


def place(relation: str, cell: str) -> Phrase:
    """A cell as it can be found on the board: letters and numbers stand by the lowest level only,
    above it the level has to do."""
    level, spot = cell[0], cell[1:]
    return Phrase(f"{relation}.{level}", {"spot": spot})
