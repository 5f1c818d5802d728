"""The passes of retrograde analysis, over a table with a byte for each position.

The byte is 0 while the position is unknown (at the end: for a draw), else its distance to the end
of the game plus one. Pass `distance` finds the positions with exactly that distance. Every end has
the same result for the player who would move next, so the parity of a distance says who wins, and a
pass finds either wins or losses:

    a win    some move leads to a loss at distance - 1
    a loss   every move leads to a win, at distance - 1 at most

A pass reads only values that earlier passes wrote, so the order of positions doesn't matter,
threads need no locks, and an interrupted pass can simply be repeated.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

import numpy as np

from sommet.core.game import Game
from sommet.engine.solve.adapter_interface import (
    INDEX_TABLES,
    canonical_mask,
    has_index,
    index_of,
    slice_of,
    slice_range,
    state_at,
)
from sommet.engine.solve.solution import Request, Stopped, solver_adapter_for
from sommet.machine import exports
from sommet.machine.arrays import UINT8
from sommet.machine.bits import lowest, signed, u64
from sommet.machine.exports import BOOL, INT, STATE, export
from sommet.machine.jit import inlined, threaded
from sommet.machine.kernel_interface import (
    RUNNING,
    State,
    is_turn_start,
    load,
    outcome,
    play,
    start,
    store,
)

__all__ = [
    "MAX_TURN_STEPS",
    "CpuPassRunner",
    "PassRunner",
    "is_at_distance",
    "run_pass",
    "run_passes",
    "update_position",
]

MAX_TURN_STEPS = 4
"""Maximum number of steps in a turn."""
CHUNK_POSITIONS = 1 << 20
"""Positions between two checks of `stop`."""

Array = np.ndarray[Any, Any]


@inlined
def is_at_distance(
    state: State, distance: int, winning: bool, values: Any, index_tables: Any, scratch: Any
) -> bool:
    """Whether the distance of a position, which is at least `distance`, is exactly that.

    `scratch` has two arrays for the turn being expanded: words (word, depth) and steps (depth).
    """
    words, left = scratch
    depth, now, remaining = 0, state, canonical_mask(state)
    while True:
        if not remaining:
            if depth == 0:
                return not winning
            depth -= 1
            now, remaining = load(state, words, depth), left[depth]
            continue
        step = signed(lowest(remaining))
        remaining &= remaining - u64(1)
        after = play(now, step)
        if not is_turn_start(after):
            store(now, words, depth)
            left[depth] = remaining
            depth += 1
            now, remaining = after, canonical_mask(after)
            continue
        stored = 1 if outcome(after) != RUNNING else signed(values[index_of(after, index_tables)])
        if winning:
            if stored == distance:
                return True
        elif stored == 0 or stored > distance or (distance - stored) & 1:
            return False


@inlined
def update_position(
    like: State,
    index: int,
    distance: int,
    winning: bool,
    values: Any,
    index_tables: Any,
    reachable: Any,
    changed: Any,
    scratch: Any,
) -> None:
    """Set the value of an unknown position if it has this distance.

    `reachable` has a flag for each slice where this pass can find positions; `changed` gets one for
    each slice where it does.
    """
    state = state_at(like, index, index_tables)
    kind = slice_of(state)
    if not reachable[kind]:
        return
    if distance == 0:
        found = outcome(state) != RUNNING
    else:
        found = is_at_distance(state, distance, winning, values, index_tables, scratch)
    if found:
        values[index] = distance + 1
        changed[kind] = 1


@export(
    *("run_pass", STATE, INT, INT, INT, BOOL, exports.Array(UINT8), INDEX_TABLES),
    *(exports.Array(UINT8), exports.Array(UINT8)),
    serves=has_index,
)
@threaded
def run_pass(
    like: State,
    begin: int,
    end: int,
    distance: int,
    winning: bool,
    values: Any,
    index_tables: Any,
    reachable: Any,
    changed: Any,
) -> None:
    """Run a pass over the positions from `begin` to `end` in one thread; skips unreachable
    slices."""
    words = np.empty((8, MAX_TURN_STEPS), np.uint64)
    scratch = (words, np.empty(MAX_TURN_STEPS, np.uint64))
    index = begin
    while index < end:
        kind, until = slice_range(like, index, index_tables)
        until = min(until, end)
        if reachable[kind]:
            for each in range(index, until):
                if values[each] == 0:
                    update_position(
                        like,
                        each,
                        distance,
                        winning,
                        values,
                        index_tables,
                        reachable,
                        changed,
                        scratch,
                    )
        index = until


class PassRunner(Protocol):
    """Runs passes, on the CPU or the GPU."""

    def run_pass(
        self, distance: int, winning: bool, reachable: Array, on_progress: Callable[[float], None]
    ) -> Array:
        """Find the positions with this distance; returns a flag for each slice that has some.

        `on_progress` is called with the share of the pass that is done.
        """


class CpuPassRunner:
    """Runs passes in threads, over one array of all values."""

    def __init__(self, game: Game[Any], values: Array, request: Request) -> None:
        adapter = solver_adapter_for(game)
        self._like, self._index_tables = start(game), adapter.index_tables(game)
        self._ranges = [
            (begin, min(begin + CHUNK_POSITIONS, end))
            for first, end in adapter.index_ranges(game)
            for begin in range(first, end, CHUNK_POSITIONS)
        ]
        self._slices = adapter.SLICES
        self._values, self._request = values, request
        self._threads = request.threads or os.cpu_count() or 1

    def run_pass(
        self, distance: int, winning: bool, reachable: Array, on_progress: Callable[[float], None]
    ) -> Array:
        changed = np.zeros(self._slices, np.uint8)
        done = 0

        def one(part: tuple[int, int]) -> None:
            nonlocal done
            if not self._request.stop():
                run_pass(
                    self._like,
                    *part,
                    distance,
                    winning,
                    self._values,
                    self._index_tables,
                    reachable,
                    changed,
                )
                done += 1
                on_progress(done / len(self._ranges))

        with ThreadPoolExecutor(self._threads) as threads:
            list(threads.map(one, self._ranges))
        if self._request.stop():
            raise Stopped
        return changed


def run_passes(
    game: Game[Any],
    runner: PassRunner,
    distance: int,
    on_progress: Callable[[int, float], None],
    on_pass: Callable[[int], None],
) -> int:
    """Run passes, beginning with this distance, until one finds nothing; returns its distance.

    `on_progress` is called with the distance and the share of the pass that is done, `on_pass` with
    the next distance after each pass. An earlier call may have run part of the first pass, so every
    slice counts as changed by it.
    """
    adapter = solver_adapter_for(game)
    ends_won, slice_successors = adapter.ends_won(game), np.array(adapter.slice_successors(game))
    reachable: Array = np.ones(adapter.SLICES, np.uint8)
    first = distance
    while True:
        winning = (distance % 2 == 0) == ends_won
        changed: Array = runner.run_pass(
            distance, winning, reachable, partial(on_progress, distance)
        )
        if distance == first:
            changed = np.ones_like(changed)
        if distance >= 2 and not changed.any():
            return distance
        distance += 1
        on_pass(distance)
        if distance >= 2:  # ends have no index, so the first passes must visit every slice
            reachable = np.array(slice_successors[:, changed > 0].any(axis=1), np.uint8)
