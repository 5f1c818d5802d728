"""Live games under load: the cost of a move, and its latency to the opponent.

Starts servers on this machine, ours and boardgame.io's one after the other, seats two players at
each table and plays at a steady rate. `python -m benchmarks.load --help` lists the options.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvloop

from benchmarks import load_boardgame, load_sommet
from benchmarks.load_boardgame import BoardgameDriver
from benchmarks.load_players import GameDriver, Load
from benchmarks.load_sommet import RunningServer, SommetDriver
from benchmarks.report import processor


@dataclass(frozen=True)
class ServerUnderTest:
    """A server with its store: how to start it and how to play on it."""

    name: str
    start: Callable[[], AbstractContextManager[RunningServer]]
    played: Callable[[list[str]], GameDriver]


SERVERS = {
    "sqlite": ServerUnderTest(
        "sommet, SQLite", partial(load_sommet.run_server, "sqlite"), SommetDriver
    ),
    "memory": ServerUnderTest(
        "boardgame.io, in memory", partial(load_boardgame.run_server, "memory"), BoardgameDriver
    ),
    "files": ServerUnderTest(
        "boardgame.io, files", partial(load_boardgame.run_server, "files"), BoardgameDriver
    ),
    "postgresql": ServerUnderTest(
        f"sommet, PostgreSQL, {load_sommet.WORKERS} workers",
        partial(load_sommet.run_server, "postgresql"),
        SommetDriver,
    ),
}


@dataclass(frozen=True)
class LoadFigures:
    """The results, in milliseconds unless noted; processor time is that of the server and its child
    processes."""

    opening: float
    rate: float
    processor: float
    database: float
    median: float
    most: float
    worst: float
    kib: float
    problems: str


COLUMNS = {
    "opening": "opening",
    "rate": "moves/s",
    "processor": "a move",
    "database": "database",
    "median": "median",
    "most": "99 %",
    "worst": "worst",
    "kib": "KiB per game",
}


def process_tree(pids: list[int]) -> Iterator[int]:
    """Processes and their descendants."""
    for pid in pids:
        yield pid
        found = read(pid, f"task/{pid}/children").split()
        yield from process_tree([int(child) for child in found])


def read(pid: int, what: str) -> str:
    """The system's fields for a process; empty if it has just ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/{what}").read_text()
    return ""


def memory(pids: list[int]) -> float:
    """Resident memory of processes and their descendants, in MiB."""
    pages = sum(
        int(text.split()[1]) for each in process_tree(pids) if (text := read(each, "statm"))
    )
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def cpu_seconds(pids: list[int]) -> float:
    """Processor seconds used by processes and their descendants, including those that have
    ended."""
    ticks = 0
    for each in process_tree(pids):
        fields = read(each, "stat").rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))  # its own, and its children's that have ended
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure_load(
    server: ServerUnderTest, running: RunningServer, arguments: argparse.Namespace
) -> LoadFigures:
    """The figures of the last round; earlier rounds warm up."""
    gc.disable()  # our own full collections would look like the server's latency
    games = arguments.games
    before = memory(running.pids)
    load = Load(server.played(running.urls), games)
    began, used = time.perf_counter(), cpu_seconds(running.pids)
    await load.set_up()
    opening = (cpu_seconds(running.pids) - used) * 1000 / games
    kib = (memory(running.pids) - before) * 1024 / games
    print(
        f"{server.name}: {games} games, {2 * games} sockets, seated in "
        f"{time.perf_counter() - began:.0f} s, {before:.0f} MiB before that",
        flush=True,
    )
    for number in range(arguments.rounds):
        load.waits.clear()
        load.late = 0
        began, used, kept = (
            time.perf_counter(),
            cpu_seconds(running.pids),
            cpu_seconds(running.database),
        )
        await load.play(arguments.rate, arguments.seconds)
        took = time.perf_counter() - began - 1
        moves, waits = len(load.waits), sorted(each * 1000 for each in load.waits)
        figures = LoadFigures(
            opening,
            moves / took,
            (cpu_seconds(running.pids) - used) * 1000 / moves,
            (cpu_seconds(running.database) - kept) * 1000 / moves,
            statistics.median(waits),
            waits[int(moves * 0.99)],
            waits[-1],
            kib,
            problems=f"refused {load.refused}, late {load.late}, "
            f"unanswered {int(arguments.rate * arguments.seconds) - moves}",
        )
        print(
            f"  round {number + 1}: {moves} moves, {figures.processor:.2f} ms processor per move, "
            f"median {figures.median:.1f} ms, {figures.problems}, {load.begun} games started, "
            f"{memory(running.pids):.0f} MiB",
            flush=True,
        )
    await load.leave()
    return figures


def table(found: dict[str, LoadFigures]) -> str:
    """The figures side by side, in Markdown."""
    lines = [
        f"| server | {' | '.join(COLUMNS.values())} |",
        f"| --- |{' ---: |' * len(COLUMNS)}",
    ]
    for name, figures in found.items():
        values = {key: getattr(figures, key) for key in COLUMNS}
        cells = [
            "–"
            if key == "database" and not value
            else f"{value:.2f}"
            if value < 10
            else f"{value:.0f}"
            for key, value in values.items()
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=420.0, help="moves per second")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds per round")
    parser.add_argument("--rounds", type=int, default=2, help="the last one counts")
    parser.add_argument(
        "--servers",
        nargs="+",
        choices=SERVERS,
        default=list(SERVERS),
        help="sqlite and postgresql: ours; memory and files: boardgame.io's",
    )
    arguments = parser.parse_args()
    found = {}
    for server in (SERVERS[name] for name in arguments.servers):
        with server.start() as running:
            found[server.name] = uvloop.run(measure_load(server, running, arguments))
    print(
        f"\n{arguments.games} games, {2 * arguments.games} sockets, {arguments.rate:g} moves/s; "
        f"{processor()}, {os.cpu_count()} cores. In milliseconds:\n"
        "opening, a move: processor time of the server, per table with two sockets and per move"
        "\ndatabase: processor time of the database per move, where it has its own processes\n"
        "median, 99 %, worst: from sending a move to the opponent's frame\n"
    )
    print(table(found))


if __name__ == "__main__":
    main()
