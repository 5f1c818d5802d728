"""Thousands to millions of games at once, for machine learning.

`Batch` works on NumPy arrays; `sommet.machine.gpu.GpuBatch` uses the same functions on device
arrays.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any

from sommet.core.errors import SommetError, missing_extra

if fault := missing_extra("sommet.machine.batch", "fast", "numpy"):
    raise fault

import numpy as np

from sommet.core.game import Game
from sommet.machine.arrays import FLOAT32, INT8, INT16, INT32, UINT8, UINT64
from sommet.machine.bits import Word, below, mix_bits, next_random, signed, u64
from sommet.machine.exports import INT, LIKE, WORD, Array, export
from sommet.machine.jit import njit, threaded
from sommet.machine.kernel_interface import (
    ENDED,
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
    random_step,
    start,
    store,
    turn,
    write_mask,
)
from sommet.machine.stepper import ILLEGAL
from sommet.machine.thread_pool import ThreadPool

__all__ = [
    "ILLEGAL",
    "TRUNCATED",
    "Batch",
    "BatchError",
    "count_deals",
    "kernel_for",
    "seeds",
    "start",
    "start_words",
]

TRUNCATED = -2
"""The result of a step with which a game reaches the limit and is abandoned."""

MIN_GAMES_PER_THREAD = 2048
"""Fewer games per thread aren't worth another thread."""


class BatchError(SommetError, ValueError):
    """Invalid arguments of a batch or its `step`; no game has changed."""


def not_an_array(chosen: object) -> BatchError:
    """The error of `step` for an argument that isn't an array."""
    return BatchError(
        "no_array", "Steps must be an array of numbers, not {found}.", found=type(chosen).__name__
    )


def check_steps(shape: tuple[int, ...], dtype: Any, games: int) -> None:
    """Raise BatchError unless there is one signed integer per game: compiled code doesn't check."""
    if shape != (games,):
        raise BatchError(
            "steps_shape",
            "A batch of {games} games needs an array of {games} steps, not one of shape {shape}.",
            games=games,
            shape=str(shape),
        )
    if dtype.kind != "i" or not dtype.isnative:
        raise BatchError(
            "steps_dtype",
            "Steps must be signed integers such as int16, not {dtype}.",
            dtype=str(dtype),
        )


def check_size(games: int, deals: int, limit: int | None) -> None:
    """Raise BatchError for a batch without games, deals or steps."""
    for name, number in (("games", games), ("deals", deals), ("limit", limit)):
        if number is not None and number < 1:
            raise BatchError(
                "batch_size",
                "`{name}` must be at least 1, not {number}.",
                name=name,
                number=number,
            )


@export("fill_seeds", WORD, Array(UINT64))
@njit
def _fill_seeds(first: Word, into: Any) -> None:
    for game in range(len(into)):
        into[game] = mix_bits(first | u64(game)) | u64(1)


def seeds(seed: int, games: int) -> np.ndarray[Any, Any]:
    """The state of a random generator for each game, never zero."""
    found = np.empty(games, np.uint64)
    _fill_seeds(u64(seed + 1) << u64(32), found)
    return found


@cache
def start_words(game: Game[Any], deals: int, seed: int) -> np.ndarray[Any, Any]:
    """Start states of the game with fair deals, as words (word, deal)."""
    return np.array([start(game, f"{seed} {deal}") for deal in range(deals)], np.uint64).T.copy()


def count_deals(game: Game[Any], deals: int) -> int:
    """The number of deals to use: 1 for games without a deal."""
    return deals if game.start(0) != game.start(1) else 1


# --- one game, on CPU and GPU --------------------------------------------------------------------


@njit
def begin(like: State, starts: Any, chance: Word) -> tuple[State, Word]:
    """Start a new game with a random deal; returns the state and the generator."""
    chance = next_random(chance)
    return load(like, starts, signed(below(u64(starts.shape[1]), chance))), chance


@njit
def advance(
    like: State, words: Any, starts: Any, game: int, step: int, chance: Word, limit: int, last: Any
) -> Any:
    """Play a step. A game that ends or reaches the limit restarts, and its final data is written to
    `last`. Returns the new state, the result and the generator."""
    lengths, numbers, final, final_turns = last
    state = play(load(like, words, game), step)
    result = outcome(state) if is_turn_start(state) else RUNNING
    lengths[game] += 1
    if result == RUNNING and lengths[game] == limit:
        result = TRUNCATED
    if result != RUNNING:
        figures(state, numbers[game])
        final_turns[game] = turn(state)
        observe(state, turn(state), final[game])
        lengths[game] = 0
        state, chance = begin(like, starts, chance)
    store(state, words, game)
    return state, result, chance


@njit
def reward(result: int, rewards: Any, seats: int) -> None:
    """Write each winner's share of the win, and 0 for the others and for games in progress."""
    winners = 0
    for seat in range(seats):
        winners += (result >> seat) & 1
    for seat in range(seats):
        won = result > ENDED - 1 and (result >> seat) & 1
        rewards[seat] = np.float32(1.0) / np.float32(winners) if won else np.float32(0.0)


# --- all games on the CPU ------------------------------------------------------------------------


_WORDS, _CHANCES = Array(UINT64, 2), Array(UINT64)
_CHOSEN, _TURNS, _LENGTHS = Array(INT16), Array(INT8), Array(INT32)
_ROWS = Array(UINT8, 2)


@export(
    *("step_some", INT, INT, LIKE, _WORDS, _WORDS, _CHOSEN, _CHANCES, INT),
    *(_LENGTHS, Array(FLOAT32, 2), _TURNS, _LENGTHS, Array(INT16, 3), _ROWS, _TURNS, _ROWS),
)
@threaded
def _step_some(
    first: int,
    end: int,
    like: State,
    words: Any,
    starts: Any,
    chosen: Any,
    chances: Any,
    limit: int,
    results: Any,
    rewards: Any,
    turns: Any,
    lengths: Any,
    numbers: Any,
    final: Any,
    final_turns: Any,
    mask: Any,
) -> None:
    last = (lengths, numbers, final, final_turns)
    scratch = np.empty(MAX_STEPS, np.int16)
    for game in range(first, end):
        step = chosen[game]
        if step < 0 or step >= mask.shape[1] or not mask[game, step]:
            results[game] = ILLEGAL
            rewards[game] = 0
            continue
        state, results[game], chances[game] = advance(
            like, words, starts, game, step, chances[game], limit, last
        )
        reward(results[game], rewards[game], rewards.shape[1])
        turns[game] = turn(state)
        mask[game] = 0
        write_mask(state, mask[game], scratch)


@export("begin_some", INT, INT, LIKE, _WORDS, _WORDS, _CHANCES, _TURNS, _LENGTHS, _ROWS)
@threaded
def _begin_some(
    first: int,
    end: int,
    like: State,
    words: Any,
    starts: Any,
    chances: Any,
    turns: Any,
    lengths: Any,
    mask: Any,
) -> None:
    scratch = np.empty(MAX_STEPS, np.int16)
    mask[first:end] = 0
    lengths[first:end] = 0
    for game in range(first, end):
        state, chances[game] = begin(like, starts, chances[game])
        store(state, words, game)
        turns[game] = turn(state)
        write_mask(state, mask[game], scratch)


@export("random_some", INT, INT, LIKE, _WORDS, _CHANCES, _CHOSEN)
@threaded
def _random_some(first: int, end: int, like: State, words: Any, chances: Any, chosen: Any) -> None:
    for game in range(first, end):
        chosen[game], chances[game] = random_step(load(like, words, game), chances[game])


@export("observe_some", INT, INT, LIKE, _WORDS, _ROWS)
@threaded
def _observe_some(first: int, end: int, like: State, words: Any, into: Any) -> None:
    for game in range(first, end):
        state = load(like, words, game)
        observe(state, turn(state), into[game])


@cache
def _pool(threads: int) -> ThreadPool:
    return ThreadPool(threads)


class Batch:
    """Many games with the same options, stored in arrays. A step is a part of a turn.

    After `reset()` and after each `step(chosen)`, these arrays describe the n games:

        turns    (n,)        int8     the seat to act
        mask     (n, steps)  uint8    1 for each legal step
        lengths  (n,)        int32    number of steps played
        results  (n,)        int32    RUNNING, ILLEGAL, TRUNCATED, or the outcome of the game that
                                      just ended
        rewards  (n, seats)  float32  each seat's share of the win, if the game just ended

    A game that ends restarts at once, with one of `deals` fair deals; so does one that reaches
    `limit` steps, without a reward. The data of the last finished game in each row:

        final        (n, features)        uint8  the final observation of the seat to act
        final_turns  (n,)                 int8   that seat
        figures      (n, figures, seats)  int16  the figures that decide the game, named by
                                                 `kernel.FIGURES`

    An illegal step leaves its game unchanged, with the result ILLEGAL and rewards of zero.
    `observe()` returns the observations of the seats to act: (n, features) uint8, described in the
    game's kernel. The arrays are reused: only their contents change.

    The work is split among `threads`, by default one per core; their number doesn't affect the
    results. Repetition isn't detected: a game that only repetition would end runs to the limit.
    """

    def __init__(
        self,
        game: Game[Any],
        games: int,
        *,
        seed: int = 0,
        deals: int = 1024,
        limit: int | None = None,
        threads: int | None = None,
    ) -> None:
        check_size(games, deals, limit)
        self.game = game
        self.kernel = kernel = kernel_for(game)
        self.limit = limit or 0
        self.like = start(game)
        self.starts = self._array(start_words(game, count_deals(game, deals), seed))
        self.words = self._array(np.zeros((len(self.like), games), np.uint64))
        self.chances = self._array(seeds(seed, games))
        self.turns = self._array(np.zeros(games, np.int8))
        self.mask = self._rows("mask", games, kernel.STEPS)
        self.lengths = self._array(np.zeros(games, np.int32))
        self.results = self._array(np.zeros(games, np.int32))
        self.rewards = self._array(np.zeros((games, game.seats), np.float32))
        self.final = self._array(np.zeros((games, kernel.OBSERVATION_SIZE), np.uint8))
        self.final_turns = self._array(np.zeros(games, np.int8))
        self.figures = self._array(np.zeros((games, len(kernel.FIGURES), game.seats), np.int16))
        self.observation = self._rows("observation", games, kernel.OBSERVATION_SIZE)
        self.chosen = self._array(np.zeros(games, np.int16))
        shares = min(threads or os.cpu_count() or 1, -(-games // MIN_GAMES_PER_THREAD))
        self._bounds = [games * share // shares for share in range(shares + 1)]
        self.reset()

    def _array(self, values: np.ndarray[Any, Any]) -> Any:
        """The array on the device of the batch."""
        return values

    def _rows(self, name: str, games: int, width: int) -> Any:
        """An array of zeros with a row of bytes for each game."""
        return self._array(np.zeros((games, width), np.uint8))

    def _run_threads(self, work: Callable[..., None], *given: Any) -> None:
        """Run `work` in the threads, each on its share of the games."""
        first, *ends = self._bounds
        if len(ends) == 1:
            work(first, ends[0], self.like, self.words, *given)
            return
        pool = _pool(len(ends))
        parts = [
            pool.submit(work, begin, end, self.like, self.words, *given)
            for begin, end in zip(self._bounds, ends, strict=False)
        ]
        for part in parts:
            part.result()

    @property
    def _last(self) -> tuple[Any, ...]:
        return self.lengths, self.figures, self.final, self.final_turns

    def reset(self) -> None:
        """Restart every game."""
        self._run_threads(
            _begin_some, self.starts, self.chances, self.turns, self.lengths, self.mask
        )

    def _steps(self, chosen: Any) -> Any:
        """Check the steps and convert them for compiled code."""
        try:
            found = np.asarray(chosen)
        except (TypeError, ValueError):
            raise not_an_array(chosen) from None
        if found.dtype == object:
            raise not_an_array(chosen)
        check_steps(found.shape, found.dtype, self.results.size)
        if found.dtype != np.int16:  # numbers that don't fit in int16 must not wrap around
            found = found.clip(-1, self.mask.shape[1]).astype(np.int16)
        return np.ascontiguousarray(found)

    def step(self, chosen: Any) -> None:
        """Play one step in every game: an array of n signed integers, else BatchError."""
        chosen = self._steps(chosen)
        self._run_threads(
            _step_some,
            self.starts,
            chosen,
            self.chances,
            self.limit,
            self.results,
            self.rewards,
            self.turns,
            *self._last,
            self.mask,
        )

    def random_steps(self) -> Any:
        """A uniformly random legal step for every game: (n,) int16."""
        self._run_threads(_random_some, self.chances, self.chosen)
        return self.chosen

    def observe(self) -> Any:
        """The observation of the seat to act, in every game: (n, features) uint8."""
        self._run_threads(_observe_some, self.observation)
        return self.observation
