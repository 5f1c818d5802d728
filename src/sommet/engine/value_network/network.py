"""Evaluation of a state: one hidden layer over the kernel's value features.

A network is one float32 array (features + 2, units): a row of weights for each feature, a row of
biases and a row of output weights.

    units = max(0, features @ network[:-2] + network[-2])
    value = 1 / (1 + exp(-units @ network[-1]))

It evaluates two-player games for the seat to act. Every compiled caller provides its own buffers
for features and units.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from struct import iter_unpack
from typing import Any

from sommet.core import registry
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.machine.arrays import FLOAT32, UINT8, Buffer, array_of, read_npy, zeros
from sommet.machine.exponential import exp
from sommet.machine.jit import njit, np
from sommet.machine.kernel_interface import State, kernel_for, start, turn, value_features

__all__ = [
    "MAX_FEATURES",
    "MAX_UNITS",
    "NETWORKS_FOLDER",
    "NO_NETWORK",
    "NetworkError",
    "feature_count",
    "load_network",
    "network_name",
    "win_logit",
    "win_probability",
]

MAX_FEATURES = 128
"""The size of a buffer for the features of any state."""
MAX_UNITS = 64
"""The size of a buffer for the units of any network."""

NO_NETWORK = zeros(FLOAT32, 2, 1)
"""A network without features, for games without one."""


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


# --- networks shipped in the games' folders ------------------------------------------------------

NETWORKS_FOLDER = "value_networks"
"""It has a file for each set of options with a network."""


class NetworkError(SommetError):
    """A network file that is damaged or does not fit its game."""


def network_name(game: Game[Any]) -> str:
    """The file name of the network for a game with these options; empty for kernels without value
    features and for more than two players."""
    kernel = kernel_for(game)
    judged = hasattr(kernel, "value_features") and game.seats == 2
    return f"{kernel.value_network_name(game)}.network" if judged else ""


def feature_count(game: Game[Any]) -> int:
    """The number of value features of a game."""
    return value_features(start(game), 0, zeros(UINT8, MAX_FEATURES))


@lru_cache(64)
def load_network(game: Game[Any]) -> Buffer:
    """The network of a game with these options, or NO_NETWORK."""
    name = network_name(game)
    file = registry.folder(game.id).joinpath(NETWORKS_FOLDER, name)
    if not name or not file.is_file():
        return NO_NETWORK
    return parse_network(file.read_bytes(), feature_count(game), name)


def parse_network(stored: bytes, features: int, name: str) -> Buffer:
    """The network stored in a file, checked against the number of features."""
    try:
        kind, shape, data = read_npy(stored)
    except ValueError as error:
        raise NetworkError(
            "broken_network", "Network {name} can't be read: {why}.", name=name, why=error
        ) from None
    if kind == "<f4" and len(shape) == 2 and shape[0] == features + 2 and 0 < shape[1] <= MAX_UNITS:
        found = array_of(FLOAT32, [number for (number,) in iter_unpack("<f", data)], *shape)
        if all(isfinite(number) for row in found.tolist() for number in row):
            return found
    raise NetworkError(
        "unfit_network",
        "Network {name} is {found}, but must have {traits} inputs and at most {units} units.",
        name=name,
        found=f"{kind}{shape}",
        traits=features,
        units=MAX_UNITS,
    )
