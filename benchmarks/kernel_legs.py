"""The speed of kernels by the JIT, in the library, and as WebAssembly in Node, in one run:
`python -m benchmarks.kernel_legs`, or with the ids of games.

The legs take turns; figures are medians of ROUNDS on one thread, by wall time. WebAssembly includes
copying arrays to Node and back, which is little beside the work of a call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median
from time import perf_counter
from typing import TypeAlias
from unittest.mock import patch

import numpy as np

import sommet
from benchmarks.envs import open_spiel_game, pettingzoo_game
from sommet.engine.mcts.node_pool import NodePool
from sommet.engine.mcts.tree import empty_query
from sommet.machine import shipped_library, stepper
from sommet.machine.batch import Batch
from sommet.machine.bits import u64
from sommet.machine.exports import EXPORTS
from sommet.machine.kernel_interface import MAX_STEPS, start
from sommet.machine.perft import perft
from sommet.testing.legs import Leg, legs

ROUNDS = 5
GAMES, LEAVES, SIMULATIONS, NODES, BATCH = 10_000, 1_000_000, 20_000, 1 << 19, 8192
ENV_STEPS = 5_000

Work: TypeAlias = Callable[[], int]
"""Does some work; returns how many units."""


def kernel_work(name: str, leg: Leg) -> dict[str, Work]:
    """Work that one call of compiled code does, on any leg."""
    state = start(sommet.game(name))
    results, lengths = np.empty(GAMES, np.int32), np.empty(GAMES, np.int32)
    scratch = np.empty((64, MAX_STEPS), np.int16)
    depth = next(depth for depth in range(1, 20) if perft(state, depth) >= LEAVES)
    pool = NodePool.allocate(NODES, 1)
    query = empty_query()._replace(all_seats=3, roles=np.zeros((1, 2), np.int16))
    batch = Batch(sommet.game(name), BATCH, threads=1, deals=16)
    first = (0, BATCH, batch.like, batch.words)
    stepped = (batch.starts, batch.chosen, batch.chances, 0, batch.results, batch.rewards)

    def play() -> int:
        leg(EXPORTS["playouts"], state, u64(12345), results, lengths)
        return GAMES

    def count() -> int:
        return int(leg(EXPORTS["count_moves"], state, depth, scratch))

    def search() -> int:
        leg(EXPORTS["reset_tree"], pool)
        return int(leg(EXPORTS["run_simulations"], pool, 1, state, query, u64(1), SIMULATIONS)[0])

    def step() -> int:
        leg(EXPORTS["random_some"], *first, batch.chances, batch.chosen)
        leg(EXPORTS["step_some"], *first, *stepped, batch.turns, *batch._last, batch.mask)
        leg(EXPORTS["observe_some"], *first, batch.observation)
        return BATCH

    return {"games": play, "leaves": count, "simulations": search, "batch steps": step}


@contextmanager
def without_library() -> Iterator[None]:
    """Within it, Python calls the JIT's code."""
    with patch.object(shipped_library, "loaded", return_value=None):
        forget_calls()
        yield
    forget_calls()


def forget_calls() -> None:
    stepper._bound_follow.cache_clear()
    for export in EXPORTS.values():
        export._calls.clear()


def environment_work(name: str) -> dict[str, Work]:
    """Random games in the environments, a step at a time."""
    import pyspiel

    from sommet.envs.aec import raw_env
    from sommet.envs.openspiel import register_all, short_name

    if short_name(name) not in pyspiel.registered_names():
        register_all()
    game = pyspiel.load_game(short_name(name))

    def until_enough(play: Callable[[], int]) -> int:
        done = 0
        while done < ENV_STEPS:
            done += play()
        return done

    return {
        "PettingZoo steps": partial(until_enough, partial(pettingzoo_game, raw_env(name))),
        "OpenSpiel steps": partial(until_enough, partial(open_spiel_game, game)),
    }


def measure(name: str) -> dict[str, dict[str, float]]:
    """Units per second, by kind of work and leg."""
    works = {leg: kernel_work(name, call) for leg, call in legs().items()}
    rates: dict[str, dict[str, list[float]]] = {}

    def once(leg: str, kind: str, work: Work) -> None:
        began = perf_counter()
        done = work()
        rates.setdefault(kind, {}).setdefault(leg, []).append(done / (perf_counter() - began))

    for work in works.values():
        for one in work.values():
            one()  # compiles, and fills the caches
    for _ in range(ROUNDS):
        for leg, work in works.items():
            for kind, one in work.items():
                once(leg, kind, one)
    with without_library():
        by_jit = environment_work(name)
    by_library = environment_work(name)
    for _ in range(ROUNDS):
        for kind in by_jit:
            with without_library():
                by_jit[kind]()  # binds again
                once("JIT", kind, by_jit[kind])
            by_library[kind]()
            once("library", kind, by_library[kind])
    return {
        kind: {leg: median(found) for leg, found in of_legs.items()}
        for kind, of_legs in rates.items()
    }


def main() -> None:
    print(f"{'':34}{'JIT':>12}{'library':>12}{'':>6}{'WebAssembly':>13}")
    for name in sys.argv[1:] or sommet.names():
        for kind, found in measure(name).items():
            line = f"{name + ' ' + kind + '/s':34}{found['JIT']:12,.0f}"
            for leg in ("library", "WebAssembly"):
                if leg in found:
                    line += f"{found[leg]:12,.0f}{found[leg] / found['JIT']:>5.0%} "
            print(line, flush=True)


if __name__ == "__main__":
    main()
