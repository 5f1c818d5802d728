"""Pylos: the four levels side by side, each half a row lower than the one it rests on."""

from __future__ import annotations

from rich.text import Text

from sommet.cli.boards import Board
from sommet.cli.console import glyph
from sommet.cli.tiles import Canvas, tile
from sommet.core.move import Path
from sommet.core.view import View
from sommet.games.pylos.board import CELLS, FREE, LEVELS
from sommet.games.pylos.rules import COLOURS, PylosTable

__all__ = ["BOARD"]

EMPTY = f" {glyph('·', '.')} "

LEFT = (3, 23, 39, 51)
"""The column in which each level begins."""

REASONS = {
    "summit": "{winners} put the ball on the summit (P6).",
    "reserve_empty": "{losers} has no ball left to play (P5).",
    "repetition": "The same position stood for the third time (P7).",
}
FIGURES = {"reserve": "balls in reserve"}


class PylosBoard(Board[PylosTable]):
    writing = (
        "A move is a cell such as 1b2, or a raise such as 1a1-2b1. After a square the balls taken "
        "back follow, such as x1a1x1b2."
    )
    reasons = REASONS
    figures = FIGURES
    headings = ("reserve",)

    def name(self, seat: int) -> str:
        return ("Light", "Dark")[seat]

    def draw(self, view: View[PylosTable], path: Path) -> Text:
        table = view.table.during(path)
        canvas = Canvas()
        for level, width in enumerate(LEVELS):
            canvas.put(0, LEFT[level], f"level {level + 1}" if width > 1 else "summit", "quiet")
            for index in range(width):
                canvas.put(1 + level, LEFT[level] + 4 * index + 1, "abcd"[index], "quiet")
                canvas.put(2 + level + 2 * index, LEFT[level] - 2, str(index + 1), "quiet")
        last = path or (view.history[-1].steps if view.history else ())
        touched = {step.lstrip("-") for step in last}
        offered = {step.lstrip("-x") for step in view.steps(path).next}
        for cell in CELLS:
            level, column, row = int(cell[0]) - 1, "abcd".index(cell[1]), int(cell[2]) - 1
            place = 2 + level + 2 * row, LEFT[level] + 4 * column
            ball = table.ball(cell)
            if ball != FREE:
                frame = "><" if cell in touched else "[]" if path and cell in offered else "  "
                canvas.put(*place, tile(ball, *frame))
            elif cell in offered:
                canvas.put(*place, cell, "open")
            else:
                canvas.put(*place, EMPTY, "quiet")
        return canvas.text()

    def holdings(self, view: View[PylosTable], path: Path, seat: int) -> tuple[Text, ...]:
        left = view.table.during(path).reserve(seat)
        return (Text.assemble(f"{left:>2}  ", tile(COLOURS[seat], "", "", left)),)


BOARD = PylosBoard()
