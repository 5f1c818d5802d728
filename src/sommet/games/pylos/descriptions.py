"""Describes a turn of Pylos as a message."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.move import Path
from sommet.games.pylos.rules import PylosTable

__all__ = ["describe_move"]


def describe_move(table: PylosTable, path: Path) -> Message:
    first, *more = path
    taken = sum(step[0] == "x" for step in more)
    suffix = f"_{taken}" if taken else ""
    if more and more[0][0] == "-":
        way = {"from": place("from", first), "to": place("to", more[0][1:])}
        return Message(f"ball_raised{suffix}", way)
    return Message(f"ball_placed{suffix}", {"at": place("at", first)})


def place(relation: str, cell: str) -> Message:
    """A cell as it can be found on the board. Only level 1 has letters and numbers, so a higher
    cell is described by the corners of the area it covers there."""
    level, column, row = int(cell[0]), "abcd".index(cell[1]), int(cell[2])
    end = f"{'abcd'[column + level - 1]}{row + level - 1}"
    return Message(f"{relation}.{level}", {"spot": cell[1:], "end": end})
