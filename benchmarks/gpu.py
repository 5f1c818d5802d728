"""Speed on one GPU, compared with Pgx where it can be imported: `make bench WITH=--gpu`.

*Random play* is whole random games. *Stepping* is 2²⁰ games at once, one step at a time through
`GpuBatch`, with the mask of legal steps after each step, as a learner would use it; Python's share
of it is measured too. A move is a whole turn; steps are chosen uniformly at random. Pgx plays
Othello and Connect Four with its own jitted, vectorised step and automatic reset, choosing a random
legal action from its mask, a whole series in one compiled scan.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import sommet
from sommet.core.game import Game
from sommet.machine.gpu import GpuBatch, cuda, playouts
from sommet.testing.batches import same_distributions, same_steps

GAMES = ("pylos", "triedre", "kabaleo", "colorpop")
BATCH = 1 << 20


def spread(measure: Callable[[], float], repeats: int) -> dict[str, float]:
    """The median, lowest and highest of several runs; the first is a warm-up."""
    measure()
    found = [measure() for _ in range(repeats)]
    return {"median": statistics.median(found), "low": min(found), "high": max(found)}


def check(game: Game[Any]) -> str:
    """Check that every step equals the CPU's and that lengths and results match `rules.py`."""
    same_steps(game, games=4096, steps=100)
    return "; ".join(same_distributions(game, threads=1 << 16, each=4, cpu=40_000, rules=300))


def random_play(name: str, repeats: int) -> dict[str, float]:
    """Moves per second in whole random games."""
    game = sommet.game(name)
    each = 4 if name == "colorpop" else 16

    def measure() -> float:
        cuda.synchronize()
        start = time.perf_counter()
        _, lengths = playouts(game, BATCH, each)
        cuda.synchronize()
        seconds = time.perf_counter() - start
        return float(lengths.copy_to_host().sum()) / seconds

    return spread(measure, repeats)


def stepping(
    name: str, repeats: int, steps: int = 100, *, observe: bool = False
) -> dict[str, float]:
    """Moves per second through the stepping interface."""
    batch = GpuBatch(sommet.game(name), BATCH)
    words = batch.words

    def measure() -> float:
        cuda.synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            batch.step(batch.random_steps())
            if observe:
                batch.observe()
        cuda.synchronize()
        seconds = time.perf_counter() - start
        # A step that ends a turn leaves a fresh state, so their share is moves by step.
        sample = words.copy_to_host()[:, :20_000]
        states = [type(batch.like)(*column) for column in sample.T]
        share = sum(bool(batch.kernel.is_turn_start(state)) for state in states) / len(states)
        return BATCH * steps * share / seconds

    return spread(measure, repeats)


def launch_microseconds(name: str, repeats: int, steps: int = 200) -> dict[str, float]:
    """Microseconds Python needs to launch one observed step, on a batch so small that it never
    waits for the GPU."""
    batch = GpuBatch(sommet.game(name), 128)

    def measure() -> float:
        cuda.synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            batch.step(batch.random_steps())
            batch.observe()
        return (time.perf_counter() - start) / steps * 1e6

    return spread(measure, repeats)


def pgx_stepping(name: str, repeats: int, steps: int = 100) -> dict[str, float]:
    """Moves per second in Pgx, the whole series compiled into one scan."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    init = jax.vmap(env.init)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, act_key, step_key = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(act_key, logits, axis=-1)
        return (step(state, action, jax.random.split(step_key, BATCH)), key), None

    series = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    carry = (jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1))
    box = [carry]

    def measure() -> float:
        jax.block_until_ready(box[0])
        start = time.perf_counter()
        box[0] = jax.block_until_ready(series(box[0]))
        return BATCH * steps / (time.perf_counter() - start)

    return spread(measure, repeats)


def main() -> None:
    """Measure, print a table, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--check", action="store_true", help="compare with the CPU first")
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    arguments = parser.parse_args()
    rows: dict[str, dict[str, float]] = {}

    def add(label: str, measure: Callable[[], dict[str, float]]) -> None:
        try:
            rows[label] = measure()
        except ImportError as missing:
            print(f"{label:32} skipped: {missing}")
            return
        row = rows[label]
        figures = f"{row['median']:.3g} moves/s  ({row['low']:.3g} to {row['high']:.3g})"
        print(f"{label:32} {figures}", flush=True)

    print(f"{cuda.get_current_device().name} · NumPy {np.__version__} · batch {BATCH}")
    if arguments.check:
        for name in arguments.games:
            print(f"{name}: {check(sommet.game(name))}", flush=True)
    for name in ("othello", "connect_four"):
        add(f"Pgx {name}", lambda name=name: pgx_stepping(name, arguments.repeats))
    for name in arguments.games:
        add(f"{name}: random play", lambda name=name: random_play(name, arguments.repeats))
        add(f"{name}: stepping", lambda name=name: stepping(name, arguments.repeats))
        add(
            f"{name}: stepping, observed",
            lambda name=name: stepping(name, arguments.repeats, observe=True),
        )
    for name in arguments.games:
        row = launch_microseconds(name, arguments.repeats)
        figures = f"{row['median']:.1f} µs per step  ({row['low']:.1f} to {row['high']:.1f})"
        print(f"{name + ': Python, observed':32} {figures}", flush=True)
    if "Pgx othello" in rows:
        peer = rows["Pgx othello"]["median"]
        for label, row in rows.items():
            print(f"{label:32} {row['median'] / peer:8.2f} × Pgx othello")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
