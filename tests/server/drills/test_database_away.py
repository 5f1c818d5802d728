"""The database goes away or stops responding, and comes back: the server reports it, waits and
continues."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.drills.test_drills import check_nothing_is_lost, playing, wait_for_moves
from tests.server.drills.test_workers import log_lines
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

TIMEOUT_S = 60.0
"""Seconds within which a server without its database responds, and stops."""


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that tests may damage."""
    if not find_program("initdb"):
        pytest.fail("PostgreSQL is not installed: make services")
    with postgres_process() as server:
        yield server


@pytest.fixture
def database(own_postgres: Postgres) -> Iterator[str]:
    with fresh_database(own_postgres.url) as url:
        yield url


async def readiness(server: Process) -> int:
    async with httpx.AsyncClient(base_url=server.url, timeout=TIMEOUT_S) as browser:
        assert (await browser.get("/healthz")).status_code == 200
        return (await browser.get("/readyz")).status_code


async def wait_until_unready(server: Process) -> None:
    """A move stored within the last second still counts."""
    async with asyncio.timeout(TIMEOUT_S):
        while (status := await readiness(server)) == 200:
            await asyncio.sleep(0.1)
    assert status == 503


def warnings(server: Process) -> Counter[object]:
    """How often the server logged each warning or error."""
    return Counter(line["what"] for line in log_lines(server) if line["level"] != "info")


async def wait_until_logged(server: Process, what: str) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while what not in (line["what"] for line in log_lines(server)):
            await asyncio.sleep(0.1)


async def test_a_server_without_its_database_reports_it_and_recovers(
    own_postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with server_process(tmp_path, database) as server:
        ada, bob = [await Guest.create(server.url, name) for name in ("Ada", "Bob")]
        table = await ada.create_table("pylos", first=0)
        await bob.send_command(table, "sit")
        async with playing(lambda: server.url) as pairs, ada.at(table) as live:
            position = (await live.until("welcome"))["frame"]["position"]
            async with live.answering_pings():
                await wait_for_moves(pairs)
            own_postgres.crash()
            try:
                async with live.answering_pings():
                    await wait_until_unready(server)
                refused = await live.play("1b2", position, id="while away")
                assert refused["refused"]["code"] == "store_unavailable"
                assert await ada.expect_refusal("GET", "/api/me") == (503, "store_unavailable")
                async with bob.at(table) as turned_away:
                    assert (await turned_away.next())["refused"]["code"] == "store_unavailable"
                    await turned_away.connection.wait_closed()
                    assert turned_away.connection.close_code == 1001, "they may reconnect"
                async with live.answering_pings():
                    await asyncio.sleep(2)  # clients keep retrying in the meantime
            finally:
                own_postgres.start()
            ack = await live.play("1b2", position, id="while away")
            assert ack["kind"] == "ack", "the connection stayed open"
            await wait_for_moves(pairs)
            assert await readiness(server) == 200
            await wait_until_logged(server, "database_back")
            assert any("store_unavailable" in seat.refused for pair in pairs for seat in pair.seats)
        assert await check_nothing_is_lost(database, pairs)
        assert warnings(server) == {"database_lost": 1, "broker_lost": 1}, "once each"
        for guest in (ada, bob):
            await guest.close()


async def test_a_server_without_its_database_stops_on_request(
    own_postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with server_process(tmp_path, database) as server:
        async with playing(lambda: server.url) as pairs:
            await wait_for_moves(pairs)
            own_postgres.crash()
            try:
                began = time.monotonic()
                assert server.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
                assert time.monotonic() - began < TIMEOUT_S
            finally:
                own_postgres.start()
            server.start()
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(database, pairs)


@pytest.mark.skipif(not DRILLS, reason="waits for a minute: make drills")
async def test_a_server_with_an_unresponsive_database_reports_it_and_stops_on_request(
    own_postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with server_process(tmp_path, database) as server:
        async with playing(lambda: server.url) as pairs:
            await wait_for_moves(pairs)
            with own_postgres.unresponsive():
                await wait_until_unready(server)
                began = time.monotonic()
                assert server.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
                assert time.monotonic() - began < TIMEOUT_S
            server.start()
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(database, pairs)
