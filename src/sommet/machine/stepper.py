"""One game, step by step: a step is one call into compiled code that tells all there is to know.

`GameStepper` is a game that changes, on arrays that stay the same, for environments. `KernelPosition` never
changes, for trees.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.core.position import Position
from sommet.machine.batch import ILLEGAL, write_mask
from sommet.machine.bits import u64
from sommet.machine.jit import compile_for, njit, on_recompile
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    figures,
    is_turn_start,
    kernel_for,
    load,
    observe,
    outcome,
    play,
    steps,
    store,
    turn,
)

__all__ = ["GameStepper", "KernelPosition"]


@njit
def _tell(state: State, mask: Any, seen: Any, scratch: Any) -> tuple[int, int, bool]:
    """Write the mask and what each seat may know; the result, the seat to act, and whether a turn
    is about to begin. Once the game is over no step is possible."""
    result = outcome(state) if is_turn_start(state) else RUNNING
    mask[:] = 0
    if result == RUNNING:
        write_mask(state, mask, scratch)
    for seat in range(seen.shape[0]):
        observe(state, seat, seen[seat])
    return result, turn(state), is_turn_start(state)


@njit
def _tell_all(like: State, words: Any, mask: Any, seen: Any, scratch: Any) -> tuple[int, int, bool]:
    return _tell(load(like, words, 0), mask, seen, scratch)


@njit
def _step(
    like: State, words: Any, step: int, mask: Any, seen: Any, scratch: Any
) -> tuple[int, int, bool]:
    if step < 0 or step >= len(mask) or not mask[step]:
        return ILLEGAL, 0, False
    state = play(load(like, words, 0), step)
    store(state, words, 0)
    return _tell(state, mask, seen, scratch)


@njit
def _figures(like: State, words: Any, into: Any) -> None:
    figures(load(like, words, 0), into)


@cache
def _stepping(kind: type[State]) -> Any:
    """`_step` for the states of one kernel."""
    like = _none(kind)
    mask, seen = np.zeros(1, np.int8), np.zeros((1, 1), np.uint8)
    return compile_for(_step, like, _words(like), 0, mask, seen, GameStepper._scratch)


def _none(kind: type[State]) -> State:
    return kind(*(u64(0) for _ in kind._fields))


class GameStepper:
    """One game that is played on. The arrays stay the same; their contents change:

    mask   (steps,)           int8   1 for each possible step
    seen   (seats, features)  uint8  what each seat may know
    words  (words, 1)         uint64 the state
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.kernel = kernel = kernel_for(game)
        self.mask = np.zeros(kernel.STEPS, np.int8)
        self.seen = np.zeros((game.seats, kernel.OBSERVATION_SIZE), np.uint8)
        self.begin(game.start(0))

    _scratch = np.empty(MAX_STEPS, np.int16)

    def begin(self, position: Position[Any]) -> None:
        """Go on from a position."""
        self.like: State = self.kernel.encode(position.table, position.secrets)
        self.words = _words(self.like)
        told = _tell_all(self.like, self.words, self.mask, self.seen, self._scratch)
        self.result, self.turn, self.is_turn_start = told

    def step(self, step: int) -> int:
        """Play a step. RUNNING, how the game ended, or ILLEGAL, which changes nothing."""
        play_on = _stepping(self.like.__class__)
        told: tuple[int, int, bool] = play_on(
            self.like, self.words, step, self.mask, self.seen, self._scratch
        )
        if told[0] != ILLEGAL:
            self.result, self.turn, self.is_turn_start = told
        return told[0]

    def figures(self) -> np.ndarray[Any, Any]:
        """The numbers by which the game is decided, as they stand: (figures, seats) int16."""
        found = np.zeros((len(self.kernel.FIGURES), self.game.seats), np.int16)
        _figures(self.like, self.words, found)
        return found


def _words(state: State) -> np.ndarray[Any, Any]:
    return np.array(state, np.uint64).reshape(-1, 1)


@njit
def _look(state: State, scratch: Any) -> tuple[int, int, bool, int]:
    """The result, the seat to act, whether a turn is about to begin, how many steps there are."""
    result = outcome(state) if is_turn_start(state) else RUNNING
    found = steps(state, scratch) if result == RUNNING else 0
    scratch[:found].sort()
    return result, turn(state), is_turn_start(state), found


@njit
def _look_at(like: State, words: Any, scratch: Any) -> tuple[int, int, bool, int]:
    return _look(load(like, words, 0), scratch)


@njit
def _follow(
    like: State, words: Any, step: int, into: Any, scratch: Any
) -> tuple[int, int, bool, int]:
    state = play(load(like, words, 0), step)
    store(state, into, 0)
    return _look(state, scratch)


@njit
def _observe(like: State, words: Any, seat: int, into: Any) -> None:
    observe(load(like, words, 0), seat, into)


@cache
def _following(kind: type[State]) -> Any:
    """`_follow` for the states of one kernel."""
    like = _none(kind)
    words = _words(like)
    return compile_for(_follow, like, words, 0, words, KernelPosition._scratch)


class KernelPosition:
    """A game at one moment, with its half-made turn. It never changes and gives itself to those
    who ask for a copy.

    `steps` are the possible steps in increasing order, none once the game is over; `result` is
    RUNNING or how it ended; `turn` the seat to act; `is_turn_start` whether a turn is about to begin.
    """

    __slots__ = ("is_turn_start", "like", "result", "steps", "turn", "words")

    _scratch = np.empty(MAX_STEPS, np.int16)

    def __init__(self, like: State, words: Any, told: tuple[int, int, bool, int]) -> None:
        self.like = like
        self.words = words
        self.result, self.turn, self.is_turn_start, found = told
        self.steps: list[int] = self._scratch[:found].tolist()

    @classmethod
    def of(cls, position: Position[Any]) -> KernelPosition:
        """The moment of a position."""
        return cls.at(kernel_for(position.game).encode(position.table, position.secrets))

    @classmethod
    def at(cls, state: State) -> KernelPosition:
        """The moment of a state."""
        words = _words(state)
        return cls(state, words, _look_at(state, words, cls._scratch))

    @property
    def state(self) -> State:
        """The kernel's state."""
        return load(self.like, self.words, 0)

    def play(self, step: int) -> KernelPosition:
        """The moment after a step, which must be possible."""
        words = np.empty_like(self.words)
        told = _following(self.like.__class__)(self.like, self.words, step, words, self._scratch)
        return KernelPosition(self.like, words, told)

    def observe(self, seat: int, into: Any) -> None:
        """Write what a seat may know into a row of (features,) numbers."""
        _observe(self.like, self.words, seat, into)

    def __copy__(self) -> KernelPosition:
        return self

    def __deepcopy__(self, memo: object) -> KernelPosition:
        return self


on_recompile(_stepping.cache_clear)
on_recompile(_following.cache_clear)
