"""Solving a game from its ends backwards: every position, with its distance, in one table.

A table has a byte a position: 0 while nothing is known (in the end: a draw), else the distance to
the end of the game plus one. Pass `distance` finds the positions that are exactly so far from the
end. All ends of a game are of one kind for the player who would be next, so the parity of a
distance tells who wins, and a pass looks either for wins or for losses:

    a win    some move leads to a position that is lost in one move less
    a loss   every move leads to a position that is won, in one move less or earlier

A pass reads only what earlier passes wrote, and whether a position was settled in this pass or not
makes no difference to any other. So the order does not matter, threads need no locks, and a pass
that was interrupted is simply made again.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from sommet.core.game import Game
from sommet.engine.solve import (
    Oracle,
    Request,
    Solved,
    Stopped,
    adapter_interface,
    solving_for,
    tablebase,
)
from sommet.engine.solve.adapter_interface import at, choices, place, stratum, stretch
from sommet.engine.solve.tablebase import Header, Table, TableError, path_of
from sommet.machine.bits import lowest, signed, u64
from sommet.machine.jit import inlined, threaded
from sommet.machine.kernel_interface import (
    RUNNING,
    State,
    is_turn_start,
    load,
    outcome,
    play,
    start,
    store,
)

__all__ = ["DEPTH", "checked", "listed", "oracle", "passes", "settle", "settled", "solve", "sweep"]

DEPTH = 4
"""Steps in a turn at most."""
CHUNK = 1 << 20
"""Positions between two looks at whether to stop."""

Array = np.ndarray[Any, Any]


@inlined
def settled(
    state: State, distance: int, winning: bool, values: Any, shelves: Any, room: Any
) -> bool:
    """Whether a position is exactly `distance` from the end, when it is no less.

    `room` is a pair of arrays for half-made turns: words (word, depth) and steps left (depth).
    """
    words, left = room
    depth, now, todo = 0, state, choices(state)
    while True:
        if not todo:
            if depth == 0:
                return not winning
            depth -= 1
            now, todo = load(state, words, depth), left[depth]
            continue
        step = signed(lowest(todo))
        todo &= todo - u64(1)
        after = play(now, step)
        if not is_turn_start(after):
            store(now, words, depth)
            left[depth] = todo
            depth += 1
            now, todo = after, choices(after)
            continue
        known = 1 if outcome(after) != RUNNING else signed(values[place(after, shelves)])
        if winning:
            if known == distance:
                return True
        elif known == 0 or known > distance or (distance - known) & 1:
            return False


@inlined
def settle(
    like: State,
    number: int,
    distance: int,
    winning: bool,
    values: Any,
    shelves: Any,
    live: Any,
    news: Any,
    room: Any,
) -> None:
    """Settle a position about which nothing is known, if its distance is this one.

    `live` tells for each stratum whether anything can be found there; `news` where something was.
    """
    state = at(like, number, shelves)
    kind = stratum(state)
    if not live[kind]:
        return
    if distance == 0:
        found = outcome(state) != RUNNING
    else:
        found = settled(state, distance, winning, values, shelves, room)
    if found:
        values[number] = distance + 1
        news[kind] = 1


@threaded
def sweep(
    like: State,
    begin: int,
    end: int,
    distance: int,
    winning: bool,
    values: Any,
    shelves: Any,
    live: Any,
    news: Any,
) -> None:
    """A pass over the positions from `begin` to `end`, by one thread. Where nothing can be found
    it leaps over whole stretches."""
    words = np.empty((8, DEPTH), np.uint64)
    room = (words, np.empty(DEPTH, np.uint64))
    number = begin
    while number < end:
        kind, until = stretch(like, number, shelves)
        until = min(until, end)
        if live[kind]:
            for each in range(number, until):
                if values[each] == 0:
                    settle(like, each, distance, winning, values, shelves, live, news, room)
        number = until


class Sweeper(Protocol):
    """Who makes a pass: the threads of a CPU or a GPU."""

    def sweep(
        self, distance: int, winning: bool, live: Array, told: Callable[[float], None]
    ) -> Array:
        """Settle what is so far from the end; which strata it was found in."""


class CpuSweeper:
    """All positions in one array, swept by threads."""

    def __init__(self, game: Game[Any], values: Array, request: Request) -> None:
        solving = adapter_interface.connect(solving_for(game))
        self._like, self._shelves = start(game), solving.shelves(game)
        self._parts = [
            (begin, min(begin + CHUNK, end))
            for first, end in solving.shelf(game)
            for begin in range(first, end, CHUNK)
        ]
        self._strata = solving.STRATA
        self._values, self._request = values, request
        self._threads = request.threads or os.cpu_count() or 1

    def sweep(
        self, distance: int, winning: bool, live: Array, told: Callable[[float], None]
    ) -> Array:
        news = np.zeros(self._strata, np.uint8)
        done = 0

        def one(part: tuple[int, int]) -> None:
            nonlocal done
            if not self._request.stop():
                sweep(self._like, *part, distance, winning, self._values, self._shelves, live, news)
                done += 1
                told(done / len(self._parts))

        with ThreadPoolExecutor(self._threads) as threads:
            list(threads.map(one, self._parts))
        if self._request.stop():
            raise Stopped
        return news


def passes(
    game: Game[Any],
    sweeper: Sweeper,
    distance: int,
    told: Callable[[int, float], None],
    done: Callable[[int], None],
) -> int:
    """Make pass after pass, from this distance on, until nothing more is found; the last one.

    Part of the first pass may have been made by an earlier call, which knew of news that this one
    does not see: so there may have been some everywhere.
    """
    solving = solving_for(game)
    ends_won, leads = solving.ends_won(game), solving.leads(game)
    live = np.ones(solving.STRATA, np.uint8)
    first = distance
    while True:
        winning = (distance % 2 == 0) == ends_won
        news = sweeper.sweep(distance, winning, live, partial(told, distance))
        if distance == first:
            news = np.ones_like(news)
        if distance >= 2 and not news.any():
            return distance
        distance += 1
        done(distance)
        if distance >= 2:  # before, news may come from ends, which have no number
            live = leads[:, news > 0].any(axis=1).astype(np.uint8)


def solve(game: Game[Any], folder: Path, request: Request) -> Solved:
    """Make the table of a game, or go on with one that was begun."""
    path, wanted = path_of(game, folder, "byte"), Header.new(game)
    if not path.exists() or request.afresh:
        _make(game, path, wanted, request)
    table = Table(path, game)
    if "pair" in request.forms and not (pairs := path_of(game, folder, "pair")).exists():
        tablebase.derive_pairs(table, pairs)
    return next(solved for solved in tablebase.listed(folder) if solved.file == path)


def _make(game: Game[Any], path: Path, wanted: Header, request: Request) -> None:
    part = path.with_suffix(".part")
    header, values = _begun(part, wanted, request)
    begin, before = perf_counter(), header.seconds

    def spent() -> float:
        return before + perf_counter() - begin

    def told(distance: int, share: float) -> None:
        expected = solving_for(game).EXPECTED_DISTANCE
        request.report(min(0.99, (distance + share) / expected), f"distance {distance}")

    def done(distance: int) -> None:
        nonlocal header
        if isinstance(values, np.memmap) and request.device == "cpu":
            values.flush()
            header = replace(header, distance=distance, seconds=spent())
            tablebase.note(part, header)

    if request.device == "gpu":
        from sommet.engine.solve.gpu import GpuSweeper, machine

        on_gpu = GpuSweeper(game)
        last = passes(game, on_gpu, 0, told, done)
        on_gpu.copy_to(values)
        where = machine()
    else:
        last = passes(game, CpuSweeper(game, values, request), header.distance, told, done)
        where = f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores"
    header = replace(header, distance=last, seconds=spent(), machine=where)
    tablebase.finish(part, path, header, values)
    request.report(1.0, "done")


def _begun(part: Path, wanted: Header, request: Request) -> tuple[Header, Array]:
    """A file to go on with, or a new one."""
    if part.exists() and not request.afresh:
        try:
            header = tablebase.header_of(part)
            same = replace(header, distance=0, seconds=0.0) == wanted
        except TableError:
            same = False
        if same:
            return header, np.memmap(part, np.uint8, "r+", tablebase.HEADER, (header.size,))
    return wanted, tablebase.create(part, wanted)


def listed(folder: Path) -> list[Solved]:
    """The tables in a folder."""
    return list(tablebase.listed(folder))


def checked(game: Game[Any], folder: Path, count: int) -> list[str]:
    """Hold so many positions of a table against the rules."""
    from sommet.engine.solve.verification import verify_table

    return verify_table(game, path_of(game, folder, "byte"), count)


def oracle(game: Game[Any], folder: Path) -> Oracle:
    """Who knows what the tables know, and searches where they are silent."""
    from sommet.engine.solve.table_oracle import TableOracle

    return TableOracle(game, folder)
