"""The functions that every kernel has, callable on any state.

A state is a NamedTuple of `uint64` words; each game has a class of its own. It includes the
options, the secrets and the steps of an unfinished turn. Steps are integers less than the kernel's
`STEPS`.

Compiled code calls the kernel's own functions, chosen by the type of the state; Python code (and
all code when compilation is off) looks up the kernel at run time.
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
"""A NamedTuple of words; its class identifies the game."""

RUNNING = 0
ENDED = 1 << 8
"""An outcome is RUNNING, or ENDED | a bit for each winning seat; higher bits give the reason."""

MAX_STEPS = 128
"""Maximum number of legal steps in any state."""

_kernels: dict[type, ModuleType] = {}


def connect(state: type, kernel: ModuleType) -> None:
    """Make these functions work on a kernel's states."""
    _kernels[state] = kernel


def uses_guided_playouts(kernel: ModuleType) -> bool:
    """Whether playouts should choose turns by `evaluate` instead of uniformly."""
    return bool(getattr(kernel, "GUIDED_PLAYOUTS", False))


def kernel_for(game: Game[Any]) -> ModuleType:
    """The kernel of a game: the module next to its rules."""
    return import_module(f"{type(game).__module__}.kernel")


def start(game: Game[Any], seed: int | str = 0) -> State:
    """The state at the start of a game."""
    position = game.start(seed)
    return kernel_for(game).encode(position.table, position.secrets)


def kernel_of(state: State) -> ModuleType:
    """The kernel of a state."""
    return _kernels[type(state)]


def steps(state: State, into: np.ndarray[Any, Any]) -> int:
    """Write the legal steps to the buffer; returns their number."""
    return int(kernel_of(state).steps(state, into))


def canonical_steps(state: State, into: np.ndarray[Any, Any]) -> int:
    """Like `steps`, but only those that keep the turn in canonical order."""
    return int(kernel_of(state).canonical_steps(state, into))


def random_step(state: State, chance: Word) -> tuple[int, Word]:
    """A uniformly random legal step, and the next state of the generator."""
    step, chance = kernel_of(state).random_step(state, chance)
    return int(step), u64(chance)


def random_play(state: State, chance: Word) -> tuple[State, Word]:
    """The state after a step from `random_step`, and the next state of the generator. A kernel may
    have a faster implementation with the same results."""
    own = getattr(kernel_of(state), "random_play", None)
    if own:
        after, chance = own(state, chance)
        return _of_words(after), u64(chance)
    step, chance = random_step(state, chance)
    return play(state, step), chance


def play(state: State, step: int) -> State:
    """The state after a step, which must be legal."""
    return _of_words(kernel_of(state).play(state, step))


def outcome(state: State) -> int:
    """RUNNING, or how the game ended. Only valid at the start of a turn."""
    return int(kernel_of(state).outcome(state))


def turn(state: State) -> int:
    """The seat to act."""
    return int(kernel_of(state).turn(state))


def is_turn_start(state: State) -> bool:
    """Whether the state is at the start of a turn."""
    return bool(kernel_of(state).is_turn_start(state))


def key(state: State) -> Word:
    """A hash of everything in the state."""
    return u64(kernel_of(state).key(state))


def canonical_key(state: State) -> Word:
    """Like `key`, but equal for symmetric states. Only valid at the start of a turn."""
    return u64(kernel_of(state).canonical_key(state))


def with_secrets(state: State, secrets: Word) -> State:
    """The state with other secrets, as the kernel packs them."""
    return _of_words(kernel_of(state).with_secrets(state, secrets))


def _of_words(state: State) -> State:
    """Convert the integers that compiled code returns to Python back to words."""
    return type(state)(*map(u64, state))


def observe(state: State, seat: int, into: Any) -> None:
    """Write the observation of a seat to a row."""
    kernel_of(state).observe(state, seat, into)


def figures(state: State, into: Any) -> None:
    """Write the current figures that decide the game, named by the kernel's FIGURES, to
    (figure, seat)."""
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
    """Read the state of one game from an array of words (word, game); `like` gives its type."""
    return type(like)(*(words[word, game] for word in range(len(like))))


def store(state: State, words: Any, game: int) -> None:
    """Write the state of one game to an array of words (word, game)."""
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
    """The kernel's function for a type of state, or None for other types."""
    return getattr(_kernels.get(getattr(state, "instance_class", Any)), name, None)


def compile_with(overload: Callable[..., Callable[[Any], Any]]) -> None:
    """Make these functions callable from compiled code, through the `overload` of a target."""
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
    def choose_evaluate(state: Any, seat: Any) -> Any:
        own = _compiled(state, "evaluate")
        return (lambda state, seat: own(state, seat)) if own else (lambda state, seat: 0)

    @overload(value_features, strict=False)
    def choose_value_features(state: Any, seat: Any, into: Any) -> Any:
        own = _compiled(state, "value_features")
        if own:
            return lambda state, seat, into: own(state, seat, into)
        return lambda state, seat, into: 0

    @overload(remaining_cost, strict=False)
    def choose_remaining_cost(state: Any) -> Any:
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
