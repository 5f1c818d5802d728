"""Trièdre in the terminal: the five levels side by side, seen from above, and the faces' counts."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.view import View
from sommet.games.triedre.board import CELLS, FACES, FREE, level
from sommet.games.triedre.rules import COLOURS, TriedreTable
from sommet.terminal import (
    Canvas,
    CanvasLine,
    Piece,
    StyledText,
    TerminalBoard,
    counts_line,
)

__all__ = ["BOARD"]

EMPTY = StyledText(" · ", "quiet")

LEFT = (3, 25, 42, 55, 64)
"""The first column of each level."""

REASONS = {"faces": "{winners} has at least two of the three faces (T5)."}


class TriedreBoard(TerminalBoard[TriedreTable]):
    headings = ("stock",)

    def draw(self, view: View[TriedreTable], path: Path) -> Canvas:
        table, _ = view.table.during(path)
        canvas = Canvas()
        for height, left in enumerate(LEFT):
            number = {"number": height + 1}
            title = Message("board.level", number) if height < 4 else Message("board.summit")
            canvas.put(0, left, StyledText(title, "quiet"))
        canvas.put(6, LEFT[0] - 1, StyledText("Y", "quiet"))
        canvas.put(6, LEFT[0] + 19, StyledText("Z", "quiet"))
        canvas.put(11, LEFT[0] + 9, StyledText("X", "quiet"))
        touched = {*(path or (view.history[-1].steps if view.history else ()))}
        # A colour is chosen before its cell: until then, show where a cube could go.
        steps = view.steps(path)
        first = steps.next[:1] if len(path) % 2 == 0 else ()
        offered = {*view.steps((*path, *first)).next} if steps.next else set()
        for cell in CELLS:
            x, y, _ = map(int, cell)
            height = level(cell) - 1
            place = 10 - height - 2 * x, LEFT[height] + 2 * x + 4 * y
            cube = table.cube(cell)
            if cube != FREE:
                canvas.put(*place, Piece(cube, *("><" if cell in touched else "  ")))
            else:
                canvas.put(*place, StyledText(cell, "open") if cell in offered else EMPTY)
        for row, face in enumerate(FACES):
            light, dark = table.squares(face)
            squares = counts_line("L" * light + "D" * dark, COLOURS)
            canvas.put(
                9 + row,
                LEFT[2] + 2,
                StyledText(Message("board.face", {"face": face}), "quiet"),
                "  ",
                *squares,
            )
        return canvas

    def holdings(self, view: View[TriedreTable], path: Path, seat: int) -> tuple[CanvasLine, ...]:
        table, _ = view.table.during(path)
        light, dark = table.stocks[seat]
        return (counts_line("L" * light + "D" * dark, COLOURS),)


BOARD = TriedreBoard()
