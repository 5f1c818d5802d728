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
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zipfile import ZipFile

from sommet.engine.solve.adapter_interface import bucket, features
from sommet.machine.arrays import (
    FLOAT32,
    INT8,
    INT16,
    INT64,
    UINT8,
    UINT32,
    Buffer,
    array_of,
    read_npy,
    zeros,
)
from sommet.machine.exports import Array as Typed
from sommet.machine.exports import Group, export
from sommet.machine.jit import inlined, njit, np
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

Array: TypeAlias = Buffer


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
        *(Typed(INT8, 2), Typed(INT16)),
        *(Typed(FLOAT32, 3), Typed(FLOAT32, 2)) * 3,
        *(Typed(INT64), Typed(UINT8)),
    ),
)
SCRATCH = Group(
    tuple,
    (
        *(Typed(INT64), Typed(INT16), Typed(FLOAT32)),
        *(Typed(FLOAT32, 2), Typed(FLOAT32)),
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
    smallest, largest, scale = np.float32(0.0), np.float32(127.0), np.float32(64.0)
    for unit in range(len(sums)):
        sums[unit] = max(smallest, min(np.floor(sums[unit] / scale), largest))


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


@export("find_spans", Typed(INT64), Typed(INT64))
@njit
def find_spans(exceptions: Any, index: Any) -> None:
    """Write where the exceptions of each span of 2^SPAN_BITS positions begin."""
    at = 0
    for span in range(len(index)):
        while at < len(exceptions) and exceptions[at] >> 1 < span << SPAN_BITS:
            at += 1
        index[span] = at


def exception_index(network: Network, positions: int) -> Array:
    """Where the exceptions of each span of 2^SPAN_BITS positions begin."""
    index = zeros(INT64, (positions >> SPAN_BITS) + 2)
    find_spans(network.exceptions, index)
    return index


def new_scratch(active: int) -> tuple[Array, ...]:
    """Scratch memory for `outputs`, for one thread at a time; `active` is the number of active
    features."""
    return (
        zeros(INT64, active),
        zeros(INT16, WIDTH),
        zeros(FLOAT32, WIDTH),
        zeros(FLOAT32, 2, NARROW),
        zeros(FLOAT32, 4),
    )


def blank_network(rows: int, buckets: int) -> Network:
    """A network of zeros, for options without a network."""
    return Network(
        zeros(INT8, rows, WIDTH),
        zeros(INT16, WIDTH),
        zeros(FLOAT32, buckets, NARROW, WIDTH),
        zeros(FLOAT32, buckets, NARROW),
        zeros(FLOAT32, buckets, NARROW, NARROW),
        zeros(FLOAT32, buckets, NARROW),
        zeros(FLOAT32, buckets, 4, NARROW),
        zeros(FLOAT32, buckets, 4),
        zeros(INT64, 0),
        zeros(UINT8, buckets),
    )


# --- files ---------------------------------------------------------------------------------------

# A file is a compressed archive of arrays, as `numpy.savez` makes it. The exceptions are stored as
# the gaps between them: bytes, of which each 255 stands for the next of the `large` gaps.

STORED = {
    "rows": INT8,
    "start": INT16,
    "exact": UINT8,
    "digits": UINT8,
    "large": UINT32,
    "second": INT8,
    "third": INT8,
    "last": INT8,
    "second_start": FLOAT32,
    "third_start": FLOAT32,
    "last_start": FLOAT32,
}
"""The elements of the stored arrays."""
KINDS = {INT8: "|i1", UINT8: "|u1", INT16: "<i2", UINT32: "<u4", FLOAT32: "<f4"}
"""As NumPy writes them."""
INT8_FIELDS = ("second", "third", "last")
"""Stored as bytes, used as floats."""
LARGE_GAP = 255


@export("add_gaps", Typed(UINT8), Typed(UINT32), Typed(INT64))
@njit
def add_gaps(digits: Any, large: Any, into: Any) -> None:
    """Write the exceptions with these gaps."""
    total, used = np.int64(0), 0
    for at in range(len(digits)):
        gap = np.int64(digits[at])
        if gap == LARGE_GAP:
            gap = np.int64(large[used])
            used += 1
        total += gap
        into[at] = total


def pack(network: Network, path: Path) -> int:
    """Write a network to a compressed file, with NumPy; returns the size in bytes."""
    import numpy

    fields = network._asdict()
    gaps = [after - before for before, after in pairwise((0, *fields.pop("exceptions")))]
    fields["digits"] = [min(gap, LARGE_GAP) for gap in gaps]
    fields["large"] = [gap for gap in gaps if gap >= LARGE_GAP]
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {
        name: numpy.array(fields[name], element.name) for name, element in STORED.items()
    }
    numpy.savez(buffer, **arrays)
    data = lzma.compress(buffer.getvalue(), preset=9)
    path.write_bytes(data)
    return len(data)


def load(path: Path) -> Network:
    """Read a network from its file."""
    with ZipFile(io.BytesIO(lzma.decompress(path.read_bytes()))) as archive:
        fields = {name: _stored_array(archive.read(f"{name}.npy"), name) for name in STORED}
    digits, large = fields.pop("digits"), fields.pop("large")
    exceptions = zeros(INT64, len(digits))
    add_gaps(digits, large, exceptions)
    return Network(exceptions=exceptions, **fields)


def _stored_array(stored: bytes, name: str) -> Array:
    """An array of a file."""
    kind, shape, data = read_npy(stored)
    element = STORED[name]
    if kind != KINDS[element]:
        raise ValueError(f"{name} has elements of type {kind}, not {KINDS[element]}.")
    if name in INT8_FIELDS:
        return array_of(FLOAT32, memoryview(data).cast("b"), *shape)
    found = zeros(element, *shape)
    found.cast("B")[:] = data
    return found
