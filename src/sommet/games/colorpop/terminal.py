"""Color Pop in the terminal: the slides from a to j, and what each player has taken."""

from __future__ import annotations

from sommet.core.colours import JOKER
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.view import View
from sommet.games.colorpop.board import COLOURS, NAMES, SIZE
from sommet.games.colorpop.rules import ColorPopTable
from sommet.terminal import (
    Canvas,
    CanvasLine,
    ColourName,
    Piece,
    StyledText,
    TerminalBoard,
    counts_line,
    secret_line,
)

__all__ = ["BOARD"]

LEFT = 3


class ColorPopBoard(TerminalBoard[ColorPopTable]):
    headings = ("taken", "secret")

    def draw(self, view: View[ColorPopTable], path: Path) -> Canvas:
        canvas = Canvas()
        for height in range(SIZE):
            canvas.put(SIZE - 1 - height, 0, StyledText(f"{height + 1:>2}", "quiet"))
        for slide, tokens in enumerate(view.table.slides):
            canvas.put(SIZE, LEFT + 3 * slide + 1, StyledText(NAMES[slide], "quiet"))
            for height, token in enumerate(tokens):
                canvas.put(SIZE - 1 - height, LEFT + 3 * slide, Piece(token))
        right = LEFT + 3 * SIZE + 5
        canvas.put(0, right, StyledText(Message("board.left"), "quiet"))
        for row, colour in enumerate(COLOURS + JOKER, 1):
            left = f" {colour} {view.table.left(colour):>2}  "
            canvas.put(row, right, Piece(colour), left, ColourName(colour))
        return canvas

    def holdings(self, view: View[ColorPopTable], path: Path, seat: int) -> tuple[CanvasLine, ...]:
        taken = counts_line(view.table.taken[seat], COLOURS + JOKER)
        return taken, secret_line(view.secrets[seat])


BOARD = ColorPopBoard()
