"""Marbles in the terminal: a row of letters to type, with a dot for each marble that is gone."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.view import View
from sommet.terminal import Canvas, Piece, StyledText, TerminalBoard

from .rules import MarblesTable

__all__ = ["BOARD"]


class MarblesBoard(TerminalBoard[MarblesTable]):
    def draw(self, view: View[MarblesTable], path: Path) -> Canvas:
        canvas = Canvas()
        offered = view.steps(path).next
        for index, marble in enumerate(view.table.game.colours):
            there = marble in view.table.row and marble not in path
            canvas.put(0, 4 * index, Piece(marble) if there else StyledText(" · ", "quiet"))
            style = "open" if marble in offered else "quiet"
            canvas.put(1, 4 * index + 1, StyledText(marble, style))
        return canvas


BOARD = MarblesBoard()
