"""Compiles all of a game's code ahead of time, so that nobody waits for it at the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter
from typing import NamedTuple

from sommet.core import registry
from sommet.engine import levels, player
from sommet.machine.batch import Batch
from sommet.machine.game_stepper import GameStepper
from sommet.machine.jit import Progress, on_progress
from sommet.machine.perft import perft
from sommet.machine.playout import playouts
from sommet.machine.stepper import KernelPosition

__all__ = ["WarmupResult", "warm_up_all", "warm_up_game"]

MOVE_S = 0.05
"""Seconds for a player's first move: enough to call every part of its search."""


class WarmupResult(NamedTuple):
    """What `warm_up_game` did."""

    game: str
    functions: int
    """The number of functions compiled; 0 if all were on disk."""
    seconds: float


def warm_up_game(name: str) -> WarmupResult:
    """Compile whatever the players and environments of a game need, or load it from disk. A game
    without a kernel needs nothing."""
    began, compiled = perf_counter(), list[Progress]()
    stop = on_progress(compiled.append)
    try:
        if registry.kind(name).has_part("kernel"):
            _use_everything(name)
    finally:
        stop()
    functions = sum(not progress.waited_s for progress in compiled)
    return WarmupResult(name, functions, perf_counter() - began)


def _use_everything(name: str) -> None:
    game = registry.game(name)
    position = game.start(0)
    for level in levels(game):
        player(game, level, seconds=MOVE_S).choose(position.view(position.turn))
    batch = Batch(game, 2)
    batch.step(batch.random_steps())
    batch.observe()
    moment = KernelPosition.of(position)
    moment.play(moment.steps[0])
    single = GameStepper(game)
    single.step(moment.steps[0])
    single.figures()
    playouts(moment.state, 2)
    perft(moment.state, 1)


def warm_up_all(names: Sequence[str], processes: int) -> Iterator[WarmupResult]:
    """`warm_up_game` for several games in parallel; yields each result as soon as it is done."""
    if len(names) == 1:
        yield warm_up_game(names[0])
        return
    with ProcessPoolExecutor(min(processes, len(names)), get_context("spawn")) as pool:
        for done in as_completed([pool.submit(warm_up_game, name) for name in names]):
            yield done.result()
