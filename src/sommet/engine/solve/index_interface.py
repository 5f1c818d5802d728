"""What a game's `solver_adapter.py` brings, callable on any state from compiled code.

As in `sommet.machine.kernel_interface`: compiled code finds the game's own function by the type of
the state, so the solver is written once, runs at full speed and is kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba.extending import overload as numba_overload

from sommet.machine.bits import Word
from sommet.machine.jit import JIT, overload_with
from sommet.machine.kernel_interface import State

__all__ = [
    "at",
    "bucket",
    "choices",
    "compile_with",
    "connect",
    "exchanged",
    "features",
    "place",
    "stratum",
    "stretch",
]

_solvings: dict[type, ModuleType] = {}


def connect(solving: ModuleType) -> ModuleType:
    """Make the functions of this file work on the states of a game."""
    _solvings[solving.STATE] = solving
    return solving


def place(state: State, shelves: Any) -> int:
    """The number of a position in which the game goes on."""
    return int(_solvings[type(state)].place(state, shelves))


def at(like: State, number: int, shelves: Any) -> State:
    """The position with a number; `like` tells the options."""
    return _solvings[type(like)].at(like, number, shelves)


def stratum(state: State) -> int:
    """A small number that tells what turns can lead to the position; see `leads`."""
    return int(_solvings[type(state)].stratum(state))


def stretch(like: State, number: int, shelves: Any) -> tuple[int, int]:
    """The stratum of the position with a number, and a number up to which, itself left out, all
    have that stratum."""
    kind, end = _solvings[type(like)].stretch(like, number, shelves)
    return int(kind), int(end)


def choices(state: State) -> Word:
    """The steps that keep a turn in its canonical order, as a set of bits."""
    found: Word = _solvings[type(state)].choices(state)
    return found


def exchanged(state: State) -> State:
    """The same position with the other player to move."""
    return _solvings[type(state)].exchanged(state)


def features(state: State, into: Any) -> None:
    """Write which rows of the network's first layer a position adds up."""
    _solvings[type(state)].features(state, into)


def bucket(state: State) -> int:
    """Which of the network's upper layers judges a position."""
    return int(_solvings[type(state)].bucket(state))


def _own(state: Any, name: str) -> Any:
    """The game's function of that name for a type of state, or None for other types."""
    return getattr(_solvings.get(getattr(state, "instance_class", Any)), name, None)


def compile_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    """Let compiled code call the functions of this file, through the `overload` of a target."""
    overload = overload_with(overload)

    def of_state(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any) -> Any:
            own = _own(state, function.__name__)
            return own and (lambda state: own(state))

    def of_state_and_one(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any, argument: Any) -> Any:
            own = _own(state, function.__name__)
            return own and (lambda state, argument: own(state, argument))

    for ask in (stratum, choices, exchanged, bucket):
        of_state(ask)
    for tell in (place, features):
        of_state_and_one(tell)

    def of_number(function: Any) -> None:
        @overload(function, strict=False)
        def choose(like: Any, number: Any, shelves: Any) -> Any:
            own = _own(like, function.__name__)
            return own and (lambda like, number, shelves: own(like, number, shelves))

    for find in (at, stretch):
        of_number(find)


if JIT:
    compile_with(numba_overload)
