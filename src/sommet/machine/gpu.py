"""Random games and batches on an NVIDIA GPU.

Needs the extra `gpu`. The arrays have the CUDA array interface, so PyTorch, CuPy and JAX can use
them without copying.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.machine.gpu", "gpu", "numba_cuda"):
    raise fault

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for a name that NumPy 2.5 dropped
    np.row_stack = np.vstack

from numba import cuda, uint8, uint64
from numba.cuda.extending import overload

from sommet.core.game import Game
from sommet.machine.batch import (
    Batch,
    advance,
    begin,
    check_steps,
    count_deals,
    not_an_array,
    reward,
    seeds,
    start_words,
)
from sommet.machine.bits import signed
from sommet.machine.cuda_launch import BorrowedArray, make_launcher
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    compile_with,
    is_turn_start,
    load,
    observe,
    outcome,
    random_step,
    start,
    store,
    try_random_play,
    turn,
    write_mask,
)
from sommet.machine.playout import MAX_MOVES
from sommet.machine.stepper import ILLEGAL

__all__ = ["GpuBatch", "cuda", "jit", "overload", "playouts"]

compile_with(overload)

jit: Callable[[Callable[..., Any]], Any] = cuda.jit
device_function: Callable[[Callable[..., Any]], Any] = cuda.jit(device=True)
"""Decorates functions that CUDA kernels call."""

BLOCK_THREADS = 128
SHARED_MEMORY_BYTES = 48 << 10
"""Shared memory that a block may use by default."""
SYNCHRONIZED_STREAMS = (None, 1)
"""Values of `stream` in the CUDA array interface that need no synchronization: none, or the default
stream."""


def count_blocks(games: int, threads: int = BLOCK_THREADS) -> int:
    return (games + threads - 1) // threads


@jit
def _play_out(
    like: State, starts: Any, chances: Any, each: int, results: Any, lengths: Any
) -> None:
    """Each thread plays `each` games one after the other, so no thread waits for another's long
    game."""
    thread = cuda.grid(1)
    if thread >= chances.size:
        return
    done = 0
    moves = 0
    state, chance = begin(like, starts, chances[thread])
    while done < each:
        played, state, chance = try_random_play(state, chance)
        if played and is_turn_start(state):
            moves += 1
            result = outcome(state)
            if result != RUNNING or moves == MAX_MOVES:
                results[done, thread] = result
                lengths[done, thread] = moves
                done += 1
                moves = 0
                state, chance = begin(like, starts, chance)
    chances[thread] = chance


def playouts(
    game: Game[Any], threads: int = 1 << 18, each: int = 16, *, seed: int = 0, deals: int = 1024
) -> tuple[Any, Any]:
    """The outcomes and the lengths in moves of `each` random games per thread, as device arrays
    (each, threads)."""
    starts = cuda.to_device(start_words(game, count_deals(game, deals), seed))
    results = cuda.device_array((each, threads), np.int32)
    lengths = cuda.device_array((each, threads), np.int32)
    chances = cuda.to_device(seeds(seed, threads))
    _play_out[count_blocks(threads), BLOCK_THREADS](
        start(game), starts, chances, each, results, lengths
    )
    return results, lengths


# --- rows of bytes -------------------------------------------------------------------------------
#
# Writing rows to global memory byte by byte is slow. So a block writes its rows to shared memory,
# in the layout of the array, and then copies them word by word with coalesced writes.


@device_function
def _clear_rows(width: int) -> None:
    """Set all rows of the block to zero."""
    packed = cuda.shared.array(0, uint64)
    for word in range(cuda.threadIdx.x, cuda.blockDim.x * width // 8, cuda.blockDim.x):
        packed[word] = 0
    cuda.syncthreads()


@device_function
def _copy_rows(width: int, into: Any) -> None:
    """Copy the rows of the block to global memory."""
    packed = cuda.shared.array(0, uint64)
    words = cuda.blockDim.x * width // 8
    first = cuda.blockIdx.x * words
    cuda.syncthreads()
    for word in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        into[first + word] = packed[word]


@device_function
def _byte(words: Any, place: int) -> Any:
    """A byte of rows that are stored as words."""
    return (words[place >> 3] >> uint64((place & 7) << 3)) & uint64(0xFF)


# --- all games on the GPU ------------------------------------------------------------------------


@jit
def _begin_all(
    like: State, words: Any, starts: Any, chances: Any, lengths: Any, turns: Any, masks: Any
) -> None:
    mask, width = masks
    _clear_rows(width)
    row = cuda.shared.array(0, uint8)[cuda.threadIdx.x * width :][:width]
    game = cuda.grid(1)
    if game < chances.size:
        state, chances[game] = begin(like, starts, chances[game])
        store(state, words, game)
        lengths[game] = 0
        turns[game] = turn(state)
        write_mask(state, row, cuda.local.array(MAX_STEPS, np.int16))
    _copy_rows(width, mask)


@jit
def _step_all(
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
    figures: Any,
    final: Any,
    final_turns: Any,
    masks: Any,
) -> None:
    last = lengths, figures, final, final_turns
    mask, width = masks
    _clear_rows(width)
    row = cuda.shared.array(0, uint8)[cuda.threadIdx.x * width :][:width]
    game = cuda.grid(1)
    if game < turns.size:
        step = signed(chosen[game])
        if step < 0 or step >= width or not _byte(mask, game * width + step):
            state, result = load(like, words, game), ILLEGAL
        else:
            state, result, chances[game] = advance(
                like, words, starts, game, step, chances[game], limit, last
            )
        results[game] = result
        reward(result, rewards[game], rewards.shape[1])
        turns[game] = turn(state)
        write_mask(state, row, cuda.local.array(MAX_STEPS, np.int16))
    _copy_rows(width, mask)


@jit
def _random_all(like: State, words: Any, chances: Any, chosen: Any) -> None:
    game = cuda.grid(1)
    if game < chosen.size:
        chosen[game], chances[game] = random_step(load(like, words, game), chances[game])


@jit
def _observe_all(like: State, words: Any, seen: Any) -> None:
    into, width = seen
    row = cuda.shared.array(0, uint8)[cuda.threadIdx.x * width :][:width]
    game = cuda.grid(1)
    if game < words.shape[1]:
        state = load(like, words, game)
        observe(state, turn(state), row)
    _copy_rows(width, into)


def _kind(dtype: Any, strides: tuple[int, ...] | None) -> Any:
    """What the compiled code for an array of steps depends on."""
    return dtype, strides or (dtype.itemsize,)


class GpuBatch(Batch):
    """`Batch` on device arrays; `step` takes any array with the CUDA array interface."""

    _mask_words: tuple[Any, int]
    _observation_words: tuple[Any, int]
    """The rows of mask and observation as words, and the bytes per row."""

    def _array(self, values: np.ndarray[Any, Any]) -> Any:
        return cuda.to_device(values)

    def _rows(self, name: str, games: int, width: int) -> Any:
        rows = (
            count_blocks(games) + 1
        ) * BLOCK_THREADS  # the last block also writes rows past the last game
        room = self._array(np.zeros(rows * width, np.uint8))
        vars(self)[f"_{name}_words"] = room.view(np.uint64), width
        return room[: games * width].reshape(games, width)

    @cached_property
    def _launchers(self) -> dict[Any, Callable[..., None]]:
        """The launcher of each kernel, for each kind of its arguments."""
        return {}

    def _run(self, kernel: Any, width: int, *given: Any, kind: Any = None) -> None:
        """Launch a kernel that writes rows of `width` bytes. `kind` distinguishes arguments of
        different types."""
        ready = self._launchers.get((kernel, kind))
        if ready is None:
            fitting = SHARED_MEMORY_BYTES // width // 32 * 32 if width else BLOCK_THREADS
            threads = min(BLOCK_THREADS, fitting, 32 * count_blocks(self.turns.size, 32))
            grid = count_blocks(self.turns.size, threads), threads, 0, threads * width
            ready = self._launchers[kernel, kind] = make_launcher(kernel, grid, *given)
        ready(*given)

    def reset(self) -> None:
        self._run(
            _begin_all,
            self.mask.shape[1],
            self.like,
            self.words,
            self.starts,
            self.chances,
            self.lengths,
            self.turns,
            self._mask_words,
        )

    def _steps(self, chosen: Any) -> tuple[Any, Any]:
        """Check the steps and convert them for a kernel; returns them and their kind."""
        if chosen is self.chosen:
            return chosen, _kind(chosen.dtype, chosen.strides)
        there = getattr(chosen, "__cuda_array_interface__", None)
        found = there or getattr(chosen, "__array_interface__", None)
        if found is None:
            raise not_an_array(chosen)
        dtype = np.dtype(found["typestr"])
        check_steps(tuple(found["shape"]), dtype, self.results.size)
        if not there:
            chosen = cuda.to_device(chosen)
            return chosen, _kind(dtype, chosen.strides)
        kind = _kind(dtype, found.get("strides"))
        if there.get("stream") in SYNCHRONIZED_STREAMS:
            return BorrowedArray(there["data"][0], lambda: cuda.as_cuda_array(chosen)), kind
        return cuda.as_cuda_array(chosen), kind

    def step(self, chosen: Any) -> None:
        chosen, kind = self._steps(chosen)
        self._run(
            _step_all,
            self.mask.shape[1],
            self.like,
            self.words,
            self.starts,
            chosen,
            self.chances,
            self.limit,
            self.results,
            self.rewards,
            self.turns,
            *self._last,
            self._mask_words,
            kind=kind,
        )

    def random_steps(self) -> Any:
        self._run(_random_all, 0, self.like, self.words, self.chances, self.chosen)
        return self.chosen

    def observe(self) -> Any:
        self._run(
            _observe_all,
            self.observation.shape[1],
            self.like,
            self.words,
            self._observation_words,
        )
        return self.observation
