"""Describes a turn of Trièdre as a message."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.move import Path
from sommet.games.triedre.board import FACES, level
from sommet.games.triedre.rules import TriedreTable

__all__ = ["describe_move"]


def describe_move(table: TriedreTable, path: Path) -> Message:
    colour, cell, *forced = path
    put: dict[str, str | int | Message] = {"cube": Message(f"a_cube.{colour}"), "at": place(cell)}
    if not forced:
        return Message("cube_put", put)
    count = len(forced) // 2  # T3
    more = Message("one_more") if count == 1 else Message("some_more", {"count": count})
    return Message("cube_put_and_filled", {**put, "more": more})


def place(cell: str) -> Message:
    """A cell by its level and the faces on which it shows a square."""
    shown = [face for face, cells in FACES.items() if cell in cells]
    if len(shown) == len(FACES):
        return Message("at_summit")
    code = ("at_inside", "at_face", "at_edge")[len(shown)]
    return Message(code, {"faces": "–".join(shown), "level": Message(f"level.{level(cell)}")})
