"""Arrays in memory that Python and compiled code share, without NumPy.

An array is a `memoryview` in C order, with the format of its elements and a shape;
`numpy.asarray` sees the same memory. Records are bytes: their arrays have one more axis, as long
as a record.
"""

from __future__ import annotations

import mmap
import sys
from array import array as typed_array
from ast import literal_eval
from collections.abc import Iterable
from contextlib import suppress
from math import prod
from struct import Struct, calcsize
from typing import Any, Final, NamedTuple, TypeAlias

__all__ = [
    "BOOL8",
    "FLOAT32",
    "FLOAT64",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "UINT8",
    "UINT32",
    "UINT64",
    "Buffer",
    "Element",
    "Record",
    "array_of",
    "clear",
    "read_npy",
    "zeros",
]

Buffer: TypeAlias = Any
"""A `memoryview`, or what compiled code takes instead: a NumPy array, an `array.array`."""


class Element(NamedTuple):
    """A type of number."""

    name: str
    """As NumPy calls it."""
    format: str
    """As `struct` calls it."""
    formats: tuple[str, ...]
    """All formats in which it is stored in the same way on this machine."""
    size: int
    """Bytes of an element."""
    axes: int = 0
    """How many axes an array has besides its own."""


def _element(name: str, formats: str) -> Element:
    """An element with the first of these formats; others may have the same size here."""
    size = calcsize(formats[0])
    same = tuple(one for one in formats if calcsize(one) == size)
    return Element(name, formats[0], same, size)


INT8: Final = _element("int8", "b")
INT16: Final = _element("int16", "h")
INT32: Final = _element("int32", "il")
INT64: Final = _element("int64", "ql")
UINT8: Final = _element("uint8", "B")
UINT32: Final = _element("uint32", "IL")
UINT64: Final = _element("uint64", "QL")
FLOAT32: Final = _element("float32", "f")
FLOAT64: Final = _element("float64", "d")
BOOL8: Final = _element("bool", "?")


class Record(NamedTuple):
    """A type of record: its fields, without gaps between them."""

    fields: tuple[tuple[str, Element], ...]
    axes: int = 1
    formats: tuple[str, ...] = ("B",)
    """Like those of `Element`."""

    @property
    def struct(self) -> Struct:
        """Reads and writes a record."""
        return Struct("=" + "".join(element.format for _, element in self.fields))

    @property
    def size(self) -> int:
        """Bytes of a record."""
        return self.struct.size


LARGE_BYTES = 1 << 20
"""From this size on, memory comes from the system, which provides it when it is first used."""


def zeros(element: Element | Record, *shape: int) -> Buffer:
    """A new array of zeros. A large one takes no memory until it is used, and begins at a page."""
    size = element.size * prod(shape)
    memory: Any = memoryview(_pages(size) if size >= LARGE_BYTES else bytearray(size))
    if isinstance(element, Record):
        return memory.cast("B", (*shape, element.size)) if size else memory
    return memory.cast(element.format, shape) if size else memory.cast(element.format)


def _pages(size: int) -> mmap.mmap:
    """Memory from the system that a forked child doesn't share."""
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    pages = mmap.mmap(-1, size, mmap.MAP_PRIVATE)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # only a hint: fewer, larger pages are faster
            pages.madvise(mmap.MADV_HUGEPAGE)
    return pages


def array_of(element: Element, values: Iterable[Any], *shape: int) -> Buffer:
    """A new array of these values, in order; without a shape, of one dimension."""
    kept = typed_array("B" if element is BOOL8 else element.format, values)
    memory: Any = memoryview(kept).cast("B")
    return memory.cast(element.format, shape) if shape else memory.cast(element.format)


def clear(array: Buffer) -> None:
    """Fill an array with zeros."""
    if array.nbytes:
        array.cast("B")[:] = bytes(array.nbytes)


def read_npy(stored: bytes) -> tuple[str, tuple[int, ...], bytes]:
    """The type of the elements as NumPy writes it (`<f4`), the shape and the data of an array in C
    order that NumPy stored; ValueError if it isn't one."""
    if not stored.startswith(b"\x93NUMPY"):
        raise ValueError("it isn't an array")
    wide = stored[6] > 1
    begin = 12 if wide else 10
    end = begin + int.from_bytes(stored[8:begin], "little")
    try:
        header = literal_eval(stored[begin:end].decode())
        kind, shape, by_columns = header["descr"], header["shape"], header["fortran_order"]
    except (KeyError, SyntaxError, TypeError, UnicodeDecodeError):
        raise ValueError("its header is damaged") from None
    if by_columns:
        raise ValueError("it isn't in C order")
    if len(stored) - end != prod(shape) * int(kind[2:]):
        raise ValueError("it is incomplete")
    return kind, shape, stored[end:]
