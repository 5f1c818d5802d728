"""Heap to be solved: the number of a position is how many stones are left."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.machine.bits import Word, signed, u64
from sommet.machine.jit import inlined
from tests.heap import MOST, Heap
from tests.heap.kernel import HeapState

METHOD = "retrograde"
INDEX_VERSION = 1
EXPECTED_DISTANCE = 30
STATE = HeapState
STRATA = 5


class Shelves(NamedTuple):
    nothing: Any


@inlined
def place(state: HeapState, shelves: Shelves) -> int:
    return signed(state.left)


@inlined
def at(like: HeapState, number: int, shelves: Shelves) -> HeapState:
    return HeapState(u64(number), like.seat)


@inlined
def stratum(state: HeapState) -> int:
    return signed(state.left) // 10


@inlined
def stretch(like: HeapState, number: int, shelves: Shelves) -> tuple[int, int]:
    return number // 10, number // 10 * 10 + 10


@inlined
def choices(state: HeapState) -> Word:
    taken = u64(0b1110) & ((u64(2) << state.left) - u64(1))
    return taken | u64(1) if state.left >= u64(30) and state.left < u64(MOST) else taken


def shelves(game: Heap) -> Shelves:
    return Shelves(np.zeros(1))


def positions(game: Heap) -> int:
    return MOST + 1


def shelf(game: Heap) -> tuple[tuple[int, int], ...]:
    return ((0, 20), (20, MOST + 1))


def ends_won(game: Heap) -> bool:
    return False


def essential(game: Heap) -> dict[str, str | int]:
    return dict(game.settings)


def leads(game: Heap) -> Any:
    tens = np.arange(STRATA)
    found: Any = abs(tens[:, None] - tens) <= 1
    return found
