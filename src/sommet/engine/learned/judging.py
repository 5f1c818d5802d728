"""What a small network makes of a game: one hidden layer over the kernel's sketch of it.

The network is one array of `float32` (traits + 2, units). A row for each number of the sketch, a
row of what each unit begins with, and what each unit says in the end:

    units = max(0, sketch @ network[:-2] + network[-2])
    worth = 1 / (1 + exp(-units @ network[-1]))

It judges for the seat to act. Every compiled caller has room of its own for the sketch and units.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.machine.compiling import njit
from sommet.machine.protocol import State, sketch, turn

__all__ = ["NONE", "TRAITS", "UNITS", "judge", "outlook", "sides_of", "tendency"]

TRAITS = 128
"""Room for the sketch of any state."""
UNITS = 64
"""Room for the units of any network."""

NONE = np.zeros((2, 0), np.float32)
"""The network that judges nothing."""


@njit
def tendency(state: State, seat: int, network: Any, traits: Any, units: Any) -> float:
    """The logarithm of the odds that a seat wins; 0 for even."""
    found = sketch(state, seat, traits)
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
def outlook(state: State, seat: int, sides: Any, network: Any, traits: Any, units: Any) -> float:
    """As `tendency`; of two sides only the one to act is judged, and the other has the rest."""
    if sides[0] > 2:
        return tendency(state, seat, network, traits, units)
    acting = turn(state)
    found = tendency(state, acting, network, traits, units)
    return found if sides[1 + seat] == sides[1 + acting] else -found


@njit
def judge(state: State, sides: Any, network: Any, traits: Any, units: Any, into: Any) -> None:
    """The share of a win that each seat can expect."""
    seats = len(sides) - 1
    if sides[0] == 2:
        acting = turn(state)
        own = 1.0 / (1.0 + exp(-tendency(state, acting, network, traits, units)))
        for seat in range(seats):
            into[seat] = own if sides[1 + seat] == sides[1 + acting] else 1.0 - own
    else:
        total = 0.0
        for seat in range(seats):
            into[seat] = 1.0 / (1.0 + exp(-tendency(state, seat, network, traits, units)))
            total += into[seat]
        for seat in range(seats):
            into[seat] /= total


def sides_of(game: Game[Any]) -> np.ndarray[Any, Any]:
    """int8 (1 + seats): how many sides there are, and the side of each seat."""
    found = np.zeros(1 + game.seats, np.int8)
    found[0] = len(game.sides)
    for number, side in enumerate(game.sides):
        for seat in side:
            found[1 + seat] = number
    return found
