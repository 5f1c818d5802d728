"""Builds tables by retrograde analysis, with NumPy: files that grow pass by pass."""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.engine.solve.table_builder", "fast", "numpy"):
    raise fault

import numpy as np

from sommet.core.game import Game
from sommet.engine.solve.retrograde_pass import CpuPassRunner, run_passes
from sommet.engine.solve.solution import Request, solver_adapter_for
from sommet.engine.solve.tablebase import (
    BLOCK_BYTES,
    HEADER_BYTES,
    Header,
    Table,
    TableError,
    read_header,
)

__all__ = ["build", "create", "derive_pairs", "finish"]

Array: TypeAlias = np.ndarray[Any, Any]


def build(game: Game[Any], path: Path, request: Request) -> None:
    """Build the table of a game by retrograde analysis, or continue an unfinished one."""
    part = path.with_suffix(".part")
    header, values = _open_part(part, Header.new(game), request)
    begin, before = perf_counter(), header.seconds

    def spent() -> float:
        return before + perf_counter() - begin

    def on_progress(distance: int, share: float) -> None:
        expected = solver_adapter_for(game).EXPECTED_DISTANCE
        request.report(min(0.99, (distance + share) / expected), f"distance {distance}")

    def on_pass(distance: int) -> None:
        nonlocal header
        if isinstance(values, np.memmap) and request.device == "cpu":
            values.flush()
            header = replace(header, distance=distance, seconds=spent())
            write_header(part, header)

    if request.device == "gpu":
        from sommet.engine.solve.gpu import GpuPassRunner, gpu_name

        on_gpu = GpuPassRunner(game)
        last = run_passes(game, on_gpu, 0, on_progress, on_pass)
        on_gpu.copy_to(values)
        where = gpu_name()
    else:
        last = run_passes(
            game, CpuPassRunner(game, values, request), header.distance, on_progress, on_pass
        )
        where = f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores"
    header = replace(header, distance=last, seconds=spent(), machine=where)
    finish(part, path, header, values)
    request.report(1.0, "done")


def _open_part(part: Path, wanted: Header, request: Request) -> tuple[Header, Array]:
    """The unfinished file if it fits, or a new one."""
    if part.exists() and not request.restart:
        try:
            header = read_header(part)
            same = replace(header, distance=0, seconds=0.0) == wanted
        except TableError:
            same = False
        if same:
            return header, np.memmap(part, np.uint8, "r+", HEADER_BYTES, (header.size,))
    return wanted, create(part, wanted)


def create(path: Path, header: Header) -> Array:
    """Create a file for a new table and map it for writing. Reserves the disk space, so a full disk
    is reported now."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(header.to_bytes())
            file.flush()
            os.posix_fallocate(file.fileno(), 0, HEADER_BYTES + header.size)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise _write_error(path, header.size, error) from None
    return np.memmap(path, np.uint8, "r+", HEADER_BYTES, (header.size,))


def write_header(path: Path, header: Header) -> None:
    """Replace the header, after syncing the values it describes to disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())
        file.write(header.to_bytes())
        file.flush()
        os.fsync(file.fileno())


def finish(part: Path, path: Path, header: Header, values: Array) -> Header:
    """Add the checksums to a complete table and give it its final name."""
    digest, blocks = hashlib.sha256(), []
    for start in range(0, header.size, BLOCK_BYTES):
        block = values[start : start + BLOCK_BYTES].data
        digest.update(block)
        blocks.append(zlib.crc32(block))
    header = replace(header, complete=True, blocks=tuple(blocks), sha256=digest.hexdigest())
    if isinstance(values, np.memmap):
        values.flush()
    write_header(part, header)
    part.replace(path)
    return header


def derive_pairs(table: Table, path: Path) -> Header:
    """Write the `pair` form of a table in `byte` form."""
    header = replace(table.header, form="pair", complete=False, blocks=(), sha256="")
    part = path.with_suffix(".part")
    into = create(part, header)
    worth = np.zeros(256, np.uint8)
    distances = np.arange(255) % 2 == (0 if header.ends_won else 1)
    worth[1:] = np.where(distances, 1, 2)
    step = 1 << 24
    for start in range(0, header.positions, step):
        pairs = worth[np.asarray(table.values[start : start + step])]
        pairs = np.pad(pairs, (0, -len(pairs) % 4)).reshape(-1, 4)
        packed = pairs[:, 0] | pairs[:, 1] << 2 | pairs[:, 2] << 4 | pairs[:, 3] << 6
        into[start // 4 : start // 4 + len(packed)] = packed
    return finish(part, path, header, into)


def _write_error(path: Path, size: int, error: OSError) -> TableError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return TableError(
            "disk_full",
            "Not enough space for {file}: it needs {size:.1f} GB in {folder}.",
            file=path.name,
            size=size / 1e9,
            folder=str(path.parent),
        )
    return TableError(
        "unwritable", "{file} can't be written: {why}.", file=path.name, why=error.strerror
    )
