"""Retrograde analysis: solve a game from its ends backwards, with every position in one table."""

from __future__ import annotations

import os
import platform
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.engine.solve import tablebase
from sommet.engine.solve.retrograde_pass import CpuPassRunner, run_passes
from sommet.engine.solve.solution import Oracle, Request, Solved, solver_adapter_for
from sommet.engine.solve.tablebase import Header, Table, TableError, path_of

__all__ = ["check_solution", "list_solved", "oracle", "solve"]

Array = np.ndarray[Any, Any]


def solve(game: Game[Any], folder: Path, request: Request) -> Solved:
    """Build the table of a game, or continue an unfinished one."""
    path, wanted = path_of(game, folder, "byte"), Header.new(game)
    if not path.exists() or request.restart:
        _build(game, path, wanted, request)
    table = Table(path, game)
    if "pair" in request.forms and not (pairs := path_of(game, folder, "pair")).exists():
        tablebase.derive_pairs(table, pairs)
    return next(solved for solved in tablebase.list_solved(folder) if solved.file == path)


def _build(game: Game[Any], path: Path, wanted: Header, request: Request) -> None:
    part = path.with_suffix(".part")
    header, values = _open_part(part, wanted, request)
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
            tablebase.write_header(part, header)

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
    tablebase.finish(part, path, header, values)
    request.report(1.0, "done")


def _open_part(part: Path, wanted: Header, request: Request) -> tuple[Header, Array]:
    """The unfinished file if it fits, or a new one."""
    if part.exists() and not request.restart:
        try:
            header = tablebase.read_header(part)
            same = replace(header, distance=0, seconds=0.0) == wanted
        except TableError:
            same = False
        if same:
            return header, np.memmap(part, np.uint8, "r+", tablebase.HEADER_BYTES, (header.size,))
    return wanted, tablebase.create(part, wanted)


def list_solved(folder: Path) -> list[Solved]:
    """The tables in a folder."""
    return list(tablebase.list_solved(folder))


def check_solution(game: Game[Any], folder: Path, count: int) -> list[str]:
    """Check `count` positions of a table against the rules; returns the errors, as sentences."""
    from sommet.engine.solve.verification import verify_table

    return verify_table(game, path_of(game, folder, "byte"), count)


def oracle(game: Game[Any], folder: Path) -> Oracle:
    """An oracle with the game's table, or with a search if there is none."""
    from sommet.engine.solve.table_oracle import TableOracle

    return TableOracle(game, folder)
