"""A position: the complete state of a game, secrets included."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from sommet.core.errors import GameOver, OptionError
from sommet.core.hidden_state import Secrets
from sommet.core.move import Move
from sommet.core.outcome import Outcome
from sommet.core.table import Table
from sommet.core.view import View

if TYPE_CHECKING:
    from sommet.core.game import Game

__all__ = ["Position", "perft"]

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Position(Generic[T]):
    """The table and all secrets. Immutable; equal tables and secrets make equal positions."""

    game: Game[T]
    table: T
    secrets: Secrets = ()

    @property
    def turn(self) -> int:
        """The seat to move; after the end, the seat that would be next."""
        return self.table.turn

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules, or None while it is running."""
        return self.game.judge(self.table, self.secrets)

    def moves(self) -> tuple[Move, ...]:
        """Every legal move, sorted by text; none after the end."""
        return () if self.outcome else self.table.moves

    def play(self, move: Move | str) -> Position[T]:
        """The position after a move, given as a Move or as text with its steps in any legal order.

        Raises GameOver, TextError or IllegalMove."""
        if self.outcome:
            raise GameOver
        after = self.table.after(self.game.parse_move(self.table, move).steps)
        return Position(self.game, after, self.secrets)

    def view(self, viewer: int | None = None) -> View[T]:
        """What a seat or a spectator (None) may know; everything after the end."""
        return View.of(self.game, self.table, self.secrets, viewer, self.outcome)

    def __str__(self) -> str:
        return self.game.write(self.table, self.secrets)

    def __repr__(self) -> str:
        return f"{self.game.call_text}.parse({str(self)!r})"

    def svg(self) -> str:
        """The picture of what a spectator sees, as SVG, for a file or a page; `view(seat).svg()`
        has what a seat may know."""
        return self.view(None).svg()

    def _repr_svg_(self) -> str:
        return self.svg()


def perft(position: Position[T], depth: int) -> int:
    """The number of sequences of `depth` moves; a finished game has none."""
    if depth < 0 or depth != int(depth):
        raise OptionError("bad_depth", "The depth must be 0 or more, not {depth}.", depth=depth)
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
