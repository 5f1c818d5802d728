"""What a player is, and what an analysis says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.view import View

__all__ = ["Analysis", "Line", "Player", "Stop", "Timed", "of_game", "share"]

Stop: TypeAlias = Callable[[], bool]
"""Asked now and then; once it says True, a player answers with what it has. An event's `is_set`,
for instance."""


@dataclass(frozen=True)
class Line:
    """A move with what the player thinks of it.

    `value` is the share of a win that the seat to move can expect, from 0 to 1; `visits` is how
    often the move was tried; `moves` is how play may go on, the move itself first; `proven` says
    that the value is certain. `distance` is how many moves of all players the game then lasts when
    the one who wins hurries and the other resists; None where nobody knows.
    """

    move: Move
    value: float
    visits: int
    moves: tuple[Move, ...]
    proven: bool = False
    distance: int | None = None


@dataclass(frozen=True)
class Analysis:
    """The moves that were looked at, best first, with how many games and nodes it took."""

    lines: tuple[Line, ...]
    simulations: int = 0
    nodes: int = 0

    @property
    def best(self) -> Move:
        """The move that looks best."""
        return self.lines[0].move

    @property
    def value(self) -> float:
        """The share of a win that the seat to move can expect."""
        return self.lines[0].value


def of_game(view: object, game: Game[Any] | None = None, *, exactly: bool = False) -> None:
    """Refuse what is no view, and a view of another game than the player's, or `exactly`: of the
    same with other options."""
    if not isinstance(view, View):
        raise OptionError(
            "no_view",
            "A player needs a view, such as position.view(position.turn), not a {found}.",
            found=type(view).__name__,
        )
    if game is not None and (view.game.id != game.id or (exactly and view.game != game)):
        raise OptionError(
            "view_of_other", "This player plays {game}, not {found}.", game=game, found=view.game
        )


class Player(Protocol):
    """Someone who chooses moves, and sees no more than a view. Not to be shared by threads."""

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        """A move for the seat to move; GameOver when there is none."""

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        """What the player thinks of the possible moves."""


@runtime_checkable
class Timed(Protocol):
    """A player that takes its time; how long may be changed between two moves."""

    seconds: float | None
    """For a move; None when something else limits it."""


def share(game: Game[Any], winners: tuple[int, ...], seat: int) -> float:
    """What an end is worth to a seat: a win, shared by the sides that have it, or nothing."""
    sides = sum(not set(side).isdisjoint(winners) for side in game.sides)
    return 1 / sides if seat in winners else 0.0
