"""What a small network makes of a game: one hidden layer over the kernel's sketch of it.

The network is one array of `float32` (traits + 2, units). A row for each number of the sketch, a
row of what each unit begins with, and what each unit says in the end:

    units = max(0, sketch @ network[:-2] + network[-2])
    worth = 1 / (1 + exp(-units @ network[-1]))

It judges games of two, for the seat to act. Every compiled caller has room of its own for the
sketch and the units.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from sommet.machine.jit import njit
from sommet.machine.kernel_interface import State, value_features, turn

__all__ = ["NONE", "TRAITS", "UNITS", "outlook", "worth"]

TRAITS = 128
"""Room for the sketch of any state."""
UNITS = 64
"""Room for the units of any network."""

NO_NETWORK = np.zeros((2, 0), np.float32)
"""The network that judges nothing."""


@njit
def tendency(state: State, seat: int, network: Any, traits: Any, units: Any) -> float:
    """The logarithm of the odds that a seat wins; 0 for even."""
    found = value_features(state, seat, traits)
    count = network.shape[1]
    for unit in range(count):
        units[unit] = network[found, unit]
    for trait in range(found):
        weight = np.float32(traits[trait])
        if weight != np.float32(0.0):
            for unit in range(count):
                units[unit] += weight * network[trait, unit]
    total = np.float32(0.0)
    for unit in range(count):
        total += max(units[unit], np.float32(0.0)) * network[found + 1, unit]
    return np.float64(total)


@njit
def outlook(state: State, seat: int, network: Any, traits: Any, units: Any) -> float:
    """The logarithm of the odds that one of two seats wins: the one to act is judged."""
    acting = turn(state)
    found = tendency(state, acting, network, traits, units)
    return found if seat == acting else -found


@njit
def worth(state: State, seat: int, network: Any, traits: Any, units: Any) -> float:
    """The share of a win that one of two seats can expect, from 0 to 1."""
    return 1.0 / (1.0 + exp(-outlook(state, seat, network, traits, units)))
