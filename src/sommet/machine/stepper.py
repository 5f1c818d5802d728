"""Single games on a kernel, with one call into compiled code for each step.

`KernelPosition` is immutable, for tree search. `GameStepper` in `game_stepper.py` is mutable and
reuses its arrays, for environments.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_uint64
from functools import cache, partial
from struct import Struct
from typing import Any, NamedTuple

from sommet.core.position import Position
from sommet.machine.arrays import INT8, INT16, UINT8, UINT64, Buffer, array_of, zeros
from sommet.machine.bits import u64
from sommet.machine.exports import BOOL, INT, LIKE, Array, export
from sommet.machine.jit import njit, np
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    figures,
    is_turn_start,
    kernel_for,
    kernel_of,
    load,
    observe,
    outcome,
    play,
    steps,
    store,
    turn,
    write_mask,
)

__all__ = ["ILLEGAL", "KernelPosition", "words_of"]

ILLEGAL = -1
"""The result of an illegal step: the game is unchanged."""


@njit
def _describe(state: State, mask: Any, seen: Any, scratch: Any) -> tuple[int, int, bool]:
    """Write the mask, which is empty once the game is over, and each seat's observation. Returns
    the result, the seat to act, and whether the state is at the start of a turn."""
    result = outcome(state) if is_turn_start(state) else RUNNING
    mask[:] = 0
    if result == RUNNING:
        write_mask(state, mask, scratch)
    for seat in range(seen.shape[0]):
        observe(state, seat, seen[seat])
    return result, turn(state), is_turn_start(state)


_WORDS, _MASK, _ROWS = Array(UINT64, 2), Array(INT8), Array(UINT8, 2)
_STEPS = Array(INT16)


@export("describe", LIKE, _WORDS, _MASK, _ROWS, _STEPS, returns=(INT, INT, BOOL))
@njit
def describe_words(
    like: State, words: Any, mask: Any, seen: Any, scratch: Any
) -> tuple[int, int, bool]:
    return _describe(load(like, words, 0), mask, seen, scratch)


@export("step", LIKE, _WORDS, INT, _MASK, _ROWS, _STEPS, returns=(INT, INT, BOOL))
@njit
def step_words(
    like: State, words: Any, step: int, mask: Any, seen: Any, scratch: Any
) -> tuple[int, int, bool]:
    if step < 0 or step >= len(mask) or not mask[step]:
        return ILLEGAL, 0, False
    state = play(load(like, words, 0), step)
    store(state, words, 0)
    return _describe(state, mask, seen, scratch)


@export("figures", LIKE, _WORDS, Array(INT16, 2))
@njit
def figures_of_words(like: State, words: Any, into: Any) -> None:
    figures(load(like, words, 0), into)


def words_of(state: State) -> Buffer:
    """(words, 1) uint64: the words of a state."""
    return array_of(UINT64, state, len(state), 1)


@njit
def sort_steps(into: Any, count: int) -> None:
    """Sort the first `count` steps of a buffer; they are few, and nearly in order."""
    for end in range(1, count):
        step, at = into[end], end
        while at > 0 and into[at - 1] > step:
            into[at] = into[at - 1]
            at -= 1
        into[at] = step


@njit
def _inspect(state: State, scratch: Any) -> tuple[int, int, bool, int]:
    """The result, the seat to act, whether a turn begins here, and the number of legal steps, which
    are written to `scratch` in increasing order."""
    result = outcome(state) if is_turn_start(state) else RUNNING
    found = steps(state, scratch) if result == RUNNING else 0
    sort_steps(scratch, found)
    return result, turn(state), is_turn_start(state), found


@export("inspect", LIKE, _WORDS, _STEPS, returns=(INT, INT, BOOL, INT))
@njit
def _inspect_words(like: State, words: Any, scratch: Any) -> tuple[int, int, bool, int]:
    return _inspect(load(like, words, 0), scratch)


@export("follow", LIKE, _WORDS, INT, _WORDS, _STEPS, returns=(INT, INT, BOOL, INT))
@njit
def _follow(
    like: State, words: Any, step: int, into: Any, scratch: Any
) -> tuple[int, int, bool, int]:
    state = play(load(like, words, 0), step)
    store(state, into, 0)
    return _inspect(state, scratch)


@export("observe", LIKE, _WORDS, INT, Array(UINT8))
@njit
def _observe(like: State, words: Any, seat: int, into: Any) -> None:
    observe(load(like, words, 0), seat, into)


class _Calls(NamedTuple):
    """How positions of one kernel call compiled code."""

    new_words: Callable[[], Any]
    """Makes room for the words of a state: for the library a `ctypes` array, whose address Python
    knows soonest, for the JIT NumPy's."""
    struct: Struct
    """Reads and writes the words."""
    inspect: Callable[[Any], tuple[int, int, bool, int]]
    """Of the words."""
    follow: Callable[[Any, int, Any], tuple[int, int, bool, int]]
    """Of the words before the step, the step, and the words after it."""
    observe: Callable[[Any, int, Any], None]
    """Of the words, a seat, and the row to write."""


@cache
def _calls_for(kind: type[State]) -> _Calls:
    like = kind(*(u64(0) for _ in kind._fields))
    words, scratch = words_of(like), KernelPosition._scratch
    row = zeros(UINT8, kernel_of(like).OBSERVATION_SIZE)
    new_words: Callable[[], Any] = c_uint64 * len(like)
    if not _follow.runs_in_library(kind):
        new_words = partial(np.empty, words.shape, np.uint64)
    return _Calls(
        new_words,
        Struct(f"={len(like)}Q"),
        _inspect_words.bind(like, words, scratch, free=(1,)),
        _follow.bind(like, words, 0, words, scratch, free=(1, 2, 3)),
        _observe.bind(like, words, 0, row, free=(1, 2, 3)),
    )


class KernelPosition:
    """An immutable state of a game, possibly within a turn. Copies of it are the object itself.

    `steps` are the legal steps in increasing order, empty once the game is over; `result` is
    RUNNING or how the game ended; `turn` is the seat to act.
    """

    __slots__ = ("is_turn_start", "like", "result", "steps", "turn", "words")

    _scratch = zeros(INT16, MAX_STEPS)

    def __init__(self, like: State, words: Any, found: tuple[int, int, bool, int]) -> None:
        self.like = like
        self.words = words
        self.result, self.turn, self.is_turn_start, count = found
        self.steps: list[int] = self._scratch[:count].tolist()

    @classmethod
    def of(cls, position: Position[Any]) -> KernelPosition:
        """The same position on its kernel."""
        return cls.at(kernel_for(position.game).encode(position.table, position.secrets))

    @classmethod
    def at(cls, state: State) -> KernelPosition:
        """The position with a kernel's state."""
        calls = _calls_for(state.__class__)
        words = calls.new_words()
        calls.struct.pack_into(words, 0, *state)
        return cls(state, words, calls.inspect(words))

    @property
    def state(self) -> State:
        """The kernel's state."""
        calls = _calls_for(self.like.__class__)
        return type(self.like)(*map(u64, calls.struct.unpack(self.words)))

    def play(self, step: int) -> KernelPosition:
        """The position after a step, which must be legal."""
        calls = _calls_for(self.like.__class__)
        words = calls.new_words()
        return KernelPosition(self.like, words, calls.follow(self.words, step, words))

    def observe(self, seat: int, into: Any) -> None:
        """Write the observation of a seat to a row of (features,) numbers."""
        _calls_for(self.like.__class__).observe(self.words, seat, into)

    def __reduce__(self) -> tuple[Any, ...]:
        return KernelPosition.at, (self.state,)

    def __copy__(self) -> KernelPosition:
        return self

    def __deepcopy__(self, memo: object) -> KernelPosition:
        return self
