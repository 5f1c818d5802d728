"""A position: the complete state of a game, secrets included."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from sommet.core.errors import GameOver, IllegalMove, OptionError, TextError
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.move import Move
from sommet.core.outcome import Outcome
from sommet.core.table import Table

if TYPE_CHECKING:
    from sommet.core.view import View

__all__ = ["Position", "parse_move", "perft", "trusted_move"]

T = TypeVar("T", bound=Table)


def parse_move(game: Game[T], table: T, move: Move | str) -> Move:
    """The move in its canonical form, from its text or its steps in any legal order.

    Raises TextError for a malformed move and IllegalMove for one that breaks a rule.
    """
    text = str(move)
    if (listed := table.cached_move(text)) is not None:
        return listed
    given: object = move
    if not isinstance(given, Move | str):
        raise TextError(
            "not_a_move", "A move must be a Move or its text, not {found!r}.", found=given
        )
    try:
        return table.walk(game.split(table, text))
    except (TextError, IllegalMove) as error:
        error.game = game.id
        raise


def trusted_move(game: Game[T], table: T, text: str) -> Move:
    """The move of a canonical text that `parse_move` once returned for this same table.

    It is not checked again. Use it only for trusted texts, such as a log whose moves were checked
    by the same rules; see `Game.version`.
    """
    return table.cached_move(text) or Move(game.split(table, text))


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
        after = self.table.after(parse_move(self.game, self.table, move).steps)
        return Position(self.game, after, self.secrets)

    def view(self, viewer: int | None = None) -> View[T]:
        """What a seat or a spectator (None) may know; everything after the end."""
        from sommet.core.view import View

        return View.of(self, viewer, self.outcome)

    def __str__(self) -> str:
        return self.game.write(self.table, self.secrets)

    def _repr_svg_(self) -> str:
        return self.view(None)._repr_svg_()


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
