"""The transposition table, shared by all threads without locks.

The table is a uint64 array (n, 2), n a power of two. The key of a state is its identity hashed by a
bijection and is stored in full, so there are no collisions. An entry is

    key ^ data    an entry that another thread has half written matches no key
    data          bits 0–51   the game's facts
                  bits 52–56  their work: the base-2 logarithm of the nodes searched
                  bits 57–63  a hint: the top bits of the key after the last good move

Four adjacent entries are a bucket, which is one cache line. In a full bucket, the entry with the
least work is replaced.
"""

from __future__ import annotations

from typing import Any

from sommet.machine.arrays import UINT64, Buffer, zeros
from sommet.machine.bits import Word, mix_bits, prefetch, signed, u64, unmix_bits
from sommet.machine.jit import inlined

__all__ = [
    "FACTS",
    "find",
    "hash_identity",
    "hint_from",
    "hint_of",
    "new_table",
    "prefetch_entry",
    "put",
    "unhash_identity",
    "work_of",
]

BUCKET_SIZE = 4
FACT_BITS = 52
FACTS = u64((1 << FACT_BITS) - 1)
WORK_SHIFT, HINT_SHIFT = u64(FACT_BITS), u64(FACT_BITS + 5)
WORK_MASK, HINT_MASK = u64(0x1F), u64(0x7F)


def new_table(bits: int) -> Buffer:
    """An empty table of 2^bits entries of 16 bytes. Buckets of large tables, which begin at a page,
    are aligned to cache lines."""
    return zeros(UINT64, 1 << bits, 2)


@inlined
def hash_identity(word: Word, salt: Word) -> Word:
    """The key of an identity. For every salt this is a different bijection."""
    return mix_bits(word ^ salt)


@inlined
def unhash_identity(key: Word, salt: Word) -> Word:
    """The identity with this key."""
    return unmix_bits(key) ^ salt


@inlined
def bucket_start(table: Any, key: Word) -> int:
    return signed(key & u64(len(table) - 1) & ~u64(BUCKET_SIZE - 1))


@inlined
def prefetch_entry(table: Any, key: Word) -> None:
    """Prefetch the bucket of a key into the cache."""
    prefetch(table, bucket_start(table, key))


@inlined
def find(table: Any, key: Word) -> Word:
    """The data stored for a key, or 0."""
    first = bucket_start(table, key)
    for row in range(first, first + BUCKET_SIZE):
        data: Word = table[row, 1]
        if table[row, 0] ^ data == key and data:
            return data
    return u64(0)


@inlined
def work_of(data: Word) -> Word:
    return (data >> WORK_SHIFT) & WORK_MASK


@inlined
def put(table: Any, key: Word, facts: Word, nodes: int, hint: Word) -> None:
    """Store facts for a key, with the number of nodes they took."""
    work, remaining = u64(0), nodes
    while remaining > 1 and work < WORK_MASK:
        remaining >>= 1
        work += u64(1)
    first = bucket_start(table, key)
    slot, least = first, u64(0xFF)
    for row in range(first, first + BUCKET_SIZE):
        data = table[row, 1]
        if data == u64(0):
            if least:
                slot, least = row, u64(0)
        elif table[row, 0] ^ data == key:
            slot = row
            work = max(work, work_of(data))
            break
        elif work_of(data) + u64(1) < least:
            slot, least = row, work_of(data) + u64(1)
    data = (facts & FACTS) | (work << WORK_SHIFT) | ((hint & HINT_MASK) << HINT_SHIFT)
    table[slot, 0] = key ^ data
    table[slot, 1] = data


@inlined
def hint_of(data: Word) -> Word:
    return data >> HINT_SHIFT


@inlined
def hint_from(key: Word) -> Word:
    """The hint to a state, from its key."""
    return key >> HINT_SHIFT
