"""Counting sequences of whole moves at machine speed."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.machine.compiling import njit
from sommet.machine.protocol import (
    MOST_STEPS,
    RUNNING,
    State,
    canonical_steps,
    fresh,
    outcome,
    play,
)

__all__ = ["MOST_STEPS", "perft"]

MOST_STEPS_IN_A_TURN = 24
"""Trièdre: one cube and eleven forced ones, the colour and the cell of each."""


@njit
def count_moves(state: State, depth: int, room: Any) -> int:
    """The sequences of `depth` moves that begin with the rest of this turn.

    `room` has a row of steps for each half-turn on the way down.
    """
    found = 0
    for index in range(canonical_steps(state, room[0])):
        after = play(state, room[0, index])
        if not fresh(after):
            found += count_moves(after, depth, room[1:])
        elif depth == 1:
            found += 1
        elif outcome(after) == RUNNING:
            found += count_moves(after, depth - 1, room[1:])
    return found


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` moves from a state; a finished game adds none."""
    if depth == 0:
        return 1
    if outcome(state) != RUNNING:
        return 0
    room = np.empty((depth * MOST_STEPS_IN_A_TURN, MOST_STEPS), np.int16)
    return int(count_moves(state, depth, room))
