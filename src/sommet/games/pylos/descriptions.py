"""What a turn of Pylos does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.move import Path

__all__ = ["describe_move"]


def describe_move(path: Path) -> Message:
    first, *more = path
    taken = sum(step[0] == "x" for step in more)
    suffix = f"_{taken}" if taken else ""
    if more and more[0][0] == "-":
        way = {"from": place("from", first), "to": place("to", more[0][1:])}
        return Message(f"ball_raised{suffix}", way)
    return Message(f"ball_placed{suffix}", {"at": place("at", first)})


def place(relation: str, cell: str) -> Message:
    """A cell as it can be found on the board. Letters and numbers stand by the lowest level: of the
    others it is said over which of its cells they lie, from one corner to the other."""
    level, column, row = int(cell[0]), "abcd".index(cell[1]), int(cell[2])
    end = f"{'abcd'[column + level - 1]}{row + level - 1}"
    return Message(f"{relation}.{level}", {"spot": cell[1:], "end": end})
