"""The part of `benchmarks.solver` that runs on the GPU: solve, count, distil."""

from __future__ import annotations

import json
import time
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.solver_choices import pylos
from scripts.distil import distil
from sommet.core.record import Record
from sommet.engine.solve import (
    adapter_interface,
    gpu,
    retrograde_pass,
    solver_adapter_for,
    tablebase,
)
from sommet.engine.solve.adapter_interface import index_of, state_at, swap_sides
from sommet.engine.solve.table_oracle import TableOracle
from sommet.engine.solve.verification import verify_table
from sommet.machine.gpu import cuda, jit
from sommet.machine.kernel_interface import RUNNING, State, kernel_for, outcome

BEGIN = time.time()


def say(words: str) -> None:
    print(f"{time.time() - BEGIN:7.1f}  {words}", flush=True)


@jit
def _zugzwang(
    like: State, begin: int, end: int, won: int, values: Any, index_tables: Any, into: Any
) -> None:
    """Whether the player to move loses, whichever it is."""
    which = cuda.grid(1)
    number = begin + which
    if number >= end:
        return
    known = values[number]
    into[which] = 0
    if known == 0 or (known - 1) % 2 != won:
        return
    state = swap_sides(state_at(like, number, index_tables))
    if outcome(state) == RUNNING:
        known = values[index_of(state, index_tables)]
        if known != 0 and (known - 1) % 2 == won:
            into[which] = 1


def text_of(game: Any, runner: gpu.GpuPassRunner, number: int) -> str:
    index_tables = solver_adapter_for(game).index_tables(game)
    state = adapter_interface.state_at(runner.like, number, index_tables)
    kernel = kernel_for(game)
    state = type(runner.like)(*map(np.uint64, state))
    return str(game.write(kernel.decode(game, state), ()))


def count_values(game: Any, runner: gpu.GpuPassRunner) -> dict[str, Any]:
    """Wins, draws and losses by balls, distances, longest lines, mutual zugzwangs."""
    solving = solver_adapter_for(game)
    first = solving.index_tables(game).first
    values = torch.as_tensor(runner.values, device="cuda")
    won_parity = 0 if solving.ends_won(game) else 1
    by_balls, far, zugzwangs, examples = {}, np.zeros(256, np.int64), {}, []
    for balls in range(len(first) - 1):
        begin, end = int(first[balls]), int(first[balls + 1])
        if begin == end:
            continue
        bins = torch.bincount(values[begin:end], minlength=256).cpu().numpy()
        far += bins
        distance = np.arange(255)
        wins = int(bins[1:][distance % 2 == won_parity].sum())
        losses = int(bins[1:][distance % 2 != won_parity].sum())
        by_balls[balls] = [
            end - begin,
            wins,
            int(bins[0]),
            losses,
            int(np.flatnonzero(bins)[-1]) - 1,
        ]
        both = 0
        for start in range(begin, end, 1 << 27):
            stop = min(start + (1 << 27), end)
            into = torch.empty(stop - start, dtype=torch.uint8, device="cuda")
            _zugzwang[(stop - start + 127) // 128, 128](
                runner.like,
                start,
                stop,
                1 - won_parity,
                runner.values,
                runner.index_tables,
                cuda.as_cuda_array(into),
            )
            some = torch.nonzero(into).flatten()
            both += len(some)
            if len(some) and balls >= 4 and len(examples) < 12:
                examples.append(text_of(game, runner, start + int(some[0])))
        zugzwangs[balls] = both
    longest = {}
    for name, parity in (("win", won_parity), ("loss", 1 - won_parity)):
        most = max(known for known in range(1, 256) if far[known] and (known - 1) % 2 == parity)
        where = []
        for start in range(0, len(values), 1 << 28):
            some = torch.nonzero(values[start : start + (1 << 28)] == most).flatten()
            where += [start + int(one) for one in some[:6]]
        longest[name] = [
            most - 1,
            int(far[most]),
            [text_of(game, runner, one) for one in where[:6]],
        ]
    return {
        "positions, wins, draws, losses, longest by balls": by_balls,
        "distances": {known - 1: int(far[known]) for known in range(1, 256) if far[known]},
        "draws": int(far[0]),
        "longest": longest,
        "mutual zugzwangs by balls": zugzwangs,
        "mutual zugzwang examples": examples,
    }


def play_by_table(game: Any, folder: Path) -> dict[str, Any]:
    """The start, its moves, and a perfect game."""
    truth = TableOracle(game, folder)
    start = game.start()
    known = truth.known_truth(start.table)
    assert known is not None
    first_moves = {}
    for move in ("1a1", "1b1", "1b2"):
        one = truth.known_truth(start.play(move).table)
        assert one is not None
        made = one.before()
        first_moves[move] = [made.value, made.distance]
    record = Record.new(game, 1)
    while not record.outcome and len(record.moves) < 120:
        record = record.play(truth.rank_moves(record.view(record.turn))[0].move)
    return {
        "start": [known.value, known.distance],
        "first moves": first_moves,
        "perfect game": [str(move) for move in record.moves],
        "ends": str(record.outcome),
    }


def solve_variant(game: Any, folder: Path) -> tuple[gpu.GpuPassRunner, dict[str, Any]]:
    """Solve on the GPU and write the table; returns the figures."""
    cuda.synchronize()
    begin = time.perf_counter()
    runner = gpu.GpuPassRunner(game)
    last = retrograde_pass.run_passes(game, runner, 0, lambda *new_figures: None, lambda done: None)
    cuda.synchronize()
    spent = time.perf_counter() - begin
    path = tablebase.path_of(game, folder, "byte")
    header = tablebase.Header.new(game)
    part = path.with_suffix(".part")
    values = tablebase.create(part, header)
    runner.copy_to(values)
    header = replace(header, distance=last, seconds=spent, machine=gpu.gpu_name())
    header = tablebase.finish(part, path, header, values)
    kept = time.perf_counter() - begin
    return runner, {
        "game": str(game),
        "positions": header.positions,
        "seconds to solve": round(spent, 2),
        "seconds with the table on disk": round(kept, 2),
        "passes": last,
        "sha256": header.sha256,
    }


def run_all(arguments: Any, wanted: list[Any]) -> None:
    """Solve, count and check each of these; distil those that have a network."""
    out, folder = arguments.out, arguments.tables
    figures: dict[str, Any] = {}
    for options in wanted:
        name = "-".join(options)
        figures[name] = {}
        try:
            _one(pylos(*options), name, figures[name], arguments)
        except Exception:
            figures[name]["error"] = traceback.format_exc()
            say(traceback.format_exc())
        text = json.dumps(figures, indent=1)
        (out / f"figures-{arguments.only}-{wanted[0][0]}.json").write_text(text, encoding="utf-8")
    say(f"all done; tables in {folder}")


def _one(game: Any, name: str, figures: dict[str, Any], arguments: Any) -> None:
    out, folder = arguments.out, arguments.tables
    runner, new_figures = solve_variant(game, folder)
    figures |= new_figures
    say(f"{name}: {new_figures}")
    if arguments.only == "tables":
        return
    figures |= play_by_table(game, folder)
    say(f"{name}: start {figures['start']}, {figures['first moves']}")
    figures |= count_values(game, runner)
    say(f"{name}: {figures['draws']} draws, longest {figures['longest']}")
    if arguments.only == "usual":
        _, figures["network"] = distil(game, runner, out / f"{name}.network", arguments.train, say)
    else:
        path = tablebase.path_of(game, folder, "byte")
        wrong = verify_table(game, path, 5_000, jobs=8)
        figures["checked by rules"] = [5_000, wrong[:5]]
        say(f"{name}: 5000 checked with rules.py, {len(wrong)} wrong")
        path.unlink()  # not enough disk for all
