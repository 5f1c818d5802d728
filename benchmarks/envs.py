"""The speed of our environments compared with others, in one run: `python -m benchmarks.envs`.

Random games in one thread, by processor time, in turn and repeatedly: PettingZoo's connect_four and
ours on the bare environment; OpenSpiel's own Python games and ours; batches on the CPU with masks
and observations, and Pgx on the CPU where it can be imported.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import random
from time import process_time
from typing import Any

import sommet
from sommet.machine.batch import Batch

Work = Callable[[], int]
PYTHON_GAMES = tuple(
    f"python_{name}" for name in ("tic_tac_toe", "block_dominoes", "kuhn_poker", "liars_poker")
)
BATCH = 4096


def pettingzoo_game(env: Any) -> int:
    """Play one random game on a bare environment; return its number of steps."""
    env.reset()
    steps = 0
    while True:
        observation, _, over, cut, _ = env.last()
        if over or cut:
            return steps
        possible = observation["action_mask"].nonzero()[0]
        env.step(int(possible[int(random() * len(possible))]))
        steps += 1


def open_spiel_game(game: Any) -> int:
    """Play one random game; return its number of actions."""
    state, actions = game.new_initial_state(), 0
    while possible := state.legal_actions():
        state.apply_action(possible[int(random() * len(possible))])
        actions += 1
    return actions


def batch_steps(batch: Batch) -> int:
    """Ten steps of all games, each with its mask and observation."""
    for _ in range(10):
        batch.step(batch.random_steps())
        batch.observe()
    return 10 * BATCH


def pgx_steps(name: str) -> Work:
    """Ten steps of all games in Pgx, compiled as one scan."""
    jax: Any = import_module("jax")
    wrappers: Any = import_module("pgx.experimental.wrappers")
    env = import_module("pgx").make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, chosen, dealt = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(chosen, logits, axis=-1)
        return (step(state, action, jax.random.split(dealt, BATCH)), key), None

    series = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=10)[0])
    keys = jax.random.split(jax.random.PRNGKey(0), BATCH)
    box = [(jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1))]

    def work() -> int:
        box[0] = jax.block_until_ready(series(box[0]))
        return 10 * BATCH

    return work


def all_series() -> dict[str, Work]:
    """Everything to measure, by name."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    import pyspiel
    from pettingzoo.classic.connect_four.connect_four import raw_env as connect_four

    from sommet.envs.aec import raw_env
    from sommet.envs.openspiel import short_name

    import_module("open_spiel.python.games")  # registers them
    found: dict[str, Work] = {"PettingZoo connect_four": partial(pettingzoo_game, connect_four())}
    for name in sommet.names():
        found[f"PettingZoo {name}"] = partial(pettingzoo_game, raw_env(name))
    for name in (*PYTHON_GAMES, *map(short_name, sommet.names())):
        found[f"OpenSpiel {name}"] = partial(open_spiel_game, pyspiel.load_game(name))
    for name in sommet.names():
        found[f"batch {name}"] = partial(batch_steps, Batch(sommet.game(name), BATCH, threads=1))
    for name in ("othello", "connect_four"):
        try:
            found[f"Pgx {name}"] = pgx_steps(name)
        except ImportError as missing:
            print(f"Pgx {name} is skipped: {missing}")
    return found


def steps_per_second(work: Work, seconds: float) -> float:
    """Steps per second of processor time."""
    steps, begin = 0, process_time()
    while (took := process_time() - begin) < seconds:
        steps += work()
    return steps / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds per measurement")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    works = all_series()
    rates: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(given.repeats):
        for name, work in works.items():
            rates[name].append(steps_per_second(work, given.seconds))
    for name, found in rates.items():
        spread = f"{min(found):12,.0f} to {max(found):,.0f}"
        print(f"{name:36} {statistics.median(found):12,.0f} steps/s {spread}")
    if given.json:
        given.json.write_text(json.dumps(rates, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
