"""The speed of kernels by the JIT, in the library, and as WebAssembly in Chromium, in one run:
`python -m benchmarks.kernel_legs`, or with the ids of games; `--calls` for every exported function.

The legs take turns; figures are the best of some rounds on one thread. Python calls the JIT and the
library, which is measured in processor time; the page calls WebAssembly, measured by its clock.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import perf_counter, thread_time
from typing import Any, TypeAlias
from unittest.mock import patch

import numpy as np

import sommet
from benchmarks.chromium import ChromiumLibrary, chromium
from benchmarks.envs import open_spiel_game, pettingzoo_game
from sommet.engine.mcts.node_pool import NodePool
from sommet.engine.mcts.tree import empty_query
from sommet.machine import shipped_library, stepper
from sommet.machine.batch import Batch
from sommet.machine.bits import u64
from sommet.machine.exports import EXPORTS, Export
from sommet.machine.kernel_interface import MAX_STEPS, kernel_for
from sommet.machine.perft import perft
from sommet.testing.kernels import walk
from sommet.testing.legs import Leg, arrays_in, copied, legs
from tests.machine import test_legs

ROUNDS = 5
GAMES, LEAVES, SIMULATIONS, NODES, BATCH = 10_000, 1_000_000, 20_000, 1 << 19, 8192
ENV_STEPS = 5_000
CALLS_S = 0.5
"""How long each exported function is called."""
MOST_COPIED_BYTES, LARGEST_SENT_BYTES = 1 << 22, 1 << 26
"""Arrays of more bytes are sent to the page only twice; of still more, not at all."""

Work: TypeAlias = Callable[[], int]
"""Does some work; returns how many units."""


def kernel_work(name: str, leg: Leg) -> dict[str, Work]:
    """Work that one call of compiled code does, on any leg."""
    position = sommet.game(name).start(1)
    kernel = kernel_for(position.game)
    state = kernel.encode(position.table, position.secrets)
    results, lengths = np.empty(GAMES, np.int32), np.empty(GAMES, np.int32)
    scratch = np.empty((64, MAX_STEPS), np.int16)
    depth = next(depth for depth in range(1, 20) if perft(state, depth) >= LEAVES)
    pool = NodePool.allocate(NODES, 1)
    seats = position.game.seats
    query = empty_query()._replace(
        worlds=np.array([kernel.pack_secrets(position.secrets)], np.uint64),
        all_seats=(1 << seats) - 1,
        roles=np.zeros((1, seats), np.int16),
        shares=np.ones(256),
    )
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
    stepper._calls_for.cache_clear()
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


def measure(name: str, page: ChromiumLibrary) -> dict[str, dict[str, float]]:
    """Units per second, by kind of work and leg."""
    calls: dict[str, Leg] = {
        "JIT": lambda export, *given: export.by_jit(*given),
        "library": lambda export, *given: export(*given),
        "WebAssembly": lambda export, *given: export.in_library(page, *given),
    }
    works = {leg: kernel_work(name, call) for leg, call in calls.items()}
    rates: dict[str, dict[str, list[float]]] = {}

    def once(leg: str, kind: str, work: Work) -> None:
        began, in_page = thread_time(), page.seconds
        done = work()
        took = (page.seconds - in_page) or (thread_time() - began)
        rates.setdefault(kind, {}).setdefault(leg, []).append(done / took)

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
        kind: {leg: max(found) for leg, found in of_legs.items()} for kind, of_legs in rates.items()
    }


def typical_calls(name: str) -> dict[str, tuple[Any, ...]]:
    """Arguments for each exported function that the game has: those of the first call in a test."""
    found: dict[str, tuple[Any, ...]] = {}

    def record(export: Export, *given: Any) -> Any:
        found.setdefault(export.name, tuple(map(copied, given)))
        return export.by_jit(*given)

    game = sommet.game(name)
    with patch.dict(legs(), {"JIT": record}, clear=True):
        walk(game.start(3), random.Random(3), full_check_share=0, on_legs=True)
        test_legs.test_batches_agree_on_every_leg(name)
        test_legs.compare_search(game)
        for each in (
            test_legs.test_likelihoods_of_turns_are_the_same_on_every_leg,
            test_legs.compare_solo_search,
        ):
            with suppress(sommet.SommetError):
                each(name)
        if name == "triedre":
            test_legs.test_proofs_are_the_same_on_every_leg(1)
        if name == "pylos":
            test_legs.test_evaluated_searches_are_the_same_on_every_leg(1)
    return found


def measure_calls(name: str, page: ChromiumLibrary) -> dict[str, dict[str, float]]:
    """Calls per second, by function and leg."""
    rates: dict[str, dict[str, float]] = {}
    library = shipped_library.loaded()
    for function, given in typical_calls(name).items():
        export = EXPORTS[function]
        state = export._state_of(given)
        by_leg = {"JIT": export.by_jit, "library": export._bound(library, state, (), ())}
        taken: dict[str, list[float]] = {leg: [] for leg in by_leg}
        until = perf_counter() + CALLS_S
        while perf_counter() < until or len(taken["JIT"]) < ROUNDS:
            for leg, call in by_leg.items():
                arguments = tuple(map(copied, given))
                began = thread_time()
                call(*arguments)
                taken[leg].append(thread_time() - began)
        size = sum(array.nbytes for array in arrays_in(given))
        rates[function] = {leg: 1 / min(took) for leg, took in taken.items()}
        if size < LARGEST_SENT_BYTES:
            page.copies = max(1, min(1000, LARGEST_SENT_BYTES // (10 * max(size, 1))))
            before, rounds = page.seconds, 2 * ROUNDS if size < MOST_COPIED_BYTES else 2
            for _ in range(rounds):
                export.in_library(page, *map(copied, given))
            took = (page.seconds - before) / page.copies / rounds
            rates[function]["WebAssembly"] = 1 / max(took, 1e-9)
            page.copies = 1
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernel_legs", description=__doc__)
    parser.add_argument("games", nargs="*", default=sommet.names())
    parser.add_argument("--calls", action="store_true", help="every exported function")
    given = parser.parse_args()
    print(f"{'':34}{'JIT':>12}{'library':>12}{'':>6}{'WebAssembly':>13}")
    for name in given.games:
        with chromium() as page:
            rates = (measure_calls if given.calls else measure)(name, page)
        for kind, found in rates.items():
            line = f"{name + ' ' + kind + '/s':34}{found['JIT']:12,.0f}"
            for leg in ("library", "WebAssembly"):
                if leg in found:
                    line += f"{found[leg]:12,.0f}{found[leg] / found['JIT']:>5.0%} "
            print(line, flush=True)


if __name__ == "__main__":
    main()
