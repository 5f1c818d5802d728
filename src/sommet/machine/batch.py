"""Thousands to millions of games at once, step by step, for programs that learn.

`Batch` works on NumPy arrays; `sommet.machine.gpu.GpuBatch` is the same on arrays of a GPU, from
the same functions of this file.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.machine.bits import Word, below, mixed, next_random, signed, u64
from sommet.machine.compiling import njit
from sommet.machine.protocol import (
    ENDED,
    MOST_STEPS,
    RUNNING,
    State,
    fresh,
    kernel_for,
    load,
    observe,
    outcome,
    play,
    random_step,
    start,
    steps,
    store,
    turn,
)

__all__ = [
    "IMPOSSIBLE",
    "Batch",
    "BatchError",
    "deals_of",
    "kernel_for",
    "seeds",
    "start",
    "start_words",
]

IMPOSSIBLE = -1
"""The result of a step that was not possible: the game stays as it was."""


class BatchError(SommetError, ValueError):
    """Steps that do not fit their batch. No game has been touched."""


def no_array(chosen: object) -> BatchError:
    """What `step` says to something that is no array."""
    return BatchError(
        "no_array", "Steps are an array of numbers, not {found}.", found=type(chosen).__name__
    )


def check_steps(shape: tuple[int, ...], dtype: Any, games: int) -> None:
    """Refuse whatever is not one signed integer for each game: compiled code would not notice."""
    if shape != (games,):
        raise BatchError(
            "steps_shape",
            "A batch of {games} games takes {games} steps in one row, not the shape {shape}.",
            games=games,
            shape=str(shape),
        )
    if dtype.kind != "i" or not dtype.isnative:
        raise BatchError(
            "steps_dtype", "Steps are signed integers such as int16, not {dtype}.", dtype=str(dtype)
        )


@njit
def _sow(first: Word, into: Any) -> None:
    for game in range(len(into)):
        into[game] = mixed(first | u64(game)) | u64(1)


def seeds(seed: int, games: int) -> np.ndarray[Any, Any]:
    """A generator's state for each game, none of them zero."""
    found = np.empty(games, np.uint64)
    _sow(u64(seed + 1) << u64(32), found)
    return found


@cache
def start_words(game: Game[Any], deals: int, seed: int) -> np.ndarray[Any, Any]:
    """Fair deals of the game as words (word, deal); one is enough where nothing is dealt."""
    return np.array([start(game, f"{seed} {deal}") for deal in range(deals)], np.uint64).T.copy()


def deals_of(game: Game[Any], deals: int) -> int:
    """How many deals are worth having: one where nothing is dealt."""
    return deals if game.start(0) != game.start(1) else 1


# --- what happens to one game, on CPU and GPU ----------------------------------------------------


@njit
def begin(like: State, starts: Any, chance: Word) -> tuple[State, Word]:
    """A new game: one of the deals, each equally likely."""
    chance = next_random(chance)
    return load(like, starts, signed(below(u64(starts.shape[1]), chance))), chance


@njit
def advance(like: State, words: Any, starts: Any, game: int, step: int, chance: Word) -> Any:
    """Play a step; a game that ends begins anew. The new state, the result, the generator."""
    state = play(load(like, words, game), step)
    result = RUNNING
    if fresh(state):
        result = outcome(state)
        if result != RUNNING:
            state, chance = begin(like, starts, chance)
    store(state, words, game)
    return state, result, chance


@njit
def reward(result: int, rewards: Any, seats: int) -> None:
    """Each winner's share of the win, nothing for the others and while the game goes on."""
    winners = 0
    for seat in range(seats):
        winners += (result >> seat) & 1
    for seat in range(seats):
        won = result > ENDED - 1 and (result >> seat) & 1
        rewards[seat] = np.float32(1.0) / np.float32(winners) if won else np.float32(0.0)


@njit
def show(state: State, mask: Any, room: Any) -> None:
    """Mark the possible steps in a row of zeros."""
    for index in range(steps(state, room)):
        mask[room[index]] = 1


# --- all games on the CPU ------------------------------------------------------------------------


@njit
def _step_all(
    like: State, words: Any, starts: Any, chosen: Any, chances: Any, out: Any, mask: Any
) -> None:
    results, rewards, turns = out
    room = np.empty(MOST_STEPS, np.int16)
    for game in range(len(chosen)):
        step = chosen[game]
        if step < 0 or step >= mask.shape[1] or not mask[game, step]:
            results[game] = IMPOSSIBLE
            continue
        state, results[game], chances[game] = advance(
            like, words, starts, game, step, chances[game]
        )
        reward(results[game], rewards[game], rewards.shape[1])
        turns[game] = turn(state)
        mask[game] = 0
        show(state, mask[game], room)


@njit
def _begin_all(like: State, words: Any, starts: Any, chances: Any, turns: Any, mask: Any) -> None:
    room = np.empty(MOST_STEPS, np.int16)
    mask[:] = 0
    for game in range(len(chances)):
        state, chances[game] = begin(like, starts, chances[game])
        store(state, words, game)
        turns[game] = turn(state)
        show(state, mask[game], room)


@njit
def _random_all(like: State, words: Any, chances: Any, chosen: Any) -> None:
    for game in range(len(chosen)):
        chosen[game], chances[game] = random_step(load(like, words, game), chances[game])


@njit
def _observe_all(like: State, words: Any, into: Any) -> None:
    for game in range(into.shape[0]):
        observe(load(like, words, game), into[game])


class Batch:
    """Many games of one kind, each with its half-made turn, on arrays.

    After `reset()` and after each `step(chosen)` these arrays tell, for each of the n games:

        turns    (n,)        int8     the seat to act
        mask     (n, steps)  uint8    1 for each possible step
        results  (n,)        int32    RUNNING, IMPOSSIBLE, or how the game that just ended came out
        rewards  (n, seats)  float32  each seat's share of a win that just happened

    A game that ends begins anew at once, with one of `deals` fair deals. `observe()` gives what
    the seat to act may know: (n, features) uint8, described in the game's kernel. The arrays stay
    the same; their contents change.
    """

    def __init__(self, game: Game[Any], games: int, *, seed: int = 0, deals: int = 1024) -> None:
        self.game = game
        self.kernel = kernel = kernel_for(game)
        self.like = start(game)
        self.starts = self._array(start_words(game, deals_of(game, deals), seed))
        self.words = self._array(np.zeros((len(self.like), games), np.uint64))
        self.chances = self._array(seeds(seed, games))
        self.turns = self._array(np.zeros(games, np.int8))
        self.mask = self._array(np.zeros((games, kernel.STEPS), np.uint8))
        self.results = self._array(np.zeros(games, np.int32))
        self.rewards = self._array(np.zeros((games, game.seats), np.float32))
        self.observation = self._array(np.zeros((games, kernel.FEATURES), np.uint8))
        self.chosen = self._array(np.zeros(games, np.int16))
        self.reset()

    def _array(self, values: np.ndarray[Any, Any]) -> Any:
        """An array where the games are played."""
        return values

    def reset(self) -> None:
        """Begin every game anew."""
        _begin_all(self.like, self.words, self.starts, self.chances, self.turns, self.mask)

    def _steps(self, chosen: Any) -> Any:
        """The steps as compiled code takes them."""
        try:
            found = np.asarray(chosen)
        except (TypeError, ValueError):
            raise no_array(chosen) from None
        if found.dtype == object:
            raise no_array(chosen)
        check_steps(found.shape, found.dtype, self.results.size)
        if found.dtype != np.int16:  # a number that int16 cannot hold must not become a step
            found = found.clip(-1, self.mask.shape[1]).astype(np.int16)
        return found

    def step(self, chosen: Any) -> None:
        """Play one step in every game: an array of n signed integers, BatchError for another."""
        chosen = self._steps(chosen)
        out = (self.results, self.rewards, self.turns)
        _step_all(self.like, self.words, self.starts, chosen, self.chances, out, self.mask)

    def random_steps(self) -> Any:
        """A possible step for every game, each equally likely: (n,) int16."""
        _random_all(self.like, self.words, self.chances, self.chosen)
        return self.chosen

    def observe(self) -> Any:
        """What the seat to act may know, in every game: (n, features) uint8."""
        _observe_all(self.like, self.words, self.observation)
        return self.observation
