"""How each game looks in the terminal: one small file a game, or the plain board for any other."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

from rich.text import Text

from sommet.core.game import Game
from sommet.core.move import Path
from sommet.core.table import Table
from sommet.core.view import View

__all__ = ["Board", "board_of"]

T = TypeVar("T", bound=Table)


class Board(Generic[T]):
    """A game in the terminal. This one serves any game: it shows the position's text."""

    writing: str = "Type a move, or its first steps."
    """How a move is typed."""
    reasons: Mapping[str, str] = {}
    """Why a game ends, in words with {winners} and {losers}, by reason."""
    figures: Mapping[str, str] = {}
    """What the figures of an outcome count, by name."""
    headings: tuple[str, ...] = ("secret",)
    """What the columns of `holdings` show."""

    def name(self, seat: int) -> str:
        """What a player is called."""
        return f"Player {seat + 1}"

    def draw(self, view: View[T], path: Path) -> Text:
        """The table as the viewer sees it, after the steps of a half-made turn."""
        steps = f"  {' '.join(path)} …" if path else ""
        return Text(f"{view}{steps}")

    def holdings(self, view: View[T], path: Path, seat: int) -> tuple[Text, ...]:
        """What lies before a player, and the secret as far as the viewer knows it."""
        return (Text(view.secrets[seat] if view.secrets else ""),)


def board_of(game: Game[Any]) -> Board[Any]:
    """The board of a game."""
    module = f"{__name__}.{game.id}"
    board: Board[Any] = import_module(module).BOARD if find_spec(module) else Board()
    return board
