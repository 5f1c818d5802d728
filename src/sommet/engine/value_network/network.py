"""Evaluation of a state: one hidden layer over the kernel's value features.

A network is one float32 array (features + 2, units): a row of weights for each feature, a row of
biases and a row of output weights.

    units = max(0, features @ network[:-2] + network[-2])
    value = 1 / (1 + exp(-units @ network[-1]))

It evaluates two-player games for the seat to act. Every compiled caller provides its own buffers
for features and units.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from sommet.machine.jit import njit
from sommet.machine.kernel_interface import State, turn, value_features

__all__ = ["MAX_FEATURES", "MAX_UNITS", "NO_NETWORK", "win_logit", "win_probability"]

MAX_FEATURES = 128
"""The size of a buffer for the features of any state."""
MAX_UNITS = 64
"""The size of a buffer for the units of any network."""

NO_NETWORK = np.zeros((2, 0), np.float32)
"""The empty network, for games without one."""


@njit
def acting_logit(state: State, seat: int, network: Any, features: Any, units: Any) -> float:
    """The log-odds that the seat to act wins."""
    found = value_features(state, seat, features)
    count = network.shape[1]
    for unit in range(count):
        units[unit] = network[found, unit]
    for feature in range(found):
        weight = np.float32(features[feature])
        if weight != np.float32(0.0):
            for unit in range(count):
                units[unit] += weight * network[feature, unit]
    total = np.float32(0.0)
    for unit in range(count):
        total += max(units[unit], np.float32(0.0)) * network[found + 1, unit]
    return np.float64(total)


@njit
def win_logit(state: State, seat: int, network: Any, features: Any, units: Any) -> float:
    """The log-odds that one of two seats wins."""
    acting = turn(state)
    found = acting_logit(state, acting, network, features, units)
    return found if seat == acting else -found


@njit
def win_probability(state: State, seat: int, network: Any, features: Any, units: Any) -> float:
    """The expected share of a win for one of two seats, from 0 to 1."""
    return 1.0 / (1.0 + exp(-win_logit(state, seat, network, features, units)))
