"""The database goes away, or falls silent, and comes back: the server says so, waits, goes on."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.drills.test_drills import nothing_is_lost, playing, progress
from tests.server.local_server import Guest
from tests.server.services import (
    Postgres,
    Process,
    find_program,
    fresh_database,
    postgres_process,
    server_process,
)
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

BOUND = 30.0
"""Seconds within which a server without its database answers, and stops."""


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that may come to harm."""
    if not find_program("initdb"):
        pytest.fail("PostgreSQL is not installed: make services")
    with postgres_process() as server:
        yield server


@pytest.fixture
def database(own_postgres: Postgres) -> Iterator[str]:
    with fresh_database(own_postgres.url) as url:
        yield url


async def readiness(server: Process) -> int:
    async with httpx.AsyncClient(base_url=server.url, timeout=BOUND) as browser:
        assert (await browser.get("/healthz")).status_code == 200
        return (await browser.get("/readyz")).status_code


async def test_a_server_whose_database_is_away_says_so_and_goes_on_once_it_is_back(
    own_postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with server_process(tmp_path, database) as server:
        ada, bob = [await Guest.create(server.url, name) for name in ("Ada", "Bob")]
        table = await ada.create_table("pylos", first=0)
        await bob.send_command(table, "sit")
        async with playing(lambda: server.url) as pairs, ada.at(table) as live:
            position = (await live.until("welcome"))["frame"]["position"]
            await progress(pairs)
            own_postgres.crash()
            try:
                assert await readiness(server) == 503
                refused = await live.play("1b2", position, id="while away")
                assert refused["refused"]["code"] == "store_trouble"
                assert await ada.expect_refusal("GET", "/api/me") == (503, "store_trouble")
                async with bob.at(table) as turned_away:
                    assert (await turned_away.next())["refused"]["code"] == "store_trouble"
                    await turned_away.connection.wait_closed()
                    assert turned_away.connection.close_code == 1001, "they may come back"
                await asyncio.sleep(2)  # people try again and again meanwhile
            finally:
                own_postgres.start()
            ack = await live.play("1b2", position, id="while away")
            assert ack["kind"] == "ack", "the connection lived on"
            await progress(pairs)
            assert await readiness(server) == 200
            assert any("store_trouble" in seat.refused for pair in pairs for seat in pair.seats)
        assert await nothing_is_lost(database, pairs)
        for guest in (ada, bob):
            await guest.close()


async def test_a_server_whose_database_is_gone_stops_when_told(
    own_postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with server_process(tmp_path, database) as server:
        async with playing(lambda: server.url) as pairs:
            await progress(pairs)
            own_postgres.crash()
            try:
                began = time.monotonic()
                assert server.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
                assert time.monotonic() - began < BOUND
            finally:
                own_postgres.start()
            server.start()
            await progress(pairs)
        assert await nothing_is_lost(database, pairs)


@pytest.mark.skipif(not DRILLS, reason="waits for a minute: make drills")
async def test_a_server_whose_database_is_silent_says_so_and_stops_when_told(
    own_postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with server_process(tmp_path, database) as server:
        async with playing(lambda: server.url) as pairs:
            await progress(pairs)
            with own_postgres.silent():
                assert await readiness(server) == 503
                began = time.monotonic()
                assert server.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
                assert time.monotonic() - began < BOUND
            server.start()
            await progress(pairs)
        assert await nothing_is_lost(database, pairs)
