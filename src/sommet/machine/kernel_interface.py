"""The few functions that every kernel has, callable on any state.

A state is a NamedTuple of `uint64` words, one class a game, each with its own name and fields. It
carries the options, the secrets and the phase of a half-made turn. Steps are small numbers; a
kernel's `STEPS` is their limit.

Called from compiled code these functions become the kernel's own, by the type of the state; called
from Python (or with compiling off) they look the kernel up.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload as numba_overload

from sommet.core.game import Game
from sommet.machine.bits import Word, u64
from sommet.machine.jit import JIT, overload_with

__all__ = [
    "ENDED",
    "MAX_STEPS",
    "RUNNING",
    "State",
    "canonical_key",
    "canonical_steps",
    "compile_with",
    "connect",
    "evaluate",
    "figures",
    "is_turn_start",
    "kernel_for",
    "kernel_of",
    "key",
    "load",
    "observe",
    "outcome",
    "play",
    "random_play",
    "random_step",
    "remaining_cost",
    "start",
    "steps",
    "store",
    "turn",
    "uses_guided_playouts",
    "value_features",
    "with_secrets",
]

State = Any
"""A NamedTuple of words; its class tells the game."""

RUNNING = 0
ENDED = 1 << 8
"""An outcome is RUNNING, or ENDED with a bit for each winning seat (and the reason above)."""

MAX_STEPS = 128
"""Room for the steps of any state."""

_kernels: dict[type, ModuleType] = {}


def connect(state: type, kernel: ModuleType) -> None:
    """Make the functions of this file work on a kernel's states."""
    _kernels[state] = kernel


def uses_guided_playouts(kernel: ModuleType) -> bool:
    """Whether games are worth playing out by turns that look good at a glance, and not by any: then
    the kernel can `evaluate`, and says that it is CAREFUL."""
    return bool(getattr(kernel, "GUIDED_PLAYOUTS", False))


def kernel_for(game: Game[Any]) -> ModuleType:
    """The kernel that stands beside the rules of a game."""
    return import_module(f"{type(game).__module__}.kernel")


def start(game: Game[Any], seed: int | str = 0) -> State:
    """The state at the start of a game."""
    position = game.start(seed)
    return kernel_for(game).encode(position.table, position.secrets)


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
    return int(step), u64(chance)


def random_play(state: State, chance: Word) -> tuple[State, Word]:
    """The state after a step that `random_step` draws, and the generator's next state. A kernel may
    have a quicker way of its own, which comes to the same."""
    own = getattr(kernel_of(state), "random_play", None)
    if own:
        after, chance = own(state, chance)
        return _of_words(after), u64(chance)
    step, chance = random_step(state, chance)
    return play(state, step), chance


def play(state: State, step: int) -> State:
    """The state after a step, which must be possible."""
    return _of_words(kernel_of(state).play(state, step))


def outcome(state: State) -> int:
    """RUNNING, or how the game ended. Asked at the start of a turn."""
    return int(kernel_of(state).outcome(state))


def turn(state: State) -> int:
    """The seat to act."""
    return int(kernel_of(state).turn(state))


def is_turn_start(state: State) -> bool:
    """Whether a turn is about to begin."""
    return bool(kernel_of(state).is_turn_start(state))


def key(state: State) -> Word:
    """A hash of everything in the state."""
    return u64(kernel_of(state).key(state))


def canonical_key(state: State) -> Word:
    """As `key`, but the same for states that a symmetry of the game makes one. Asked at the start
    of a turn."""
    return u64(kernel_of(state).canonical_key(state))


def with_secrets(state: State, secrets: Word) -> State:
    """The state with other secrets, as the kernel packs them."""
    return _of_words(kernel_of(state).with_secrets(state, secrets))


def _of_words(state: State) -> State:
    """The state as it came: what compiled code returns to Python has plain numbers in it."""
    return type(state)(*map(u64, state))


def observe(state: State, seat: int, into: Any) -> None:
    """Write what a seat may know into a row of small numbers."""
    kernel_of(state).observe(state, seat, into)


def figures(state: State, into: Any) -> None:
    """Write the numbers by which the game is decided, as they stand, into (figure, seat): those
    that the kernel's FIGURES name."""
    kernel_of(state).figures(state, into)


def evaluate(state: State, seat: int) -> int:
    """A quick evaluation of a running game for a seat, by what the seat itself holds; higher is
    better. Optional: 0 if the kernel doesn't have it."""
    own = getattr(kernel_of(state), "evaluate", None)
    return int(own(state, seat)) if own else 0


def value_features(state: State, seat: int, into: Any) -> int:
    """Write the inputs of a value network for a seat, small numbers that may depend on everybody's
    holdings, into a row; returns how many. Optional: 0 if the kernel doesn't have it."""
    own = getattr(kernel_of(state), "value_features", None)
    return int(own(state, seat, into)) if own else 0


def remaining_cost(state: State) -> int:
    """A heuristic for how much is left to do in a solo game; lower is better. Optional: 0 if the
    kernel doesn't have it."""
    own = getattr(kernel_of(state), "remaining_cost", None)
    return int(own(state)) if own else 0


def load(like: State, words: Any, game: int) -> State:
    """The state of one game out of an array of words (word, game); `like` tells the kind."""
    return type(like)(*(words[word, game] for word in range(len(like))))


def store(state: State, words: Any, game: int) -> None:
    """Put the state of one game into an array of words (word, game)."""
    for word in range(len(state)):
        words[word, game] = state[word]


# --- in compiled code ------------------------------------------------------------------------

_OF_STATE: tuple[Callable[..., Any], ...] = (outcome, turn, is_turn_start, key, canonical_key)
_OF_STATE_AND_ONE: tuple[Callable[..., Any], ...] = (
    steps,
    canonical_steps,
    random_step,
    play,
    with_secrets,
    figures,
)
_OF_STATE_AND_TWO: tuple[Callable[..., Any], ...] = (observe,)


def _compiled(state: Any, name: str) -> Any:
    """The kernel's function of that name for a type of state, or None for other types."""
    return getattr(_kernels.get(getattr(state, "instance_class", Any)), name, None)


def compile_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    """Let compiled code call the functions of this file, through the `overload` of a target."""
    overload = overload_with(overload)

    def of_state(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any) -> Any:
            own = _compiled(state, function.__name__)
            return own and (lambda state: own(state))

    def of_state_and_one(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any, argument: Any) -> Any:
            own = _compiled(state, function.__name__)
            return own and (lambda state, argument: own(state, argument))

    def of_state_and_two(function: Any) -> None:
        @overload(function, strict=False)
        def choose(state: Any, first: Any, second: Any) -> Any:
            own = _compiled(state, function.__name__)
            return own and (lambda state, first, second: own(state, first, second))

    for function in _OF_STATE:
        of_state(function)
    for function in _OF_STATE_AND_ONE:
        of_state_and_one(function)
    for function in _OF_STATE_AND_TWO:
        of_state_and_two(function)

    @overload(random_play, strict=False)
    def choose_random_play(state: Any, chance: Any) -> Any:
        own = _compiled(state, "random_play")
        if own:
            return lambda state, chance: own(state, chance)
        draw, go = _compiled(state, "random_step"), _compiled(state, "play")

        def drawn(state: Any, chance: Any) -> Any:
            step, chance = draw(state, chance)
            return go(state, step), chance

        return draw and drawn

    @overload(evaluate, strict=False)
    def choose_appraise(state: Any, seat: Any) -> Any:
        own = _compiled(state, "evaluate")
        return (lambda state, seat: own(state, seat)) if own else (lambda state, seat: 0)

    @overload(value_features, strict=False)
    def choose_sketch(state: Any, seat: Any, into: Any) -> Any:
        own = _compiled(state, "value_features")
        if own:
            return lambda state, seat, into: own(state, seat, into)
        return lambda state, seat, into: 0

    @overload(remaining_cost, strict=False)
    def choose_burden(state: Any) -> Any:
        own = _compiled(state, "remaining_cost")
        return (lambda state: own(state)) if own else (lambda state: 0)

    @overload(load, strict=False)
    def choose_load(like: Any, words: Any, game: Any) -> Any:
        fields = ", ".join(f"words[{word}, game]" for word in range(len(like)))
        return eval(f"lambda like, words, game: State({fields})", {"State": like.instance_class})

    @overload(store, strict=False)
    def choose_store(state: Any, words: Any, game: Any) -> Any:
        scope: dict[str, Any] = {}
        lines = [f"    words[{word}, game] = state[{word}]" for word in range(len(state))]
        exec("def put(state, words, game):\n" + "\n".join(lines), scope)
        return scope["put"]


if JIT:
    compile_with(numba_overload)
