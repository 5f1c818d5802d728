"""From one layer of positions to the next, compiled for the kernel that they belong to."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    ENDED,
    MOST_STEPS,
    RUNNING,
    State,
    remaining_cost,
    canonical_key,
    is_turn_start,
    load,
    outcome,
    play,
    steps,
    store,
)

__all__ = ["spread"]


@njit
def spread(
    like: State, layer: Any, count: int, after: Any, parents: Any, made: Any, keys: Any, loads: Any
) -> Any:
    """All steps from the first `count` states of a layer into the arrays `after` (its states),
    `parents`, `made` (the steps), `keys` and `loads` (what is left to do).

    Returns how many there are, and the place of one that wins, or -1. States in which the game is
    lost are left out.
    """
    room = np.empty(MOST_STEPS, np.int16)
    found = 0
    for place in range(count):
        state = load(like, layer, place)
        for number in range(steps(state, room)):
            then = play(state, room[number])
            end = outcome(then) if is_turn_start(then) else RUNNING
            won = (end & (ENDED - 1)) != 0
            if end == RUNNING or won:
                store(then, after, found)
                parents[found] = place
                made[found] = room[number]
                keys[found] = canonical_key(then)
                loads[found] = remaining_cost(then)
                found += 1
                if won:
                    return found, found - 1
    return found, -1
