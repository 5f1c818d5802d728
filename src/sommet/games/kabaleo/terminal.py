"""Kabaleo in the terminal: the locations in four rows, each with its colour, height and pile."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.view import View
from sommet.games.kabaleo.rules import KabaleoTable
from sommet.terminal import (
    Canvas,
    CanvasLine,
    Piece,
    StyledText,
    TerminalBoard,
    counts_line,
    secret_line,
)

__all__ = ["BOARD"]

ROWS = 4
MAX_LOCATION_COLUMNS = 12
ROW_COLUMNS = 56
"""Columns for all locations of a row, so that the board fits into sixty."""


class KabaleoBoard(TerminalBoard[KabaleoTable]):
    headings = ("stock", "objective")

    def draw(self, view: View[KabaleoTable], path: Path) -> Canvas:
        canvas = Canvas()
        across = len(view.table.locations) // ROWS
        width = min(MAX_LOCATION_COLUMNS, ROW_COLUMNS // across)
        offered = {*view.steps(path).next} if path else None
        for index, pile in enumerate(view.table.locations):
            row, column = divmod(index, across)
            place = 3 * row, 2 + width * column
            number = str(index + 1)
            style = "quiet" if offered is None else "open" if number in offered else "quiet"
            if index + 1 == view.table.last:
                style = "touched"
            canvas.put(*place, StyledText(f"{number:>2}", style))
            bare = len(pile) == 1
            canvas.put(place[0], place[1] + 3, Piece(pile[-1].upper(), *("()" if bare else "  ")))
            if not bare:
                canvas.put(place[0], place[1] + 6, str(len(pile) - 1))
                canvas.put(place[0] + 1, place[1] + 3, *_pile(pile, width - 5))
        return canvas

    def holdings(self, view: View[KabaleoTable], path: Path, seat: int) -> tuple[CanvasLine, ...]:
        stock = counts_line(view.table.stocks[seat], view.table.game.colours, 1)
        return stock, secret_line(view.secrets[seat])


def _pile(pile: str, most: int) -> CanvasLine:
    """A pile from its case up; only the top `most` pieces are shown."""
    case = Piece(pile[0].upper(), "(", ")")
    gap = "…" if len(pile) - 1 > most else ""
    return case, gap, *(Piece(piece, "", "") for piece in pile[1:][-most:])


BOARD = KabaleoBoard()
