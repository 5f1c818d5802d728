"""The interfaces `Player` and `Analyst`, `Analysis`, and the `Deadline` of a search."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from math import inf
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.view import View

__all__ = [
    "Analysis",
    "Analyst",
    "Deadline",
    "Line",
    "Player",
    "Progress",
    "SlicedAnalyst",
    "Slices",
    "Stop",
    "Timed",
    "check_view",
    "rng_for",
    "win_share",
]

T = TypeVar("T")

Stop: TypeAlias = Callable[[], bool]
"""Called now and then, such as an event's `is_set`; once it returns True, a player answers with
what it has."""


@dataclass(frozen=True)
class Line:
    """A move with its evaluation.

    `value` is the expected share of a win for the seat to move, from 0 to 1; `visits` counts the
    simulations of the move; `moves` is the expected continuation, starting with the move itself;
    `proven` says that the value is certain. `distance` is the number of moves until the end under
    best play, with the winner hurrying and the loser resisting; None if unknown.
    """

    move: Move
    value: float
    visits: int
    moves: tuple[Move, ...]
    proven: bool = False
    distance: int | None = None


@dataclass(frozen=True)
class Analysis:
    """The evaluated moves, best first, and the simulations and nodes it took."""

    lines: tuple[Line, ...]
    simulations: int = 0
    nodes: int = 0

    @property
    def best(self) -> Move:
        """The best move."""
        return self.lines[0].move

    @property
    def value(self) -> float:
        """The expected share of a win for the seat to move."""
        return self.lines[0].value


class Progress(NamedTuple):
    """How far a player's thoughts are."""

    done: float
    """The share that is done, from 0 to 1; it never falls."""
    line: Line | None = None
    """The best line so far, if an analysis already has one."""


Slices: TypeAlias = Generator[Progress, None, T]
"""Thoughts in slices of about five milliseconds of compiled work: yields the progress after each,
and returns the answer (`StopIteration.value`). Closing the generator abandons them; the player can
then be asked again."""


def check_view(view: object, game: Game[Any] | None = None, *, exactly: bool = False) -> None:
    """Raise OptionError unless `view` is a View of this game; with `exactly`, the options must
    match too."""
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
    """Chooses moves from views; any object with this method plays in matches, in notebooks and
    through a client. A player must not be shared between threads."""

    def choose(self, view: View[Any], /) -> Move:
        """A move for the seat to move; GameOver if there is none."""


class Analyst(Protocol):
    """A player that also evaluates moves, and that can be stopped."""

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        """A move for the seat to move; GameOver if there is none."""

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        """An evaluation of the legal moves."""


class SlicedAnalyst(Analyst, Protocol):
    """An analyst that can also think in slices: what `sommet.player` returns.

    `choose` and `analyse` are the same thoughts in one go. Errors are raised by the first slice.
    """

    def choose_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Move]:
        """Choose a move. `stop` is called after each slice; once it returns True, the answer is
        what has been found so far."""

    def analyse_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Analysis]:
        """Evaluate the legal moves, likewise."""


@runtime_checkable
class Timed(Protocol):
    """A player with a time limit, which may be changed between moves."""

    seconds: float | None
    """Seconds per move; None if something else limits it."""


def win_share(game: Game[Any], winners: tuple[int, ...], seat: int) -> float:
    """A seat's share of a win: split evenly among the winning sides, 0 for others."""
    sides = sum(not set(side).isdisjoint(winners) for side in game.sides)
    return 1 / sides if seat in winners else 0.0


def rng_for(seed: int, view: View[Any]) -> Random:
    """A random generator that depends only on the seed and the view."""
    return Random(f"{seed} {len(view.history)} {view}")


@dataclass(frozen=True)
class Deadline:
    """Expires at the moment `until` of `clock`, or as soon as `stop` returns True."""

    stop: Stop | None = None
    until: float = inf
    clock: Callable[[], float] = perf_counter

    @property
    def expired(self) -> bool:
        """Whether no time is left."""
        return self.clock() >= self.until or bool(self.stop and self.stop())

    def part(self, parts: float) -> Deadline:
        """The deadline of the first of `parts` equal shares of the time left."""
        now = self.clock()
        return replace(self, until=now + (self.until - now) / max(1.0, parts))

    @property
    def without_stop(self) -> Deadline:
        """The same deadline for another thread, which must not call `stop`."""
        return replace(self, stop=None)
