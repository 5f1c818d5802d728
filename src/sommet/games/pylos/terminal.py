"""Pylos in the terminal: the four levels side by side, each half a row lower than the one below."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.view import View
from sommet.games.pylos.board import CELLS, FREE, LEVELS
from sommet.games.pylos.rules import COLOURS, PylosTable
from sommet.terminal import Canvas, CanvasLine, Piece, StyledText, TerminalBoard

__all__ = ["BOARD"]

EMPTY = StyledText(" · ", "quiet")

LEFT = (3, 23, 39, 51)
"""The first column of each level."""


class PylosBoard(TerminalBoard[PylosTable]):
    headings = ("reserve",)

    def draw(self, view: View[PylosTable], path: Path) -> Canvas:
        table = view.table.during(path)
        canvas = Canvas()
        for level, width in enumerate(LEVELS):
            number = {"number": level + 1}
            title = Message("board.level", number) if width > 1 else Message("board.summit")
            canvas.put(0, LEFT[level], StyledText(title, "quiet"))
            for index in range(width):
                canvas.put(
                    1 + level, LEFT[level] + 4 * index + 1, StyledText("abcd"[index], "quiet")
                )
                canvas.put(
                    2 + level + 2 * index, LEFT[level] - 2, StyledText(str(index + 1), "quiet")
                )
        last = path or (view.history[-1].steps if view.history else ())
        touched = {step.lstrip("-") for step in last}
        offered = {step.lstrip("-x") for step in view.steps(path).next}
        for cell in CELLS:
            level, column, row = int(cell[0]) - 1, "abcd".index(cell[1]), int(cell[2]) - 1
            place = 2 + level + 2 * row, LEFT[level] + 4 * column
            ball = table.ball(cell)
            if ball != FREE:
                frame = "><" if cell in touched else "[]" if path and cell in offered else "  "
                canvas.put(*place, Piece(ball, *frame))
            elif cell in offered:
                canvas.put(*place, StyledText(cell, "open"))
            else:
                canvas.put(*place, EMPTY)
        return canvas

    def holdings(self, view: View[PylosTable], path: Path, seat: int) -> tuple[CanvasLine, ...]:
        left = view.table.during(path).reserve(seat)
        return ((f"{left:>2}  ", Piece(COLOURS[seat], "", "", left)),)


BOARD = PylosBoard()
