"""Compiling all of a game's code ahead of time, so that nobody waits for it at the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter
from typing import NamedTuple

from sommet.core import registry
from sommet.engine import levels, player
from sommet.machine.batch import Batch
from sommet.machine.jit import Progress, on_progress
from sommet.machine.perft import perft
from sommet.machine.playout import playouts
from sommet.machine.stepper import Moment, Single

__all__ = ["Warmed", "warm", "warm_all"]

THINKING_S = 0.05
"""How long a player thinks about the first move: long enough to call every part of its search."""


class Warmed(NamedTuple):
    """What `warm` did for a game."""

    game: str
    functions: int
    """How many functions were compiled; 0 when all were on disk."""
    seconds: float


def warm(name: str) -> Warmed:
    """Compile whatever the players and environments of a game need, or load it. A game without a
    kernel needs nothing."""
    began, compiled = perf_counter(), list[Progress]()
    stop = on_progress(compiled.append)
    try:
        if registry.has_part(registry.kind(name), "kernel"):
            _use_everything(name)
    finally:
        stop()
    functions = sum(not progress.waited_s for progress in compiled)
    return Warmed(name, functions, perf_counter() - began)


def _use_everything(name: str) -> None:
    game = registry.game(name)
    position = game.start(0)
    for level in levels(game):
        player(game, level, seconds=THINKING_S).choose(position.view(position.turn))
    batch = Batch(game, 2)
    batch.step(batch.random_steps())
    batch.observe()
    moment = Moment.of(position)
    moment.play(moment.steps[0])
    single = Single(game)
    single.step(moment.steps[0])
    single.figures()
    playouts(moment.state, 2)
    perft(moment.state, 1)


def warm_all(names: Sequence[str], processes: int) -> Iterator[Warmed]:
    """`warm` for several games side by side, each as soon as it is done."""
    if len(names) == 1:
        yield warm(names[0])
        return
    with ProcessPoolExecutor(min(processes, len(names)), get_context("spawn")) as pool:
        for done in as_completed([pool.submit(warm, name) for name in names]):
            yield done.result()
