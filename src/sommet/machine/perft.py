"""Perft: counting sequences of moves, compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sommet.machine.arrays import INT16, zeros
from sommet.machine.exports import INT, STATE, Array, export
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    canonical_steps,
    is_turn_start,
    outcome,
    play,
)

__all__ = ["MAX_STEPS", "perft"]

ROWS_PER_MOVE = 8
"""Initial rows of scratch memory for the steps of a move."""
TOO_DEEP = -1


@njit
def count_moves(state: State, depth: int, scratch: Any) -> int:
    """The number of sequences of `depth` moves that begin with the rest of this turn.

    `scratch` needs a row for each step of a sequence; returns TOO_DEEP if it has too few.
    """
    if len(scratch) == 0:
        return TOO_DEEP
    found = 0
    for index in range(canonical_steps(state, scratch[0])):
        after = play(state, scratch[0, index])
        if not is_turn_start(after):
            below = count_moves(after, depth, scratch[1:])
        elif depth == 1:
            below = 1
        elif outcome(after) == RUNNING:
            below = count_moves(after, depth - 1, scratch[1:])
        else:
            below = 0
        if below < 0:
            return TOO_DEEP
        found += below
    return found


_count_moves = export("count_moves", STATE, INT, Array(INT16, 2), returns=(INT,))(count_moves)


def perft(state: State, depth: int, count: Callable[..., int] = _count_moves) -> int:
    """The number of sequences of `depth` moves from a state; a finished game adds none."""
    if depth == 0:
        return 1
    if outcome(state) != RUNNING:
        return 0
    rows = depth * ROWS_PER_MOVE
    while True:  # the length of a turn isn't known in advance
        found = int(count(state, depth, zeros(INT16, rows, MAX_STEPS)))
        if found != TOO_DEEP:
            return found
        rows *= 2
