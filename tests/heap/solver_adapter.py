"""The solver adapter of Heap: the index of a position is the number of stones left."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.machine import exports
from sommet.machine.arrays import FLOAT64, zeros
from sommet.machine.bits import Word, signed, u64
from sommet.machine.jit import inlined
from tests.heap import MOST, Heap
from tests.heap.kernel import HeapState

METHOD = "retrograde"
INDEX_VERSION = 1
EXPECTED_DISTANCE = 30
SLICES = 5


class IndexTables(NamedTuple):
    nothing: Any


INDEX_TABLES = exports.Group(IndexTables, (exports.Array(FLOAT64),))


@inlined
def index_of(state: HeapState, index_tables: IndexTables) -> int:
    return signed(state.left)


@inlined
def state_at(like: HeapState, index: int, index_tables: IndexTables) -> HeapState:
    return HeapState(u64(index), like.seat)


@inlined
def slice_of(state: HeapState) -> int:
    return signed(state.left) // 10


@inlined
def slice_range(like: HeapState, index: int, index_tables: IndexTables) -> tuple[int, int]:
    return index // 10, index // 10 * 10 + 10


@inlined
def canonical_mask(state: HeapState) -> Word:
    taken = u64(0b1110) & ((u64(2) << state.left) - u64(1))
    return taken | u64(1) if state.left >= u64(30) and state.left < u64(MOST) else taken


def index_tables(game: Heap) -> IndexTables:
    return IndexTables(zeros(FLOAT64, 1))


def positions(game: Heap) -> int:
    return MOST + 1


def index_ranges(game: Heap) -> tuple[tuple[int, int], ...]:
    return ((0, 20), (20, MOST + 1))


def ends_won(game: Heap) -> bool:
    return False


def relevant_options(game: Heap) -> dict[str, str | int]:
    return dict(game.settings)


def slice_successors(game: Heap) -> Any:
    tens = np.arange(SLICES)
    found: Any = abs(tens[:, None] - tens) <= 1
    return found
