"""One game as an environment plays it: its start, its steps, the step limit and its record."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Any

import numpy as np

from sommet.core.errors import OptionError, SommetError
from sommet.core.game import Game
from sommet.core.move import Path
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.engine.players import win_share
from sommet.machine.batch import ILLEGAL
from sommet.machine.game_stepper import GameStepper
from sommet.machine.kernel_interface import RUNNING
from sommet.machine.stepper import KernelPosition

__all__ = [
    "DEFAULT_STEP_LIMIT",
    "DealSeeds",
    "EnvError",
    "Episode",
    "require_kernel",
    "rewards",
    "start_position",
]

DEFAULT_STEP_LIMIT = 1000
"""The default step limit. Only repetition can make a game that long."""


API_TEST_OPTION = "options"
"""PettingZoo's API test passes an option of this name, to see that `reset` takes options."""


class EnvError(SommetError, ValueError):
    """An illegal step or an invalid setting."""


def require_kernel(game: Game[Any]) -> Game[Any]:
    """The game; OptionError if it has no kernel."""
    if not game.has_part("kernel"):
        raise OptionError(
            "env_needs_kernel",
            "An environment needs a kernel, and {game} has none.",
            game=game.name,
        )
    return game


@cache
def rewards(game: Game[Any], winners: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's reward: 1 for a sole winner, 0 for an even share, and negative for losers so that
    rewards add up to zero. In solo games 1 for a win and 0 otherwise."""
    sides = len(game.sides)
    shares = [win_share(game, winners, seat) for seat in range(game.seats)]
    return tuple(each if sides == 1 else (each * sides - 1) / (sides - 1) for each in shares)


def start_position(game: Game[Any], seed: str, options: dict[str, Any] | None) -> Position[Any]:
    """The deal of a seed, or `options["position"]` with unknown secrets drawn at random. EnvError
    for another option."""
    given = options or {}
    if unknown := given.keys() - {"position", API_TEST_OPTION}:
        raise EnvError(
            "env_reset_option",
            "`reset` has no option {name!r}. Use position: the text to start from.",
            name=min(unknown, key=str),
        )
    text = given.get("position")
    if text is None:
        return game.start(seed)
    found = game.parse_view(text)
    worlds = found.worlds()
    rng = np.random.default_rng([*seed.encode()])
    return Position(game, found.table, worlds[rng.integers(len(worlds))])


class DealSeeds:
    """The seeds of successive games: after `reseed(7)` they are 7, 7/1, 7/2 and so on."""

    def __init__(self) -> None:
        self.reseed(None)

    def reseed(self, seed: int | None) -> None:
        self._seed = secrets.token_hex(16) if seed is None else str(seed)
        self._number = 0

    def next(self) -> str:
        number, self._number = self._number, self._number + 1
        return f"{self._seed}/{number}" if number else self._seed


class Episode:
    """A running game.

    `winners` is None until the game ends; `truncated` is True if it reached the step limit. Arrays
    and the seat to act are those of `single`.
    """

    def __init__(self, game: Game[Any], limit: int = DEFAULT_STEP_LIMIT) -> None:
        if limit < 1:
            raise EnvError(
                "env_limit", "The step limit must be at least 1, not {limit}.", limit=limit
            )
        self.game = require_kernel(game)
        self.limit = limit
        self.single = GameStepper(game)
        self.begin(game.start(0))

    def begin(self, start: Position[Any]) -> None:
        """Start from a position."""
        self.single.begin(start)
        self.truncated = False
        self.winners: tuple[int, ...] | None = None
        self.history: list[int] = []
        self._often: dict[bytes, int] = {}
        self._replayed: tuple[int, KernelPosition, Record[Any], Path] | None = None
        self._start = start
        self._judge(self.single.result)

    @property
    def over(self) -> bool:
        """Whether the game has ended or was truncated."""
        return self.truncated or self.winners is not None

    def step(self, step: int) -> bool:
        """Play a step; returns whether the game is over. EnvError if the step is illegal."""
        single = self.single
        result = single.step(step)
        if result == ILLEGAL:
            raise EnvError("impossible_step", "Step {step} is not legal now.", step=step)
        self.history.append(step)
        if single.is_turn_start:
            self._judge(result)
        if self.winners is None and len(self.history) >= self.limit:
            self.truncated = True
        return self.over

    def _judge(self, result: int) -> None:
        """Update the winners at the start of a turn, repetition included."""
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
        """The numbers that decide the game, for each seat."""
        names = self.single.kernel.FIGURES
        of_seats = self.single.figures().T.tolist()
        return [dict(zip(names, numbers, strict=True)) for numbers in of_seats]

    def record(self) -> tuple[Record[Any], Path]:
        """The record of the game so far and the steps of the unfinished turn."""
        done, moment, record, path = self._replayed or (
            0,
            KernelPosition.of(self._start),
            Record.of(self._start),
            (),
        )
        for step in self.history[done:]:
            text = str(self.single.kernel.spell(moment.state, step))
            path = (*path, text) if text else path
            moment = moment.play(step)
            if moment.is_turn_start:
                record, path = record.play("".join(path)), ()
        self._replayed = len(self.history), moment, record, path
        return record, path
