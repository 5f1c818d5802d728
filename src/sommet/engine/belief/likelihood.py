"""How the turns of a seat look at a glance, in each of its roles."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    MOST_STEPS,
    State,
    evaluate,
    is_turn_start,
    play,
    steps,
    turn,
    with_secrets,
)

__all__ = ["liked"]


@njit
def turn_likelihood(before: State, after: State, worlds: Any, sharpness: float, into: Any) -> None:
    """For each of these worlds, how likely somebody plays the turn from `before` to `after` who
    plays what looks best in it."""
    seat = turn(before)
    buffer = np.empty(MOST_STEPS, np.int16)
    for world in range(len(worlds)):
        chosen = evaluate(with_secrets(after, worlds[world]), seat)
        total = 0.0
        unfinished = [with_secrets(before, worlds[world])]
        while len(unfinished):
            state = unfinished.pop()
            for place in range(steps(state, buffer)):
                then = play(state, buffer[place])
                if is_turn_start(then):
                    total += np.exp(sharpness * (evaluate(then, seat) - chosen))
                else:
                    unfinished.append(then)
        into[world] = 1.0 / total
