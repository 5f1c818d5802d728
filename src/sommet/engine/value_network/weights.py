"""Networks shipped in the games' folders, one file for each set of options that has one."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import numpy as np

from sommet.core import registry
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.engine.value_network.network import MAX_FEATURES, MAX_UNITS, NO_NETWORK
from sommet.machine.kernel_interface import kernel_for, start, value_features

__all__ = ["NETWORKS_FOLDER", "NetworkError", "feature_count", "load_network", "network_name"]

NETWORKS_FOLDER = "value_networks"
Array = np.ndarray[Any, np.dtype[np.float32]]


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
    return value_features(start(game), 0, np.empty(MAX_FEATURES, np.uint8))


@lru_cache(64)
def load_network(game: Game[Any]) -> Array:
    """The network of a game with these options, or NO_NETWORK."""
    name = network_name(game)
    file = registry.folder(game.id).joinpath(NETWORKS_FOLDER, name)
    if not name or not file.is_file():
        return NO_NETWORK
    return parse_network(file.read_bytes(), feature_count(game), name)


def parse_network(stored: bytes, features: int, name: str) -> Array:
    """The network stored in a file, checked against the number of features."""
    try:
        found = np.load(io.BytesIO(stored), allow_pickle=False)
    except (EOFError, OSError, ValueError) as error:
        raise NetworkError(
            "broken_network", "Network {name} can't be read: {why}.", name=name, why=error
        ) from None
    if (
        found.dtype != np.float32
        or found.ndim != 2
        or found.shape[0] != features + 2
        or not 0 < found.shape[1] <= MAX_UNITS
        or not np.isfinite(found).all()
    ):
        raise NetworkError(
            "unfit_network",
            "Network {name} is {found}, but must have {traits} inputs and at most {units} units.",
            name=name,
            found=f"{found.dtype}{found.shape}",
            traits=features,
            units=MAX_UNITS,
        )
    return np.ascontiguousarray(found)
