"""One layer of a beam search, compiled for the kernel of its states."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    ENDED,
    MAX_STEPS,
    RUNNING,
    State,
    canonical_key,
    is_turn_start,
    load,
    outcome,
    play,
    remaining_cost,
    steps,
    store,
)

__all__ = ["expand_layer"]


@njit
def expand_layer(
    like: State, layer: Any, count: int, after: Any, parents: Any, made: Any, keys: Any, loads: Any
) -> Any:
    """Expand the first `count` states of a layer into the arrays `after` (states), `parents`,
    `made` (steps), `keys` and `loads` (the work left to do).

    Returns the number of new states and the index of a winning one, or -1. Lost states are left
    out.
    """
    room = np.empty(MAX_STEPS, np.int16)
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
