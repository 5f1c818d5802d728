"""Input for the checks: every combination of options, and random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from typing import Any, ParamSpec, TypeAlias, TypeVar

from sommet.core.errors import OptionError, SommetError
from sommet.core.game import Game
from sommet.core.move import Path
from sommet.core.record import Record
from sommet.core.registry import kind, names
from sommet.core.table import Table, step_fault

__all__ = ["MAX_MOVES", "Stages", "attempt", "every_game", "every_option", "random_game", "some"]

T = TypeVar("T", bound=Table)
G = TypeVar("G", bound=Game[Any])
Thing = TypeVar("Thing")
P = ParamSpec("P")
R = TypeVar("R")

Stages: TypeAlias = tuple[Record[Any], ...]
"""One game: its record at the start and after each move."""

MAX_MOVES = 5000
"""A random game with more moves counts as endless."""


def every_option(kind: type[G]) -> tuple[G, ...]:
    """The game with every valid combination of options, each once."""
    names = [option.name for option in kind.options()]
    choices = [
        option.values if option.default is not None else (None, *option.values)
        for option in kind.options()
    ]
    found: dict[G, None] = {}
    for values in product(*choices):
        chosen = {
            name: value for name, value in zip(names, values, strict=True) if value is not None
        }
        with suppress(OptionError):
            found[kind.create(**chosen)] = None
    return tuple(found)


def every_game() -> tuple[Game[Any], ...]:
    """All games, with every combination of their options."""
    return tuple(game for name in names() for game in every_option(kind(name)))


def random_game(game: Game[T], seed: int, longest: int = MAX_MOVES) -> Stages:
    """A game of random moves to its end; the seed determines the deal and the moves."""
    choice = random.Random(seed)
    stages = [Record.new(game, seed)]
    while not stages[-1].outcome:
        assert len(stages) <= longest, f"{game}: no end after {longest} moves, seed {seed}"
        table = stages[-1].position.table
        assert_steps(table, ())
        moves = stages[-1].position.moves()
        assert moves, f"{game}: a running game has no legal move: {stages[-1].position}"
        move = choice.choice(moves)
        for done in range(1, len(move.steps) + 1):
            assert_steps(table, move.steps[:done])
        stages.append(stages[-1].play(move))
    winners: object = stages[-1].outcome.winners
    assert isinstance(winners, tuple), (
        f"{type(game).__name__}.judge returns an Outcome for {winners!r}: "
        "winners must be a tuple of seats, such as (0,)"
    )
    return tuple(stages)


def assert_steps(table: Table, path: Path) -> None:
    """Check that the steps offered after `path` are texts without spaces."""
    fault = step_fault(table, path)
    assert not fault, fault


def attempt(act: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | SommetError:
    """The result of a call, or the error it raised."""
    try:
        return act(*args, **kwargs)
    except SommetError as error:
        return error


def some(things: tuple[Thing, ...], most: int) -> tuple[Thing, ...]:
    """At most `most` of the items, evenly spread, including the first and the last."""
    if len(things) <= most:
        return things
    last = len(things) - 1
    return tuple(things[index * last // (most - 1)] for index in range(most))
