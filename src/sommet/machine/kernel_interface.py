"""The functions that every kernel has, callable on any state.

A state is a NamedTuple of `uint64` words; each game has a class of its own. It includes the
options, the secrets and the steps of an unfinished turn. Steps are integers less than the kernel's
`STEPS`.

`dispatch.py` calls the kernel's own functions, by the type of the state. For a function that a
kernel may omit, the one declared here is the default.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from sommet.core.game import Game
from sommet.machine.arrays import INT16, UINT8, Buffer
from sommet.machine.bits import Word, u64
from sommet.machine.dispatch import Part
from sommet.machine.exports import BOOL, INT, STATE, WORD, Array, export
from sommet.machine.jit import JIT, Overload, njit, overload_with

if JIT:
    from numba.extending import overload as numba_overload

__all__ = [
    "ENDED",
    "MAX_STEPS",
    "RUNNING",
    "State",
    "canonical_key",
    "canonical_steps",
    "compile_with",
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
    "try_random_play",
    "turn",
    "uses_guided_playouts",
    "value_features",
    "with_secrets",
    "write_mask",
]

State = Any
"""A NamedTuple of words; its class identifies the game."""

RUNNING = 0
ENDED = 1 << 8
"""An outcome is RUNNING, or ENDED | a bit for each winning seat; higher bits give the reason."""

MAX_STEPS = 128
"""Maximum number of legal steps in any state."""

KERNEL = Part("kernel")


def _nothing(found: None) -> None:
    """For functions that write to a buffer."""


def _words(state: State) -> State:
    """Convert the integers that compiled code returns to Python back to words."""
    return type(state)(*map(u64, state))


def _step_and_word(found: tuple[int, Word]) -> tuple[int, Word]:
    return int(found[0]), u64(found[1])


def _words_and_word(found: tuple[State, Word]) -> tuple[State, Word]:
    return _words(found[0]), u64(found[1])


def _played_and_words(found: tuple[bool, State, Word]) -> tuple[bool, State, Word]:
    return bool(found[0]), _words(found[1]), u64(found[2])


def uses_guided_playouts(kernel: ModuleType) -> bool:
    """Whether playouts should choose turns by `evaluate` instead of uniformly."""
    return bool(getattr(kernel, "GUIDED_PLAYOUTS", False))


def kernel_for(game: Game[Any]) -> ModuleType:
    """The kernel of a game: the module in its folder."""
    found = game.find_part("kernel")
    if found is None:
        raise ModuleNotFoundError(f"{game.name} has no kernel.")
    return found


def start(game: Game[Any], seed: int | str = 0) -> State:
    """The state at the start of a game."""
    position = game.start(seed)
    return kernel_for(game).encode(position.table, position.secrets)


def kernel_of(state: State) -> ModuleType:
    """The kernel of a state."""
    return sys.modules[type(state).__module__]


@KERNEL.required(int)
def steps(state: State, into: Buffer) -> int:
    """Write the legal steps to the buffer; returns their number."""
    raise NotImplementedError


@KERNEL.optional(_nothing)
def write_mask(state: State, mask: Any, scratch: Any) -> None:
    """Mark the legal steps in a row of zeros; `scratch` has space for MAX_STEPS steps."""
    for index in range(steps(state, scratch)):
        mask[scratch[index]] = 1


@KERNEL.required(int)
def canonical_steps(state: State, into: Buffer) -> int:
    """Like `steps`, but only those that keep the turn in canonical order."""
    raise NotImplementedError


@KERNEL.required(_step_and_word)
def random_step(state: State, chance: Word) -> tuple[int, Word]:
    """A uniformly random legal step, and the next state of the generator."""
    raise NotImplementedError


@KERNEL.required(_words)
def play(state: State, step: int) -> State:
    """The state after a step, which must be legal."""
    raise NotImplementedError


@KERNEL.optional(_words_and_word)
def random_play(state: State, chance: Word) -> tuple[State, Word]:
    """The state after a step from `random_step`, and the next state of the generator. A kernel may
    have a faster implementation with the same results."""
    step, after = random_step(state, chance)
    return play(state, step), after


@KERNEL.optional(_played_and_words)
def try_random_play(state: State, chance: Word) -> tuple[bool, State, Word]:
    """Try `random_play` with one draw: whether a step was played, the state after it, and the next
    state of the generator. For kernels that draw until a draw is valid: on a GPU, the threads of a
    warp would wait for the one that draws most often."""
    after, chance = random_play(state, chance)
    return True, after, chance


@KERNEL.required(int)
def outcome(state: State) -> int:
    """RUNNING, or how the game ended. Only valid at the start of a turn."""
    raise NotImplementedError


@KERNEL.required(int)
def turn(state: State) -> int:
    """The seat to act."""
    raise NotImplementedError


@KERNEL.required(bool)
def is_turn_start(state: State) -> bool:
    """Whether the state is at the start of a turn."""
    raise NotImplementedError


@KERNEL.required(u64)
def key(state: State) -> Word:
    """A hash of everything in the state."""
    raise NotImplementedError


@KERNEL.required(u64)
def canonical_key(state: State) -> Word:
    """Like `key`, but equal for symmetric states. Only valid at the start of a turn."""
    raise NotImplementedError


@KERNEL.required(_words)
def with_secrets(state: State, secrets: Word) -> State:
    """The state with other secrets, as the kernel packs them."""
    raise NotImplementedError


@KERNEL.required(_nothing)
def observe(state: State, seat: int, into: Any) -> None:
    """Write the observation of a seat to a row."""
    raise NotImplementedError


@KERNEL.required(_nothing)
def figures(state: State, into: Any) -> None:
    """Write the current figures that decide the game, named by the kernel's FIGURES, to
    (figure, seat)."""
    raise NotImplementedError


@KERNEL.optional(int)
def evaluate(state: State, seat: int) -> int:
    """A quick evaluation of a running game for a seat, by what the seat itself holds; higher is
    better. 0 if the kernel doesn't have it."""
    return 0


@KERNEL.optional(int)
def value_features(state: State, seat: int, into: Any) -> int:
    """Write the inputs of a value network for a seat, small numbers that may depend on everybody's
    holdings, into a row; returns how many. 0 if the kernel doesn't have it."""
    return 0


@KERNEL.optional(int)
def remaining_cost(state: State) -> int:
    """A heuristic for how much is left to do in a solo game; lower is better. 0 if the kernel
    doesn't have it."""
    return 0


def load(like: State, words: Any, game: int) -> State:
    """Read the state of one game from an array of words (word, game); `like` gives its type."""
    return type(like)(*(words[word, game] for word in range(len(like))))


def store(state: State, words: Any, game: int) -> None:
    """Write the state of one game to an array of words (word, game)."""
    for word in range(len(state)):
        words[word, game] = state[word]


# --- called from Python --------------------------------------------------------------------------


@KERNEL.call_through
@export("steps", STATE, Array(INT16), returns=(INT,))
@njit
def _steps(state: State, into: Any) -> int:
    return steps(state, into)


@KERNEL.call_through
@export("play", STATE, INT, returns=(STATE,))
@njit
def _play(state: State, step: int) -> State:
    return play(state, step)


@KERNEL.call_through
@export("outcome", STATE, returns=(INT,))
@njit
def _outcome(state: State) -> int:
    return outcome(state)


@KERNEL.call_through
@export("turn", STATE, returns=(INT,))
@njit
def _turn(state: State) -> int:
    return turn(state)


@KERNEL.call_through
@export("is_turn_start", STATE, returns=(BOOL,))
@njit
def _is_turn_start(state: State) -> bool:
    return is_turn_start(state)


@KERNEL.call_through
@export("key", STATE, returns=(WORD,))
@njit
def _key(state: State) -> Word:
    return key(state)


@KERNEL.call_through
@export("value_features", STATE, INT, Array(UINT8), returns=(INT,))
@njit
def _value_features(state: State, seat: int, into: Any) -> int:
    return value_features(state, seat, into)


# --- in compiled code ------------------------------------------------------------------------


def compile_with(overload: Overload) -> None:
    """Make these functions callable from compiled code, through the `overload` of a target."""
    KERNEL.compile_with(overload)
    _compile_words_with(overload_with(overload))


def _compile_words_with(overload: Overload) -> None:
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
    _compile_words_with(overload_with(numba_overload))
