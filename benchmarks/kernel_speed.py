"""The speed of our kernels: random games and perft, on one core or all."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from time import perf_counter, thread_time
from typing import Any, TypeAlias

import sommet
from benchmarks.measurement import Sample, Series
from sommet.core import registry
from sommet.machine.batch import kernel_for
from sommet.machine.perft import perft
from sommet.machine.playout import playouts

__all__ = ["ALL_CORES", "Cores", "count_leaves", "play_at_random", "sommet_series"]

Clock: TypeAlias = Callable[[], float]
Work: TypeAlias = Callable[[str, float, Clock], Sample]

ALL_CORES = os.cpu_count() or 1
DEALS = 16
GAMES = 1_000
LEAVES = 1_000_000


@cache
def starts(name: str) -> list[Any]:
    """Start states from several deals; compiles random play."""
    game = sommet.game(name)
    positions = [game.start(seed) for seed in range(DEALS)]
    states = [kernel_for(game).encode(start.table, start.secrets) for start in positions]
    playouts(states[0], 1)
    return states


@cache
def depth(name: str) -> int:
    """The first depth with a million leaves; compiles perft."""
    found = 1
    while perft(starts(name)[0], found) < LEAVES:
        found += 1
    return found


def play_at_random(name: str, seconds: float, clock: Clock = thread_time) -> Sample:
    """Random games in one thread. A move is a whole turn."""
    states = starts(name)
    batches = moves = 0
    start = clock()
    while (took := clock() - start) < seconds:
        _, lengths = playouts(states[batches % DEALS], GAMES, seed=batches)
        moves += sum(lengths)
        batches += 1
    return {"games": batches * GAMES, "moves": moves, "seconds": took}


def count_leaves(name: str, seconds: float, clock: Clock = thread_time) -> Sample:
    """Perft from the start in one thread. Every leaf is played."""
    state, plies = starts(name)[0], depth(name)
    leaves = 0
    start = clock()
    while (took := clock() - start) < seconds:
        leaves += perft(state, plies)
    return {"leaves": leaves, "seconds": took}


class Cores:
    """One process per core, all doing the same work."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(ALL_CORES, get_context("spawn"))

    def __enter__(self) -> Cores:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def together(self, work: Work, name: str, seconds: float) -> Sample:
        """Their combined work, in the wall time of the slowest."""
        runs = [self._pool.submit(work, name, seconds, perf_counter) for _ in range(ALL_CORES)]
        samples = [run.result() for run in runs]
        total = {unit: sum(sample[unit] for sample in samples) for unit in samples[0]}
        return {**total, "seconds": max(sample["seconds"] for sample in samples)}


def sommet_series(cores: Cores) -> list[Series]:
    """Both kinds of work for every game, in one thread and on all cores."""
    found = []
    for game in sommet.names():
        title = registry.kind(game).name
        found += [
            Series("play", title, partial(play_at_random, game)),
            Series("perft", title, partial(count_leaves, game)),
        ]
        if ALL_CORES > 1:
            found += [
                Series("play", title, partial(cores.together, play_at_random, game), ALL_CORES),
                Series("perft", title, partial(cores.together, count_leaves, game), ALL_CORES),
            ]
    return found
