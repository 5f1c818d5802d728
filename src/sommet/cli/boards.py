"""The board of each game in the terminal."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sommet.core import registry
from sommet.core.board import Board
from sommet.core.game import Game

__all__ = ["board_of"]

PLAIN: Board[Any] = Board()


def board_of(game: Game[Any]) -> Board[Any]:
    """`BOARD` of `terminal.py` in the game's folder; without one, the board that serves any."""
    if not registry.has_part(type(game), "terminal"):
        return PLAIN
    board: Board[Any] = import_module(".terminal", registry.package(type(game))).BOARD
    return board
