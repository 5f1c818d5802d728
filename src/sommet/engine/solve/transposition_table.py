"""What a solver has proven, in one table that all threads share.

The table is a uint64 array (n, 2), n a power of two. A state's identity is stirred by a one-to-one
mixing, so that the stirred word is as good as the identity itself: it is kept whole, and two states
are never taken for one. An entry is

    stirred ^ data    so that an entry half-written by another thread fits no state
    data              bits 0–51   the game's facts
                      bits 52–56  the work behind them: the logarithm of the nodes
                      bits 57–63  a hint: the top bits of the stirred identity of the state that
                                  the last good move led to

Four entries that lie side by side are a bucket: one line of the processor's cache. Where all four
are taken the one with the least work behind it goes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.engine.solve.adapter_interface import FACT_BITS
from sommet.machine.bits import Word, mixed, prefetch, signed, u64, unmixed
from sommet.machine.jit import inlined

__all__ = [
    "FACTS",
    "find",
    "hint_from",
    "hint_of",
    "memory",
    "put",
    "request",
    "stirred",
    "unstirred",
    "work_of",
]

BUCKET = 4
FACTS = u64((1 << FACT_BITS) - 1)
WORK_SHIFT, HINT_SHIFT = u64(FACT_BITS), u64(FACT_BITS + 5)
WORK, HINT = u64(0x1F), u64(0x7F)


def memory(bits: int) -> np.ndarray[Any, Any]:
    """An empty table of 2^bits entries of 16 bytes, laid so that a bucket is one cache line."""
    room = np.zeros((16 << bits) + 64 >> 3, np.uint64)
    skip = -(room.ctypes.data // 8) % 8
    return room[skip : skip + (2 << bits)].reshape(-1, 2)


@inlined
def stirred(word: Word, salt: Word) -> Word:
    """An identity, one to one, as a word whose bits are evenly spread; each salt in its own way."""
    return mixed(word ^ salt)


@inlined
def unstirred(mark: Word, salt: Word) -> Word:
    """The identity that was stirred into this."""
    return unmixed(mark) ^ salt


@inlined
def bucket(table: Any, mark: Word) -> int:
    return signed(mark & u64(len(table) - 1) & ~u64(BUCKET - 1))


@inlined
def request(table: Any, mark: Word) -> None:
    """Have the bucket of a stirred identity brought near."""
    prefetch(table, bucket(table, mark))


@inlined
def find(table: Any, mark: Word) -> Word:
    """The data kept for a stirred identity, or 0."""
    first = bucket(table, mark)
    for row in range(first, first + BUCKET):
        data: Word = table[row, 1]
        if table[row, 0] ^ data == mark and data:
            return data
    return u64(0)


@inlined
def work_of(data: Word) -> Word:
    return (data >> WORK_SHIFT) & WORK


@inlined
def put(table: Any, mark: Word, facts: Word, nodes: int, hint: Word) -> None:
    """Keep facts for a stirred identity, with how many nodes they took."""
    work, left = u64(0), nodes
    while left > 1 and work < WORK:
        left >>= 1
        work += u64(1)
    first = bucket(table, mark)
    place, least = first, u64(0xFF)
    for row in range(first, first + BUCKET):
        data = table[row, 1]
        if data == u64(0):
            if least:
                place, least = row, u64(0)
        elif table[row, 0] ^ data == mark:
            place = row
            work = max(work, work_of(data))
            break
        elif work_of(data) + u64(1) < least:
            place, least = row, work_of(data) + u64(1)
    data = (facts & FACTS) | (work << WORK_SHIFT) | ((hint & HINT) << HINT_SHIFT)
    table[place, 0] = mark ^ data
    table[place, 1] = data


@inlined
def hint_of(data: Word) -> Word:
    return data >> HINT_SHIFT


@inlined
def hint_from(mark: Word) -> Word:
    """The hint at a state, from its stirred identity."""
    return mark >> HINT_SHIFT
