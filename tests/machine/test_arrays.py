"""Arrays without NumPy have its memory layout."""

from __future__ import annotations

import io
from typing import Any, cast

import numpy as np
import pytest

from sommet.machine.arrays import (
    BOOL8,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT32,
    UINT64,
    Element,
    Record,
    array_of,
    clear,
    read_npy,
    zeros,
)

ELEMENTS = [INT8, INT16, INT32, INT64, UINT8, UINT32, UINT64, FLOAT32, FLOAT64, BOOL8]


@pytest.mark.parametrize("element", ELEMENTS, ids=lambda element: element.name)
def test_numpy_sees_the_same_array(element: Element) -> None:
    array = zeros(element, 2, 3)
    array[1, 2] = 1
    seen = np.asarray(array)
    assert (seen.dtype, seen.shape) == (np.dtype(element.name), (2, 3))
    assert seen.tolist() == [[0, 0, 0], [0, 0, 1]]
    seen[0, 0] = 1
    assert array[0, 0] == 1
    clear(array)
    assert not seen.any()
    assert array_of(element, [1, 0, 1]).tolist() == [1, 0, 1]
    assert array_of(element, [1, 0, 1, 1], 2, 2).tolist() == [[1, 0], [1, 1]]
    assert memoryview(cast("Any", seen)).format in element.formats


@pytest.mark.parametrize("size", [1, 1 << 21])
def test_arrays_of_any_size_are_zeros_and_can_be_written(size: int) -> None:
    array = zeros(UINT8, size)
    assert not any(array[:: max(1, size // 100)])
    array[size - 1] = 7
    assert array[size - 1] == 7


def test_arrays_may_be_empty() -> None:
    assert zeros(INT64, 0).shape == array_of(UINT64, ()).shape == (0,)
    clear(zeros(INT64, 0))


def test_records_are_bytes() -> None:
    record = Record((("count", INT32), ("step", INT16), ("sign", INT16)))
    array = zeros(record, 3)
    assert array.shape == (3, 8)
    record.struct.pack_into(array, 8, 70_000, 2, -1)
    seen = np.asarray(array).view([("count", np.int32), ("step", np.int16), ("sign", np.int16)])
    assert seen[1].tolist() == [(70_000, 2, -1)]


def test_arrays_that_numpy_stored_are_read() -> None:
    file = io.BytesIO()
    np.save(file, np.arange(6, dtype=np.float32).reshape(2, 3))
    kind, shape, data = read_npy(file.getvalue())
    assert (kind, shape) == ("<f4", (2, 3))
    assert np.frombuffer(data, np.float32).tolist() == [0, 1, 2, 3, 4, 5]
    for wrong in (b"", b"hello", file.getvalue()[:-1], file.getvalue()[:20]):
        with pytest.raises(ValueError, match=r"it is|header"):
            read_npy(wrong)
