"""Books: the costly entries of a transposition table, on disk.

A book is an array of rows `(identity, data)`, sorted by identity; `transposition_table.py`
describes the data. A solver writes its rows as a checkpoint and continues from them after an
interruption. The rows with the most work become the book that ships with the game.

A file is a header, which is one line of JSON, followed by the compressed rows. The header has a
checksum of the rest.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from array import array
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import accumulate, chain, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from sommet.core.errors import SommetError
from sommet.engine.solve.search_interface import (
    UNLIMITED_TURNS,
    has_proofs,
    identity,
    known_bounds,
)
from sommet.engine.solve.transposition_table import (
    FACTS,
    hash_identity,
    put,
    unhash_identity,
    work_of,
)
from sommet.machine.arrays import UINT64, Buffer, array_of, zeros
from sommet.machine.bits import Word, u64
from sommet.machine.exports import BOOL, INT, STATE, WORD, Array, export
from sommet.machine.jit import njit, threaded
from sommet.machine.kernel_interface import State

__all__ = [
    "BookError",
    "costly_rows",
    "is_in_book",
    "load_rows",
    "read_book",
    "read_header",
    "write_book",
]

Rows: TypeAlias = Buffer
"""uint64 (row, 2): identities and data."""

FORMAT = "sommet book 1"


class BookError(SommetError):
    """A book that can't be read, used or written."""


_ROWS = Array(UINT64, 2)


@export("costly_rows", _ROWS, WORD, INT, INT, INT, _ROWS, returns=(INT,))
@threaded
def _costly_rows(table: Any, salt: Word, work: int, begin: int, end: int, buffer: Any) -> int:
    """Copy the entries from `begin` to `end` with at least `work` to the buffer. Returns their
    number, even if the buffer was too small for all."""
    found = 0
    for row in range(begin, end):
        data = table[row, 1]
        if data and work_of(data) >= u64(work):
            if found < len(buffer):
                buffer[found, 0] = unhash_identity(table[row, 0] ^ data, salt)
                buffer[found, 1] = data
            found += 1
    return found


def costly_rows(table: Rows, salt: Word, work: int, threads: int = 1) -> Rows:
    """The entries that took at least 2^work nodes, as the rows of a book."""
    edges = [len(table) * thread // threads for thread in range(threads + 1)]

    def part(index: int) -> list[Any]:
        begin, end = edges[index], edges[index + 1]
        buffer = zeros(UINT64, 1 << 10, 2)
        while (found := _costly_rows(table, salt, work, begin, end, buffer)) > len(buffer):
            buffer = zeros(UINT64, found + found // 8, 2)
        rows: list[Any] = buffer.tolist()
        return rows[:found]

    with ThreadPoolExecutor(threads) as pool:
        rows = sorted(chain.from_iterable(pool.map(part, range(threads))), key=itemgetter(0))
    return array_of(UINT64, chain.from_iterable(rows), len(rows), 2)


@export("load_rows", _ROWS, WORD, _ROWS)
@threaded
def _load_rows(table: Any, salt: Word, rows: Any) -> None:
    for row in range(len(rows)):
        data = rows[row, 1]
        put(
            table,
            hash_identity(rows[row, 0], salt),
            data & FACTS,
            1 << int(work_of(data)),
            data >> u64(57),
        )


def load_rows(table: Rows, salt: Word, rows: Rows) -> None:
    """Add the rows of a book to a transposition table."""
    _load_rows(table, salt, rows)


@export("is_in_book", STATE, _ROWS, returns=(BOOL,), serves=has_proofs)
@njit
def is_in_book(state: State, rows: Any) -> bool:
    """Whether the rows of a book prove the value of a state."""
    word, degree = identity(state, UNLIMITED_TURNS, ())
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) >> 1
        if rows[middle, 0] < word:
            low = middle + 1
        else:
            high = middle
    if low == len(rows) or rows[low, 0] != word:
        return False
    lower, upper = known_bounds(state, rows[low, 1] & FACTS, degree)
    return bool(lower == upper)


def write_book(path: Path, rows: Rows, header: dict[str, Any]) -> None:
    """Write a book atomically: a reader sees the old file or the new one."""
    compressed = lzma.compress(_encoded(rows), preset=6)
    checksum = hashlib.sha256(compressed).hexdigest()
    first = {"format": FORMAT, **header, "rows": len(rows), "checksum": checksum}
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(json.dumps(first).encode() + b"\n" + compressed)
        temporary.replace(path)
    except OSError as error:
        raise BookError(
            "unwritable_book",
            "{file} can't be written: {why}.",
            file=path.name,
            why=str(error.strerror),
        ) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def read_header(path: Path) -> dict[str, Any]:
    """The header of a book; BookError if the file isn't one."""
    try:
        with path.open("rb") as file:
            header: Any = json.loads(file.readline(1 << 16))
    except OSError as error:
        raise BookError(
            "unreadable_book",
            "{file} can't be read: {why}.",
            file=path.name,
            why=str(error.strerror),
        ) from None
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BookError(
            "no_book", "{file} is not a book for this version of Sommet.", file=path.name
        )
    return header


def read_book(path: Path, **expected: Any) -> Rows:
    """The rows of a book; BookError if it is corrupt or its header differs from `expected`."""
    header = read_header(path)
    for name, value in expected.items():
        if header.get(name) != value:
            raise BookError(
                "other_book",
                "{file} was made for {name} {found}, not {value}.",
                file=path.name,
                name=name,
                found=str(header.get(name)),
                value=str(value),
            )
    compressed = path.read_bytes().partition(b"\n")[2]
    if hashlib.sha256(compressed).hexdigest() != header.get("checksum"):
        raise BookError("broken_book", "{file} is corrupt: its checksum is wrong.", file=path.name)
    return _decoded(lzma.decompress(compressed))


def _encoded(rows: Rows) -> bytes:
    """The differences between one identity and the next, then the data of all rows."""
    words = memoryview(rows).cast("B").cast("Q")
    differences = [after - before for before, after in pairwise((0, *words[::2]))]
    return array("Q", differences).tobytes() + words[1::2].tobytes()


def _decoded(encoded: bytes) -> Rows:
    """The rows that `_encoded` made this of."""
    columns = memoryview(encoded).cast("Q")
    count = len(columns) // 2
    rows = zeros(UINT64, count, 2)
    words = rows.cast("B").cast("Q")
    words[::2] = memoryview(array("Q", accumulate(columns[:count])))
    words[1::2] = columns[count:]
    return rows
