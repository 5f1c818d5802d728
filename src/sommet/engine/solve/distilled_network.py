"""A small network that remembers a solved table, and a list of the positions it has wrong.

A position adds up some rows of the first layer (the game says which: `features`) and goes through
three small layers, of which each bucket of positions has its own. All numbers are whole, in the
form of floats where they are multiplied, and none grows past 2²⁴: so every machine gets the same
answer to the last bit. The *exceptions* are the numbers of all positions that the network has wrong
in some of the buckets, and make it exact there: a search from any other bucket that reaches them
knows the truth.

    rows     (ROWS, WIDTH) int8       first layer, sums cut to 0 … 127
    start    (WIDTH,) int16
    second   (BUCKETS, NARROW, WIDTH) float32, divided by 64 and cut to 0 … 127
    third    (BUCKETS, NARROW, NARROW) float32, the same
    last     (BUCKETS, 4, NARROW) float32   win, draw, loss, and how far the end is
    exact    (BUCKETS,) uint8         whether the exceptions of a bucket are there
"""

from __future__ import annotations

import io
import lzma
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sommet.engine.solve.adapter_interface import bucket, features
from sommet.machine.jit import inlined, njit
from sommet.machine.kernel_interface import State

__all__ = ["NARROW", "WIDTH", "Network", "exact_value", "load", "pack", "verdict"]

WIDTH, NARROW = 256, 32
SPAN = 16
NOTHING, TOP, UNIT = np.float32(0.0), np.float32(127.0), np.float32(64.0)

Array = np.ndarray[Any, Any]


class Network(NamedTuple):
    """See the top of the file. `exceptions` are sorted, each the number of a position times two,
    plus one when the value is the second of those that the network did not say."""

    rows: Array
    start: Array
    second: Array
    second_start: Array
    third: Array
    third_start: Array
    last: Array
    last_start: Array
    exceptions: Array
    exact: Array


def _layer(levels: Any, weights: Any, start: Any, into: Any) -> None:
    """One layer: weights (out, in); whole numbers, so the order of the sums does not matter."""
    for other in range(len(into)):
        total = np.float32(0.0)
        for unit in range(len(levels)):
            total += levels[unit] * weights[other, unit]
        into[other] = total + start[other]


_layer = njit(_layer, any_order=True)


@inlined
def _cut(sums: Any) -> None:
    for unit in range(len(sums)):
        sums[unit] = max(NOTHING, min(np.floor(sums[unit] / UNIT), TOP))


@njit
def outputs(state: State, network: Network, room: Any) -> Any:
    """The four whole numbers the network gives for a position; `room` is scratch, from `rooms`.

    The position is one that `at` gives: the network has learned one of each eight images only.
    """
    active, sums, levels, narrow, out = room
    features(state, active)
    kind = bucket(state)
    for unit in range(WIDTH):
        sums[unit] = network.start[unit]
    for row in active:
        first = network.rows[row]
        for unit in range(WIDTH):
            sums[unit] += first[unit]
    for unit in range(WIDTH):
        levels[unit] = np.float32(max(0, min(sums[unit], 127)))
    _layer(levels, network.second[kind], network.second_start[kind], narrow[0])
    _cut(narrow[0])
    _layer(narrow[0], network.third[kind], network.third_start[kind], narrow[1])
    _cut(narrow[1])
    _layer(narrow[1], network.last[kind], network.last_start[kind], out)
    return out


@inlined
def verdict(out: Any) -> int:
    """What the network takes a position for: 1 a win, 0 a draw, -1 a loss."""
    if out[0] >= out[1]:
        return 1 if out[0] >= out[2] else -1
    return 0 if out[1] >= out[2] else -1


@inlined
def exact_value(number: int, kind: int, said: int, network: Network, index: Any) -> int:
    """The true value, 1, 0 or -1, of the position with this number and bucket, of which the network
    said this; 2 when the bucket is not exact. `index` is that of the exceptions."""
    if not network.exact[kind]:
        return 2
    low, high = index[number >> SPAN], index[(number >> SPAN) + 1]
    while low < high:
        middle = (low + high) >> 1
        if network.exceptions[middle] >> 1 < number:
            low = middle + 1
        else:
            high = middle
    if low == len(network.exceptions) or network.exceptions[low] >> 1 != number:
        return said
    second = network.exceptions[low] & 1
    if said == 1:
        return -1 if second else 0
    if said == 0:
        return -1 if second else 1
    return 0 if second else 1


def index_of(network: Network, positions: int) -> Array:
    """Where the exceptions begin for each stretch of 2^SPAN numbers, of so many."""
    edges = np.arange((positions >> SPAN) + 2, dtype=np.int64) << SPAN
    return np.searchsorted(network.exceptions >> 1, edges)


def rooms(active: int) -> tuple[Array, ...]:
    """Scratch for `outputs`, to be used by one thread at a time."""
    return (
        np.zeros(active, np.int64),
        np.zeros(WIDTH, np.int16),
        np.zeros(WIDTH, np.float32),
        np.zeros((2, NARROW), np.float32),
        np.zeros(4, np.float32),
    )


def nothing(rows: int, buckets: int) -> Network:
    """A network that knows nothing: for options that have none of their own."""
    return Network(
        np.zeros((rows, WIDTH), np.int8),
        np.zeros(WIDTH, np.int16),
        np.zeros((buckets, NARROW, WIDTH), np.float32),
        np.zeros((buckets, NARROW), np.float32),
        np.zeros((buckets, NARROW, NARROW), np.float32),
        np.zeros((buckets, NARROW), np.float32),
        np.zeros((buckets, 4, NARROW), np.float32),
        np.zeros((buckets, 4), np.float32),
        np.zeros(0, np.int64),
        np.zeros(buckets, np.uint8),
    )


SMALL = ("second", "third", "last")


def pack(network: Network, path: Path) -> int:
    """Write a network as one compressed file; its size."""
    gaps = np.diff(network.exceptions, prepend=0).astype(np.uint64)
    arrays = {name: value for name, value in network._asdict().items() if name != "exceptions"}
    for name in SMALL:
        arrays[name] = arrays[name].astype(np.int8)
    small, large = gaps < 255, gaps[gaps >= 255]
    digits = np.where(small, gaps, 255).astype(np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, digits=digits, large=large.astype(np.uint32), **arrays)
    data = lzma.compress(buffer.getvalue(), preset=9)
    path.write_bytes(data)
    return len(data)


def load(path: Path) -> Network:
    """A network from its file."""
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as stored:
        fields = {name: stored[name] for name in stored.files}
    gaps = fields.pop("digits").astype(np.int64)
    gaps[gaps == 255] = fields.pop("large")
    for name in SMALL:
        fields[name] = fields[name].astype(np.float32)
    return Network(exceptions=np.cumsum(gaps), **fields)
