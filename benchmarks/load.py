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
from benchmarks.load_boardgame import Boardgame
from benchmarks.load_players import Load, Played
from benchmarks.load_sommet import Ours, Served
from benchmarks.report import processor


@dataclass(frozen=True)
class Contestant:
    """A server with its store: how to start it and how to play on it."""

    name: str
    served: Callable[[], AbstractContextManager[Served]]
    played: Callable[[list[str]], Played]


CONTESTANTS = {
    "sqlite": Contestant("sommet, SQLite", partial(load_sommet.served, "sqlite"), Ours),
    "memory": Contestant(
        "boardgame.io, in memory", partial(load_boardgame.served, "memory"), Boardgame
    ),
    "files": Contestant("boardgame.io, files", partial(load_boardgame.served, "files"), Boardgame),
    "postgresql": Contestant(
        f"sommet, PostgreSQL, {load_sommet.WORKERS} workers",
        partial(load_sommet.served, "postgresql"),
        Ours,
    ),
}


@dataclass(frozen=True)
class Figures:
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
    trouble: str


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


def family(pids: list[int]) -> Iterator[int]:
    """Processes and their descendants."""
    for pid in pids:
        yield pid
        found = read(pid, f"task/{pid}/children").split()
        yield from family([int(child) for child in found])


def read(pid: int, what: str) -> str:
    """The system's fields for a process; empty if it has just ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/{what}").read_text()
    return ""


def memory(pids: list[int]) -> float:
    """Resident memory of processes and their descendants, in MiB."""
    pages = sum(int(text.split()[1]) for each in family(pids) if (text := read(each, "statm")))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def busy(pids: list[int]) -> float:
    """Processor seconds used by processes and their descendants, including those that have
    ended."""
    ticks = 0
    for each in family(pids):
        fields = read(each, "stat").rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))  # its own, and its children's that have ended
    return ticks / os.sysconf("SC_CLK_TCK")


async def measured(
    contestant: Contestant, served: Served, arguments: argparse.Namespace
) -> Figures:
    """The figures of the last round; earlier rounds warm up."""
    gc.disable()  # our own full collections would look like the server's latency
    games = arguments.games
    before = memory(served.pids)
    load = Load(contestant.played(served.urls), games)
    began, used = time.perf_counter(), busy(served.pids)
    await load.set_up()
    opening = (busy(served.pids) - used) * 1000 / games
    kib = (memory(served.pids) - before) * 1024 / games
    print(
        f"{contestant.name}: {games} games, {2 * games} sockets, seated in "
        f"{time.perf_counter() - began:.0f} s, {before:.0f} MiB before that",
        flush=True,
    )
    for number in range(arguments.rounds):
        load.waits.clear()
        load.late = 0
        began, used, kept = time.perf_counter(), busy(served.pids), busy(served.database)
        await load.play(arguments.rate, arguments.seconds)
        took = time.perf_counter() - began - 1
        moves, waits = len(load.waits), sorted(each * 1000 for each in load.waits)
        figures = Figures(
            opening,
            moves / took,
            (busy(served.pids) - used) * 1000 / moves,
            (busy(served.database) - kept) * 1000 / moves,
            statistics.median(waits),
            waits[int(moves * 0.99)],
            waits[-1],
            kib,
            trouble=f"refused {load.refused}, late {load.late}, "
            f"unanswered {int(arguments.rate * arguments.seconds) - moves}",
        )
        print(
            f"  round {number + 1}: {moves} moves, {figures.processor:.2f} ms processor per move, "
            f"median {figures.median:.1f} ms, {figures.trouble}, {load.begun} games started, "
            f"{memory(served.pids):.0f} MiB",
            flush=True,
        )
    await load.leave()
    return figures


def table(found: dict[str, Figures]) -> str:
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
        choices=CONTESTANTS,
        default=list(CONTESTANTS),
        help="sqlite and postgresql: ours; memory and files: boardgame.io's",
    )
    arguments = parser.parse_args()
    found = {}
    for contestant in (CONTESTANTS[name] for name in arguments.servers):
        with contestant.served() as served:
            found[contestant.name] = uvloop.run(measured(contestant, served, arguments))
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
