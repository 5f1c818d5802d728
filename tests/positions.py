"""Small positions written by hand in each game's own notation, and the moves legal in them."""

from __future__ import annotations

from typing import Any

import pytest

from sommet import IllegalMove, Position
from sommet.games.colorpop import ColorPop
from sommet.games.colorpop.rules import ColorPopTable
from sommet.games.kabaleo import Kabaleo
from sommet.games.kabaleo.rules import KabaleoTable
from sommet.games.pylos import Pylos
from sommet.games.triedre import Triedre
from sommet.games.triedre.board import CELLS
from sommet.games.triedre.rules import Stocks, TriedreTable

__all__ = ["PYLOS_BOARD", "colorpop", "kabaleo", "moves", "pylos", "refusal", "triedre"]

PYLOS_BOARD = [
    f"{level}{column}{row}"
    for level, width in enumerate((4, 3, 2, 1), 1)
    for row in range(1, width + 1)
    for column in "abcd"[:width]
]


def moves(position: Any, first: str = "") -> list[str]:
    """The legal moves that start with this text."""
    return [text for text in map(str, position.moves()) if text.startswith(first)]


def refusal(position: Any, move: str) -> tuple[str, str, dict[str, Any]]:
    """The clause, code and parameters of the error that a move raises."""
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    return error.value.clause, error.value.code, error.value.parameters


def _row(cells: list[str], light: str, dark: str) -> str:
    """One letter per cell, in board order."""
    letters = {**dict.fromkeys(light.split(), "L"), **dict.fromkeys(dark.split(), "D")}
    assert letters.keys() <= set(cells)
    return "".join(letters.get(cell, ".") for cell in cells)


def pylos(light: str = "", dark: str = "", turn: str = "L", **options: str) -> Any:
    """A position with these balls, by cell. It is validated like any other position text."""
    row = _row(PYLOS_BOARD, light, dark)
    text = f"{row[:16]}/{row[16:25]}/{row[25:29]}/{row[29:]} {turn}"
    return Pylos.create(**options).parse(text)


def triedre(
    light: str = "",
    dark: str = "",
    turn: int = 0,
    stocks: Stocks = ((13, 5), (5, 13)),
    **options: str,
) -> Any:
    """A position with these cubes, by cell. The stocks need not match."""
    game = Triedre.create(**options)
    return Position(game, TriedreTable(game, _row(list(CELLS), light, dark), turn, stocks))


def kabaleo(
    locations: str,
    stocks: str,
    last: int | None = None,
    turn: int = 0,
    objectives: str = "BO",
    **options: str | int,
) -> Any:
    """Locations are separated by spaces, stocks by slashes."""
    game = Kabaleo.create(**{"players": len(objectives), **options})
    shares = tuple(stock.strip("-") for stock in stocks.split("/"))
    table = KabaleoTable(game, tuple(locations.split()), shares, last, turn)
    return Position(game, table, tuple(objectives))


def colorpop(
    slides: str, secrets: str = "B/O", taken: str = "", turn: int = 0, **options: str | int
) -> Any:
    """Slides, secrets and taken tokens, each separated by slashes."""
    secrets_by_seat = tuple(secrets.split("/"))
    game = ColorPop.create(**{"players": len(secrets_by_seat), **options})
    piles = tuple(taken.split("/")) if taken else ("",) * len(secrets_by_seat)
    return Position(
        game, ColorPopTable(game, tuple(slides.split("/")), piles, turn), secrets_by_seat
    )
