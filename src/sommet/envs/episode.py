"""One game as an environment plays it: a fused step, repetition, a limit, and the record of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from sommet.core.errors import OptionError, SommetError
from sommet.core.game import Game
from sommet.core.move import Path
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.registry import has_part
from sommet.engine.players import win_share
from sommet.machine.batch import IMPOSSIBLE
from sommet.machine.kernel_interface import RUNNING
from sommet.machine.stepper import Moment, Single

__all__ = ["LIMIT", "EnvError", "Play", "playable", "rewards"]

LIMIT = 1000
"""Steps after which a game is cut off where nobody says otherwise. Only repetition can make one so
long."""


class EnvError(SommetError, ValueError):
    """A step or a setting that an environment does not take."""


def playable(game: Game[Any]) -> Game[Any]:
    """The game, when an environment can be made of it."""
    if not has_part(type(game), "kernel"):
        raise OptionError(
            "env_needs_kernel",
            "An environment needs a kernel, and {game} has none.",
            game=game.name,
        )
    return game


@cache
def rewards(game: Game[Any], winners: tuple[int, ...]) -> tuple[float, ...]:
    """What an end is worth to each seat: 1 for who wins alone, 0 for an even share, and as much
    below for the others as makes the sum zero. Alone it is 1 for a win and 0 for none."""
    sides = len(game.sides)
    shares = [win_share(game, winners, seat) for seat in range(game.seats)]
    return tuple(each if sides == 1 else (each * sides - 1) / (sides - 1) for each in shares)


class Play:
    """One game that goes on step by step.

    `winners` is None while it goes on and nobody has won; `cut` says that it was cut off at the
    limit. Arrays and the seat to act are those of `single`.
    """

    def __init__(self, game: Game[Any], limit: int = LIMIT) -> None:
        if limit < 1:
            raise EnvError(
                "env_limit", "The step limit must be at least 1, not {limit}.", limit=limit
            )
        self.game = playable(game)
        self.limit = limit
        self.single = Single(game)
        self.begin(game.start(0))

    def begin(self, start: Position[Any]) -> None:
        """Go on from a position."""
        self.single.begin(start)
        self.cut = False
        self.winners: tuple[int, ...] | None = None
        self.history: list[int] = []
        self._often: dict[bytes, int] = {}
        self._told: tuple[int, Moment, Record[Any], Path] | None = None
        self._start = start
        self._judge(self.single.result)

    @property
    def over(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.cut or self.winners is not None

    def step(self, step: int) -> bool:
        """Play a step; whether the game is over by it. EnvError for one that is not possible."""
        single = self.single
        result = single.step(step)
        if result == IMPOSSIBLE:
            raise EnvError("impossible_step", "Step {step} is not legal now.", step=step)
        self.history.append(step)
        if single.is_turn_start:
            self._judge(result)
        if self.winners is None and len(self.history) >= self.limit:
            self.cut = True
        return self.over

    def _judge(self, result: int) -> None:
        """See at the start of a turn whether the game is over, repetition included."""
        if result != RUNNING:
            self.winners = tuple(seat for seat in range(self.game.seats) if result >> seat & 1)
        elif self.game.repetition:
            enough, _ = self.game.repetition
            key = self.single.words.tobytes()
            self._often[key] = self._often.get(key, 0) + 1
            if self._often[key] >= enough:
                self.winners = tuple(range(self.game.seats))
                self.single.mask[:] = 0

    def figures(self) -> list[dict[str, int]]:
        """The numbers by which the game is decided, as they stand for each seat."""
        names = self.single.kernel.FIGURES
        of_seats = self.single.figures().T.tolist()
        return [dict(zip(names, numbers, strict=True)) for numbers in of_seats]

    def told(self) -> tuple[Record[Any], Path]:
        """The record of the game so far, and the half-made turn."""
        done, moment, record, path = self._told or (
            0,
            Moment.of(self._start),
            Record.of(self._start),
            (),
        )
        for step in self.history[done:]:
            text = str(self.single.kernel.spell(moment.state, step))
            path = (*path, text) if text else path
            moment = moment.play(step)
            if moment.is_turn_start:
                record, path = record.play("".join(path)), ()
        self._told = len(self.history), moment, record, path
        return record, path
