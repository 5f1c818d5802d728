"""The kernel of Heap. A state is the stones left and the seat to move; a step, how many to take."""

from __future__ import annotations

from typing import Any, NamedTuple

from sommet.machine.bits import Word, mix_bits, signed, u64
from sommet.machine.jit import inlined
from sommet.machine.kernel_interface import ENDED, RUNNING
from tests.heap import Heap, HeapTable

STEPS = 4


class HeapState(NamedTuple):
    left: Word
    seat: Word


@inlined
def play(state: HeapState, step: int) -> HeapState:
    left = state.left + u64(1) if step == 0 else state.left - u64(step)
    return HeapState(left, state.seat ^ u64(1))


@inlined
def outcome(state: HeapState) -> int:
    return RUNNING if state.left else ENDED | (1 << (1 - signed(state.seat)))


@inlined
def turn(state: HeapState) -> int:
    return signed(state.seat)


@inlined
def is_turn_start(state: HeapState) -> bool:
    return True


@inlined
def key(state: HeapState) -> Word:
    return mix_bits(state.left << u64(1) | state.seat)


def encode(table: HeapTable, secrets: Any = (), out: Any = ()) -> HeapState:
    return HeapState(u64(table.left), u64(table.turn))


def decode(game: Heap, state: HeapState) -> HeapTable:
    return HeapTable(game, int(state.left), int(state.seat))
