"""Random games at machine speed: every step uniformly among the possible ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.machine.bits import Word, mixed, u64
from sommet.machine.compiling import njit
from sommet.machine.protocol import RUNNING, State, fresh, outcome, play, random_step

__all__ = ["LONGEST", "playout", "playouts"]

LONGEST = 10_000
"""Moves after which a random game is given up: one that ran so long would be a fault."""


@njit
def playout(state: State, chance: Word) -> tuple[int, int, Word]:
    """Play to the end: the outcome (RUNNING when given up), the moves played, the generator."""
    moves = 0
    result = outcome(state)
    while result == RUNNING and moves < LONGEST:
        step, chance = random_step(state, chance)
        state = play(state, step)
        if fresh(state):
            moves += 1
            result = outcome(state)
    return result, moves, chance


@njit
def _playouts(state: State, chance: Word, results: Any, lengths: Any) -> Word:
    for game in range(len(results)):
        results[game], lengths[game], chance = playout(state, chance)
    return chance


def playouts(state: State, games: int, seed: int = 1) -> tuple[Any, Any]:
    """The outcomes and the lengths in moves of so many random games, as arrays."""
    results, lengths = np.empty(games, np.int32), np.empty(games, np.int32)
    _playouts(state, u64(mixed(u64(seed + 1))), results, lengths)
    return results, lengths
