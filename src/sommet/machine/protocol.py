"""The few functions that every kernel has, callable on any state.

A state is a NamedTuple of `uint64` words, one class a game, each with its own name and fields. It
carries the options, the secrets and the phase of a half-made turn. Steps are small numbers; a
kernel's `STEPS` is their limit.

Called from compiled code these functions become the kernel's own, by the type of the state; called
from Python (or with compiling off) they look the kernel up.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from sommet.machine.bits import Word
from sommet.machine.compiling import JIT

__all__ = [
    "ENDED",
    "RUNNING",
    "State",
    "canonical_steps",
    "connect",
    "fresh",
    "key",
    "kernel_of",
    "outcome",
    "play",
    "random_step",
    "steps",
    "turn",
    "with_secrets",
]

State = Any
"""A NamedTuple of words; its class tells the game."""

RUNNING = 0
ENDED = 1 << 8
"""An outcome is RUNNING, or ENDED with a bit for each winning seat (and the reason above)."""

_kernels: dict[type, ModuleType] = {}


def connect(state: type, kernel: ModuleType) -> None:
    """Make the functions of this file work on a kernel's states."""
    _kernels[state] = kernel


def kernel_of(state: State) -> ModuleType:
    """The kernel of a state."""
    return _kernels[type(state)]


def steps(state: State, into: np.ndarray[Any, Any]) -> int:
    """Write the possible steps into the buffer and return how many there are."""
    return int(kernel_of(state).steps(state, into))


def canonical_steps(state: State, into: np.ndarray[Any, Any]) -> int:
    """As `steps`, but only those that keep the turn in its canonical order."""
    return int(kernel_of(state).canonical_steps(state, into))


def random_step(state: State, chance: Word) -> tuple[int, Word]:
    """One of the possible steps, each equally likely, and the generator's next state."""
    step, chance = kernel_of(state).random_step(state, chance)
    return int(step), chance


def play(state: State, step: int) -> State:
    """The state after a step, which must be possible."""
    return kernel_of(state).play(state, step)


def outcome(state: State) -> int:
    """RUNNING, or how the game ended. Asked at the start of a turn."""
    return int(kernel_of(state).outcome(state))


def turn(state: State) -> int:
    """The seat to act."""
    return int(kernel_of(state).turn(state))


def fresh(state: State) -> bool:
    """Whether a turn is about to begin."""
    return bool(kernel_of(state).fresh(state))


def key(state: State) -> Word:
    """A hash of everything in the state."""
    found: Word = kernel_of(state).key(state)
    return found


def with_secrets(state: State, secrets: Word) -> State:
    """The state with other secrets, as the kernel packs them."""
    return kernel_of(state).with_secrets(state, secrets)


def _compiled(state: Any, name: str) -> Any:
    """The kernel's function of that name for a type of state, or None for other types."""
    if isinstance(state, types.BaseNamedTuple) and state.instance_class in _kernels:
        return getattr(_kernels[state.instance_class], name)
    return None


def _of_state(function: Any) -> None:
    """Let compiled code call `function(state)`."""

    @overload(function, strict=False)
    def choose(state: Any) -> Any:
        own = _compiled(state, function.__name__)
        return own and (lambda state: own(state))


def _of_state_and_one(function: Any) -> None:
    """Let compiled code call `function(state, argument)`."""

    @overload(function, strict=False)
    def choose(state: Any, argument: Any) -> Any:
        own = _compiled(state, function.__name__)
        return own and (lambda state, argument: own(state, argument))


if JIT:
    for _function in (outcome, turn, fresh, key):
        _of_state(_function)
    for _function in (steps, canonical_steps, random_step, play, with_secrets):
        _of_state_and_one(_function)
