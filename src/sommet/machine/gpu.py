"""The same games on an NVIDIA GPU: random games, and `Batch` on device arrays.

Needs the extra `gpu`. The arrays have the CUDA array interface, so PyTorch, CuPy and JAX take them
without copying.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for a name that NumPy 2.5 dropped
    np.row_stack = np.vstack

from numba import cuda
from numba.cuda.cudadrv.driver import device_memset
from numba.cuda.extending import overload

from sommet.core.game import Game
from sommet.machine.batch import (
    IMPOSSIBLE,
    Batch,
    advance,
    begin,
    check_steps,
    deals_of,
    no_array,
    reward,
    seeds,
    show,
    start_words,
)
from sommet.machine.playout import LONGEST
from sommet.machine.protocol import (
    MOST_STEPS,
    RUNNING,
    State,
    compile_with,
    fresh,
    load,
    observe,
    outcome,
    play,
    random_step,
    start,
    store,
    turn,
)

__all__ = ["GpuBatch", "cuda", "jit", "overload", "playouts"]

compile_with(overload)

jit: Callable[[Callable[..., Any]], Any] = cuda.jit

THREADS = 128


def blocks(games: int) -> int:
    return (games + THREADS - 1) // THREADS


@jit
def _play_out(
    like: State, starts: Any, chances: Any, each: int, results: Any, lengths: Any
) -> None:
    """Each thread plays `each` games to the end, one right after the other: no thread waits for
    another's long game."""
    thread = cuda.grid(1)
    if thread >= chances.size:
        return
    done = 0
    moves = 0
    state, chance = begin(like, starts, chances[thread])
    while done < each:
        step, chance = random_step(state, chance)
        state = play(state, step)
        if fresh(state):
            moves += 1
            result = outcome(state)
            if result != RUNNING or moves == LONGEST:
                results[done, thread] = result
                lengths[done, thread] = moves
                done += 1
                moves = 0
                state, chance = begin(like, starts, chance)
    chances[thread] = chance


def playouts(
    game: Game[Any], threads: int = 1 << 18, each: int = 16, *, seed: int = 0, deals: int = 1024
) -> tuple[Any, Any]:
    """The outcomes and lengths in moves of `each` random games by every thread, as device arrays
    (each, threads)."""
    starts = cuda.to_device(start_words(game, deals_of(game, deals), seed))
    results = cuda.device_array((each, threads), np.int32)
    lengths = cuda.device_array((each, threads), np.int32)
    chances = cuda.to_device(seeds(seed, threads))
    _play_out[blocks(threads), THREADS](start(game), starts, chances, each, results, lengths)
    return results, lengths


@jit
def _begin_all(like: State, words: Any, starts: Any, chances: Any, lengths: Any) -> None:
    game = cuda.grid(1)
    if game < chances.size:
        state, chances[game] = begin(like, starts, chances[game])
        store(state, words, game)
        lengths[game] = 0


@jit
def _step_all(
    like: State,
    words: Any,
    starts: Any,
    chosen: Any,
    chances: Any,
    limit: int,
    out: Any,
    last: Any,
    mask: Any,
) -> None:
    results, rewards = out
    game = cuda.grid(1)
    if game >= chosen.size:
        return
    step = chosen[game]
    if step < 0 or step >= mask.shape[1] or not mask[game, step]:
        results[game] = IMPOSSIBLE
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = 0
        return
    _, result, chances[game] = advance(like, words, starts, game, step, chances[game], limit, last)
    results[game] = result
    reward(result, rewards[game], rewards.shape[1])


@jit
def _show_all(like: State, words: Any, turns: Any, mask: Any) -> None:
    game = cuda.grid(1)
    if game < turns.size:
        state = load(like, words, game)
        turns[game] = turn(state)
        show(state, mask[game], cuda.local.array(MOST_STEPS, np.int16))


@jit
def _random_all(like: State, words: Any, chances: Any, chosen: Any) -> None:
    game = cuda.grid(1)
    if game < chosen.size:
        chosen[game], chances[game] = random_step(load(like, words, game), chances[game])


@jit
def _observe_all(like: State, words: Any, into: Any) -> None:
    game = cuda.grid(1)
    if game < into.shape[0]:
        state = load(like, words, game)
        observe(state, turn(state), into[game])


class GpuBatch(Batch):
    """`Batch` on device arrays; `step` takes any array with the CUDA array interface."""

    def _array(self, values: np.ndarray[Any, Any]) -> Any:
        return cuda.to_device(values)

    def _grid(self) -> tuple[int, int]:
        return blocks(self.chosen.size), THREADS

    def _show(self) -> None:
        device_memset(self.mask, 0, self.mask.size)
        _show_all[self._grid()](self.like, self.words, self.turns, self.mask)

    def reset(self) -> None:
        _begin_all[self._grid()](self.like, self.words, self.starts, self.chances, self.lengths)
        self._show()

    def _steps(self, chosen: Any) -> Any:
        found = getattr(chosen, "__cuda_array_interface__", None)
        if found is None:
            found = getattr(chosen, "__array_interface__", None)
        if found is None:
            raise no_array(chosen)
        check_steps(tuple(found["shape"]), np.dtype(found["typestr"]), self.results.size)
        return chosen

    def step(self, chosen: Any) -> None:
        chosen = self._steps(chosen)
        out = (self.results, self.rewards)
        _step_all[self._grid()](
            self.like,
            self.words,
            self.starts,
            chosen,
            self.chances,
            self.limit,
            out,
            self._last,
            self.mask,
        )
        self._show()

    def random_steps(self) -> Any:
        _random_all[self._grid()](self.like, self.words, self.chances, self.chosen)
        return self.chosen

    def observe(self) -> Any:
        _observe_all[self._grid()](self.like, self.words, self.observation)
        return self.observation
