"""The dear part of a memory, kept: what a solver need not prove again.

A book is an array of rows `(identity, data)` in rising order, as
`transposition_table.py` describes data. The same rows serve as a checkpoint (an interrupted solver reads them and goes on) and, those with the
most work behind them, as the book that ships.

On disk: one line of JSON that says what it is, then the rows, squeezed. The checksum in the first
line is that of the rows.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from sommet.core.errors import SommetError
from sommet.engine.solve.transposition_table import FACTS, put, stirred, unstirred, work_of
from sommet.machine.bits import Word, u64
from sommet.machine.jit import threaded

__all__ = ["BookError", "dear", "enter", "read_book", "read_header", "write_book"]

Rows = np.ndarray[Any, Any]

FORMAT = "sommet book 1"


class BookError(SommetError):
    """A book that cannot be used or written; the sentence says why."""


@threaded
def _dear(table: Any, salt: Word, work: int, begin: int, end: int, into: Any) -> int:
    """Copy the entries of a part of the table that have so much work behind them; how many there
    are, even when there was no room for all."""
    found = 0
    for row in range(begin, end):
        data = table[row, 1]
        if data and work_of(data) >= u64(work):
            if found < len(into):
                into[found, 0] = unstirred(table[row, 0] ^ data, salt)
                into[found, 1] = data
            found += 1
    return found


def dear(table: Rows, salt: Word, work: int, threads: int = 1) -> Rows:
    """The entries with at least 2^work nodes behind them, as a book."""
    edges = np.linspace(0, len(table), threads + 1).astype(np.int64)

    def part(index: int) -> Rows:
        begin, end = int(edges[index]), int(edges[index + 1])
        room = np.empty((1 << 10, 2), np.uint64)
        while (found := _dear(table, salt, work, begin, end, room)) > len(room):
            room = np.empty((found + found // 8, 2), np.uint64)
        return room[:found]

    with ThreadPoolExecutor(threads) as pool:
        rows = np.concatenate(list(pool.map(part, range(threads))))
    return rows[np.argsort(rows[:, 0], kind="stable")]


@threaded
def _enter(table: Any, salt: Word, rows: Any) -> None:
    for row in range(len(rows)):
        data = rows[row, 1]
        put(
            table,
            stirred(rows[row, 0], salt),
            data & FACTS,
            1 << int(work_of(data)),
            data >> u64(57),
        )


def enter(table: Rows, salt: Word, rows: Rows) -> None:
    """Let a memory know what stands in a book."""
    _enter(table, salt, rows)


def write_book(path: Path, rows: Rows, header: dict[str, Any]) -> None:
    """Write a book in one go: a reader finds the old file or the new one, never half of it."""
    squeezed = lzma.compress(np.ascontiguousarray(_differences(rows).T).tobytes(), preset=6)
    checksum = hashlib.sha256(squeezed).hexdigest()
    first = {"format": FORMAT, **header, "rows": len(rows), "checksum": checksum}
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(json.dumps(first).encode() + b"\n" + squeezed)
        fresh.replace(path)
    except OSError as error:
        raise BookError(
            "unwritable_book",
            "{file} can't be written: {why}.",
            file=path.name,
            why=str(error.strerror),
        ) from None
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def read_header(path: Path) -> dict[str, Any]:
    """What the first line of a book says."""
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
    """The rows of a book; BookError when it is broken or tells of something else."""
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
    squeezed = path.read_bytes().partition(b"\n")[2]
    if hashlib.sha256(squeezed).hexdigest() != header.get("checksum"):
        raise BookError("broken_book", "{file} is corrupt: its checksum is wrong.", file=path.name)
    rows = np.frombuffer(lzma.decompress(squeezed), np.uint64).reshape(2, -1).T.copy()
    rows[:, 0] = np.cumsum(rows[:, 0], dtype=np.uint64)
    return rows


def _differences(rows: Rows) -> Rows:
    """The rows with each identity given by how much larger it is than the one before."""
    changed = rows.copy()
    changed[1:, 0] = rows[1:, 0] - rows[:-1, 0]
    return changed
