"""The networks that ship: a file of the game's folder for each kind of options that has one."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import numpy as np

from sommet.core import registry
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.engine.value_network.network import NO_NETWORK, TRAITS, UNITS
from sommet.machine.kernel_interface import kernel_for, value_features, start

__all__ = ["FOLDER", "NetworkError", "name_of", "network_for", "traits_of"]

FOLDER = "value_networks"
Array = np.ndarray[Any, np.dtype[np.float32]]


class NetworkError(SommetError):
    """A network that does not fit the game it is for."""


def name_of(game: Game[Any]) -> str:
    """The name of the file in which the network for a game with these options lies; empty where
    there is no sketch to judge by, or more than two play."""
    kernel = kernel_for(game)
    judged = hasattr(kernel, "value_features") and game.seats == 2
    return f"{kernel.value_network_name(game)}.network" if judged else ""


def traits_of(game: Game[Any]) -> int:
    """How many numbers a sketch of the game has."""
    return value_features(start(game), 0, np.empty(TRAITS, np.uint8))


@lru_cache(64)
def network_for(game: Game[Any]) -> Array:
    """What judges a game with these options; NONE where nothing was learnt."""
    name = name_of(game)
    file = registry.folder(game.id).joinpath(FOLDER, name)
    if not name or not file.is_file():
        return NO_NETWORK
    return fitting(file.read_bytes(), traits_of(game), name)


def fitting(stored: bytes, traits: int, name: str) -> Array:
    """The network in a file, which has so many traits to judge."""
    try:
        found = np.load(io.BytesIO(stored), allow_pickle=False)
    except (EOFError, OSError, ValueError) as error:
        raise NetworkError(
            "broken_network", "Network {name} can't be read: {why}.", name=name, why=error
        ) from None
    if (
        found.dtype != np.float32
        or found.ndim != 2
        or found.shape[0] != traits + 2
        or not 0 < found.shape[1] <= UNITS
        or not np.isfinite(found).all()
    ):
        raise NetworkError(
            "unfit_network",
            "Network {name} is {found}, but must have {traits} inputs and at most {units} units.",
            name=name,
            found=f"{found.dtype}{found.shape}",
            traits=traits,
            units=UNITS,
        )
    return np.ascontiguousarray(found)
