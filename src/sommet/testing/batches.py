"""Compares batch play on the GPU, batch play on the CPU, and `rules.py`."""

from __future__ import annotations

import random
from math import sqrt
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.testing.batches", "fast", "numpy"):
    raise fault

import numpy as np

from sommet.core.game import Game
from sommet.core.move import Path
from sommet.machine.batch import Batch, count_deals, kernel_for, start_words
from sommet.machine.kernel_interface import ENDED
from sommet.machine.playout import playouts

__all__ = ["same_distributions", "same_steps"]

MAX_STANDARD_ERRORS = 5.0
"""How far apart two means may be."""


def same_steps(
    game: Game[Any],
    *,
    games: int,
    steps: int,
    seed: int = 0,
    limit: int | None = None,
    ending: int = 0,
) -> None:
    """Play the same random steps on the GPU and the CPU: every array must agree. Games start with
    a deal or, with `ending`, that many steps before an end: then some must end."""
    from sommet.machine.gpu import GpuBatch

    there = GpuBatch(game, games, seed=seed, deals=16, limit=limit)
    here = Batch(game, games, seed=seed, deals=16, limit=limit)
    if ending:
        here.starts = _state_before_end(game, ending, seed)
        there.starts = there._array(here.starts)
        for batch in (here, there):
            batch.reset()
    names = ["words", "chances", "turns", "mask", "lengths", "results", "rewards"]
    names += ["figures", "final", "final_turns"]
    ended = 0
    for _ in range(steps):
        for name in names:
            on_gpu, on_cpu = getattr(there, name).copy_to_host(), getattr(here, name)
            assert (on_gpu == on_cpu).all(), f"{game}: {name} differ"
        assert (there.observe().copy_to_host() == here.observe()).all(), f"{game}: observations"
        chosen = here.random_steps()
        assert (there.random_steps().copy_to_host() == chosen).all(), f"{game}: random steps"
        there.step(there.chosen)
        here.step(chosen)
        ended += int((here.results >= ENDED).sum())
    assert ended or not ending, f"{game}: no game has ended"


def _state_before_end(game: Game[Any], ending: int, seed: int) -> np.ndarray[Any, Any]:
    """The state `ending` steps before the end of a random game, as words (word, 1)."""
    batch, way = Batch(game, 1, seed=seed, deals=1), list[np.ndarray[Any, Any]]()
    while batch.results[0] < ENDED:
        way.append(batch.words.copy())
        batch.step(batch.random_steps())
    return way[-ending]


def random_length(game: Game[Any], seed: str, dice_seed: int) -> tuple[int, int]:
    """The winners' bits and the length of a random game played with `rules.py`, step by step."""
    dice = random.Random(dice_seed)
    position, moves = game.start(seed), 0
    while not position.outcome:
        path: Path = ()
        steps = position.table.steps(path)
        while steps.next:
            step = dice.choice((*steps.next, *([""] if steps.end else [])))
            if not step:
                break
            path = (*path, step)
            steps = position.table.steps(path)
        position, moves = position.play(position.table.walk(path)), moves + 1
    return sum(1 << seat for seat in position.outcome.winners), moves


def same_distributions(
    game: Game[Any], *, threads: int, each: int, cpu: int, rules: int, deals: int = 1024
) -> list[str]:
    """Lengths and results of random games on the GPU, on the CPU and with `rules.py` must have the
    same distribution. Returns a summary line for each."""
    from sommet.machine import gpu

    arrays = gpu.playouts(game, threads, each, deals=deals)
    results, lengths = (array.copy_to_host().ravel() for array in arrays)
    samples = {"GPU": (results & (ENDED - 1), lengths)}
    starts = start_words(game, count_deals(game, deals), 0)
    state = type(kernel_for(game).encode(game.start(0).table, game.start(0).secrets))
    played = [
        playouts(state(*deal), cpu // starts.shape[1] + 1, seed)
        for seed, deal in enumerate(starts.T)
    ]
    samples["CPU"] = (
        np.concatenate([found for found, _ in played]) & (ENDED - 1),
        np.concatenate([long for _, long in played]),
    )
    book = np.array(
        [
            random_length(game, f"0 {game_number % deals}", game_number)
            for game_number in range(rules)
        ]
    )
    samples["rules"] = (book[:, 0], book[:, 1])
    summary = []
    for name, (won, length) in samples.items():
        first = won & 1
        summary.append(
            f"{name} {len(won)} games, {length.mean():.2f} moves, {first.mean():.3f} first"
        )
        for other_won, other_length in samples.values():
            for ours, others in ((length, other_length), (first, other_won & 1)):
                error = sqrt(ours.var() / len(ours) + others.var() / len(others))
                assert abs(ours.mean() - others.mean()) <= MAX_STANDARD_ERRORS * error, (
                    f"{game}: {summary}"
                )
    return summary
