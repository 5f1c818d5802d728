"""Drills with real processes: nothing acknowledged is lost, and everything recovers by itself.

Every test run does a few rounds; `make drills` does all of them.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sommet.server.store import Log, open_store
from sommet.tables.table_state import TableState
from tests.server.drills.resilient_players import Pair
from tests.server.local_server import Guest
from tests.server.services import (
    Process,
    broker_process,
    find_program,
    server_process,
    wait_for,
)
from tests.server.timeouts import DRILLS, at_most

pytestmark = pytest.mark.anyio

ROUNDS = 50 if DRILLS else 2
PAIRS = 3
TIMEOUT_S = 120.0


@asynccontextmanager
async def playing(*urls: Callable[[], str], pairs: int = PAIRS) -> AsyncIterator[list[Pair]]:
    """Pairs of guests who play throughout, at different URLs if there are two."""
    pairs_playing = [await Pair.create((urls[0], urls[-1]), seed) for seed in range(pairs)]
    tasks = [asyncio.create_task(pair.play()) for pair in pairs_playing]
    try:
        yield pairs_playing
        for task in tasks:
            assert not task.done(), task.exception()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pair in pairs_playing:
            await pair.leave()


async def wait_for_moves(pairs: list[Pair], moves: int = 4) -> None:
    """Wait until every pair has had this many more moves acknowledged."""
    before = [len(pair.acknowledged) for pair in pairs]
    deadline = time.monotonic() + TIMEOUT_S
    while any(
        len(pair.acknowledged) < count + moves for pair, count in zip(pairs, before, strict=True)
    ):
        assert time.monotonic() < deadline, [seat.refused[-3:] for p in pairs for seat in p.seats]
        await asyncio.sleep(0.02)


async def check_nothing_is_lost(database: str, pairs: list[Pair]) -> int:
    """Check that every acknowledged move is in the log once, under its number; returns how many."""
    store = await open_store(database)
    log, count = Log(store), 0
    for pair in pairs:
        for table in pair.tables:
            game_log = await log.read(table)
            assert game_log is not None
            TableState.from_log(table, game_log)  # every event is valid after those before it
            sequences = [line.sequence for line in game_log.logged]
            assert sequences == list(range(1, len(sequences) + 1))
            commands = Counter(line.command for line in game_log.logged if line.command)
            assert set(commands.values()) <= {1}, "a command was executed twice"
            logged = {
                (str(line.command).partition(":")[2], line.sequence) for line in game_log.logged
            }
            acknowledged_moves = {
                (id, number) for at, id, number in pair.acknowledged if at == table
            }
            assert acknowledged_moves <= logged, "an acknowledged move is missing"
            count += len(acknowledged_moves)
        for seat in pair.seats:
            assert seat.numbers == sorted(set(seat.numbers)), "an event was sent twice"
    await store.close()
    games = sum(len(pair.tables) for pair in pairs)
    returns = sum(seat.returns for pair in pairs for seat in pair.seats)
    print(
        f"{count} moves acknowledged in {games} games, {returns} returns; none lost, none doubled"
    )
    return count


async def test_a_server_killed_during_play_loses_nothing_acknowledged(
    drill_database: str, tmp_path: Path
) -> None:
    dice = random.Random(7)
    with server_process(tmp_path, drill_database) as server:
        async with playing(lambda: server.url) as pairs:
            await wait_for_moves(pairs)
            for _ in range(ROUNDS):
                await asyncio.sleep(dice.uniform(0, 0.3))
                server.kill()
                server.start()
                await wait_for_moves(pairs, 2)
            assert all(seat.returns for pair in pairs for seat in pair.seats)
        print(f"killed {ROUNDS} times")
        assert await check_nothing_is_lost(drill_database, pairs)


async def test_a_graceful_shutdown_is_quick_and_loses_nothing(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        async with playing(lambda: server.url) as pairs:
            await wait_for_moves(pairs)
            began = time.monotonic()
            assert server.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
            assert time.monotonic() - began < at_most(10)
            server.start()
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(str(tmp_path / "table.db"), pairs)


@asynccontextmanager
async def two_servers_and_a_broker(
    folder: Path, database: str
) -> AsyncIterator[tuple[Process, Process, Process]]:
    if not (find_program("redis-server") or find_program("valkey-server")):
        pytest.fail("no broker is installed: make services")
    with broker_process(folder) as broker:
        option = f"--broker=redis://127.0.0.1:{broker.port}"
        with (
            server_process(folder, database, option) as one,
            server_process(folder, database, option) as two,
        ):
            yield one, two, broker


async def test_two_servers_survive_a_broker_restart(postgres_database: str, tmp_path: Path) -> None:
    async with two_servers_and_a_broker(tmp_path, postgres_database) as (one, two, broker):
        async with playing(lambda: one.url, lambda: two.url) as pairs:
            await wait_for_moves(pairs)
            for _ in range(5 if DRILLS else 1):
                broker.kill()
                await wait_for_moves(pairs, 2)
                broker.start()
                wait_for(broker.port)
                await wait_for_moves(pairs)
        assert await check_nothing_is_lost(postgres_database, pairs)


async def test_one_of_two_servers_can_be_killed(postgres_database: str, tmp_path: Path) -> None:
    async with two_servers_and_a_broker(tmp_path, postgres_database) as (one, two, _):
        async with playing(lambda: one.url, lambda: two.url) as pairs:
            for _ in range(5 if DRILLS else 1):
                await wait_for_moves(pairs)
                two.kill()
                two.start()
                await wait_for_moves(pairs, 2)
        assert await check_nothing_is_lost(postgres_database, pairs)


async def test_killing_the_driver_stops_neither_bots_nor_clocks(
    postgres_database: str, tmp_path: Path
) -> None:
    async with two_servers_and_a_broker(tmp_path, postgres_database) as (one, two, _):
        ada = await Guest.create(one.url, "Ada")
        chairs = [{"kind": "bot", "level": "gentle"}, {"kind": "me"}]
        clock = {"kind": "total", "seconds": 8}
        bots = await ada.create_table("pylos", chairs=chairs, first=0)
        timed = await ada.create_table("pylos", chairs=[{"kind": "me"}] * 2, clock=clock, first=0)
        position = (await ada.request("GET", f"/api/tables/{timed}"))["frame"]["position"]
        await ada.send_command(
            timed, "play", move="1a1", position=position, seat=0
        )  # the clock starts
        left = (await ada.request("GET", f"/api/tables/{timed}"))["sequence"]
        one.kill()  # before its engine could start
        killed = time.monotonic()
        async with ada.at(bots, url=two.url) as live:
            welcome = await live.until("welcome")
            if not welcome.get("moves"):
                await live.event("moved")
        assert time.monotonic() - killed < at_most(5.5)
        async with ada.at(timed, url=two.url) as live:
            welcome = await live.until("welcome")
            if welcome["sequence"] == left:
                assert (await live.event("handed_over"))["event"]["lost"] > 1
            flagged = await live.event("flagged")
            assert flagged["frame"]["stage"] == "over"
        fell = time.monotonic() - killed
        assert 10 < fell < at_most(15), "the flag fell after eight seconds plus the time given back"
        await ada.close()


async def test_a_full_database_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        async with playing(lambda: server.url, pairs=1) as pairs:
            await wait_for_moves(pairs)
            server.kill(signal.SIGTERM)
            database = tmp_path / "table.db"
            with sqlite3.connect(database) as connection:
                (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.close()
            command = list(server.command)
            server.command.append(f"--max-pages={pages + 2}")
            server.start()
            seats = pairs[0].seats
            deadline = time.monotonic() + 60
            while not any("store_full" in seat.refused for seat in seats):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.05)
            server.kill(signal.SIGTERM)
            server.command = command
            server.start()
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(str(database), pairs)


async def test_a_locked_database_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        async with playing(lambda: server.url, pairs=1) as pairs:
            await wait_for_moves(pairs)
            other = sqlite3.connect(tmp_path / "table.db", isolation_level=None, timeout=30)
            other.execute("BEGIN IMMEDIATE")
            deadline = time.monotonic() + 60
            while not any("store_locked" in seat.refused for seat in pairs[0].seats):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.05)
            other.execute("ROLLBACK")
            other.close()
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(str(tmp_path / "table.db"), pairs)
