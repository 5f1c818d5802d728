"""How likely a greedy player is to play a turn, compiled for the kernel of the states."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    State,
    evaluate,
    is_turn_start,
    play,
    steps,
    turn,
    with_secrets,
)

__all__ = ["turn_likelihood"]


@njit
def turn_likelihood(
    before: State, after: State, worlds: Any, sharpness: float, probabilities: Any
) -> None:
    """For each world, the softmax probability, by static evaluation, of the turn from `before` to
    `after`."""
    seat = turn(before)
    buffer = np.empty(MAX_STEPS, np.int16)
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
        probabilities[world] = 1.0 / total
