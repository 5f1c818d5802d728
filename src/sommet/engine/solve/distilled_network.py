"""A small network distilled from a solved table, with a list of the positions it gets wrong.

The first layer adds the rows of a position's active features (the game's `features`); three small
layers follow, a set of them for each bucket of positions. All numbers are integers, stored as
floats where they are multiplied, and none exceeds 2²⁴: so every machine computes exactly the same
outputs. The *exceptions* are the indices of all positions that the network gets wrong in some of
the buckets. They make the network exact there, so a search that reaches these buckets gets proven
values.

    rows     (ROWS, WIDTH) int8       first layer, sums clipped to 0 … 127
    start    (WIDTH,) int16
    second   (BUCKETS, NARROW, WIDTH) float32, divided by 64 and clipped to 0 … 127
    third    (BUCKETS, NARROW, NARROW) float32, the same
    last     (BUCKETS, 4, NARROW) float32   win, draw, loss, and distance to the end
    exact    (BUCKETS,) uint8         whether the bucket has its exceptions
"""

from __future__ import annotations

import io
import lzma
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sommet.engine.solve.adapter_interface import bucket, features
from sommet.machine.exports import Array as Typed
from sommet.machine.exports import Group
from sommet.machine.jit import inlined, njit
from sommet.machine.kernel_interface import State

__all__ = [
    "NARROW",
    "NETWORK",
    "SCRATCH",
    "WIDTH",
    "Network",
    "exact_value",
    "load",
    "pack",
    "predicted_value",
]

WIDTH, NARROW = 256, 32
SPAN_BITS = 16
CLIP_MIN, CLIP_MAX, SCALE = np.float32(0.0), np.float32(127.0), np.float32(64.0)

Array = np.ndarray[Any, Any]


class Network(NamedTuple):
    """See the top of the file. `exceptions` are sorted; each is the index of a position times two,
    plus one if the true value is the second of the two that the network didn't predict."""

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


NETWORK = Group(
    Network,
    (
        *(Typed(np.int8, 2), Typed(np.int16)),
        *(Typed(np.float32, 3), Typed(np.float32, 2)) * 3,
        *(Typed(np.int64), Typed(np.uint8)),
    ),
)
SCRATCH = Group(
    tuple,
    (
        *(Typed(np.int64), Typed(np.int16), Typed(np.float32)),
        *(Typed(np.float32, 2), Typed(np.float32)),
    ),
)
"""What `new_scratch` returns."""


def _layer(activations: Any, weights: Any, start: Any, into: Any) -> None:
    """One layer: weights (out, in). Integers, so the order of summation doesn't matter."""
    for other in range(len(into)):
        total = np.float32(0.0)
        for unit in range(len(activations)):
            total += activations[unit] * weights[other, unit]
        into[other] = total + start[other]


_layer = njit(_layer, any_order=True)


@inlined
def _clip(sums: Any) -> None:
    for unit in range(len(sums)):
        sums[unit] = max(CLIP_MIN, min(np.floor(sums[unit] / SCALE), CLIP_MAX))


@njit
def outputs(state: State, network: Network, scratch: Any) -> Any:
    """The network's four outputs for a position, integers in floats; `scratch` is `new_scratch`'s.

    The position must come from `state_at`: of symmetric positions, the network has learned only
    one.
    """
    active, sums, activations, narrow, out = scratch
    features(state, active)
    kind = bucket(state)
    for unit in range(WIDTH):
        sums[unit] = network.start[unit]
    for row in active:
        first = network.rows[row]
        for unit in range(WIDTH):
            sums[unit] += first[unit]
    for unit in range(WIDTH):
        activations[unit] = np.float32(max(0, min(sums[unit], 127)))
    _layer(activations, network.second[kind], network.second_start[kind], narrow[0])
    _clip(narrow[0])
    _layer(narrow[0], network.third[kind], network.third_start[kind], narrow[1])
    _clip(narrow[1])
    _layer(narrow[1], network.last[kind], network.last_start[kind], out)
    return out


@inlined
def predicted_value(out: Any) -> int:
    """The value that the network predicts: 1 for a win, 0 for a draw, -1 for a loss."""
    if out[0] >= out[1]:
        return 1 if out[0] >= out[2] else -1
    return 0 if out[1] >= out[2] else -1


@inlined
def exact_value(
    index: int, kind: int, predicted: int, network: Network, exception_index: Any
) -> int:
    """The true value, 1, 0 or -1, of the position with this index and bucket, given the network's
    prediction; 2 if the bucket isn't exact."""
    if not network.exact[kind]:
        return 2
    low, high = exception_index[index >> SPAN_BITS], exception_index[(index >> SPAN_BITS) + 1]
    while low < high:
        middle = (low + high) >> 1
        if network.exceptions[middle] >> 1 < index:
            low = middle + 1
        else:
            high = middle
    if low == len(network.exceptions) or network.exceptions[low] >> 1 != index:
        return predicted
    second = network.exceptions[low] & 1
    if predicted == 1:
        return -1 if second else 0
    if predicted == 0:
        return -1 if second else 1
    return 0 if second else 1


def exception_index(network: Network, positions: int) -> Array:
    """Where the exceptions of each span of 2^SPAN_BITS positions begin."""
    edges = np.arange((positions >> SPAN_BITS) + 2, dtype=np.int64) << SPAN_BITS
    return np.searchsorted(network.exceptions >> 1, edges)


def new_scratch(active: int) -> tuple[Array, ...]:
    """Scratch memory for `outputs`, for one thread at a time; `active` is the number of active
    features."""
    return (
        np.zeros(active, np.int64),
        np.zeros(WIDTH, np.int16),
        np.zeros(WIDTH, np.float32),
        np.zeros((2, NARROW), np.float32),
        np.zeros(4, np.float32),
    )


def blank_network(rows: int, buckets: int) -> Network:
    """A network of zeros, for options without a network."""
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


INT8_FIELDS = ("second", "third", "last")


def pack(network: Network, path: Path) -> int:
    """Write a network to a compressed file; returns the size in bytes."""
    gaps = np.diff(network.exceptions, prepend=0).astype(np.uint64)
    arrays = {name: value for name, value in network._asdict().items() if name != "exceptions"}
    for name in INT8_FIELDS:
        arrays[name] = arrays[name].astype(np.int8)
    small, large = gaps < 255, gaps[gaps >= 255]
    digits = np.where(small, gaps, 255).astype(np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, digits=digits, large=large.astype(np.uint32), **arrays)
    data = lzma.compress(buffer.getvalue(), preset=9)
    path.write_bytes(data)
    return len(data)


def load(path: Path) -> Network:
    """Read a network from its file."""
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as stored:
        fields = {name: stored[name] for name in stored.files}
    gaps = fields.pop("digits").astype(np.int64)
    gaps[gaps == 255] = fields.pop("large")
    for name in INT8_FIELDS:
        fields[name] = fields[name].astype(np.float32)
    return Network(exceptions=np.cumsum(gaps), **fields)
