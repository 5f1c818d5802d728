"""The PostgreSQL driver: broken connections, failed and cancelled transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, suppress

import psycopg
import pytest
from sqlalchemy import text

from sommet.server.store import Log, LogEntry, Store, StoreError, open_store
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.server.store.postgres_driver import PostgresDriver
from tests.server.services import fresh_database, postgres_server

pytestmark = pytest.mark.anyio

ONE, TWO = (text(f"INSERT INTO numbers VALUES ({number})") for number in (1, 2))
SLEEP = text("SELECT pg_sleep(1)")
NUMBERS = text("SELECT number FROM numbers")


@pytest.fixture
async def store(postgres_database: str) -> AsyncIterator[Store]:
    """A database with a table of numbers."""
    store = await open_store(postgres_database)
    await store.write(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
    yield store
    await store.close()


def break_connections(database: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid != pg_backend_pid()"
        )


async def test_broken_connections_are_replaced(store: Store, postgres_database: str) -> None:
    log = Log(store)
    opening = NewGame("seed", "pylos", True, "me")
    await log.append(LogEntry("a", 1, 0.0, b"{}", GameIndexFields("open"), opening=opening))
    break_connections(postgres_database)
    await log.append(LogEntry("a", 2, 0.0, b"{}", GameIndexFields("open")))
    break_connections(postgres_database)
    lines = await log.read_on("a", 0)
    assert lines
    assert [line.sequence for line in lines] == [1, 2]
    break_connections(postgres_database)
    assert [result.count for result in await store.write(ONE, TWO)] == [1, 1]


async def test_a_failed_transaction_is_rolled_back(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.write(ONE, ONE)
    assert [result.count for result in await store.write(TWO)] == [1]
    assert await store.fetch(NUMBERS) == [(2,)]


async def test_a_cancelled_transaction_is_rolled_back(store: Store) -> None:
    for _ in range(20):  # more than the pool has connections
        waiting = asyncio.create_task(store.write(ONE, text("SELECT pg_sleep(60)")))
        await asyncio.sleep(0.02)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert await store.fetch(NUMBERS) == []


@pytest.fixture(scope="module")
def small_server() -> Iterator[str]:
    """The URL of a server with few connections, without a database name."""
    with postgres_server(
        "fsync=off", "max_connections=20", "superuser_reserved_connections=2"
    ) as url:
        yield url


@pytest.fixture
def small_database(small_server: str) -> Iterator[str]:
    with fresh_database(small_server) as url:
        yield url


@pytest.mark.parametrize(("processes", "pool_size"), [(1, 13), (2, 6), (4, 2)])
async def test_processes_share_the_connections_of_a_server(
    small_database: str, processes: int, pool_size: int
) -> None:
    store = await open_store(small_database, processes=processes)
    assert isinstance(store.driver, PostgresDriver)
    assert store.driver.max_connections == pool_size
    await store.close()


async def test_a_server_with_too_few_connections_is_refused(small_database: str) -> None:
    with pytest.raises(StoreError, match="allows 18 connections, too few for 8 workers") as refused:
        await open_store(small_database, processes=8)
    assert "raise its max_connections to 33" in str(refused.value)


async def test_the_pool_fits_a_server_with_default_settings(postgres_database: str) -> None:
    store = await open_store(postgres_database)
    assert isinstance(store.driver, PostgresDriver)
    assert store.driver.max_connections == 16
    await store.close()


async def test_a_server_without_free_connections_is_reported(small_database: str) -> None:
    store = await open_store(small_database)
    reported: list[str] = []
    store.availability.on_lost = lambda code, error: reported.append(code)
    with ExitStack() as stack:
        with suppress(psycopg.OperationalError):
            while True:
                stack.enter_context(psycopg.connect(small_database))
        with pytest.raises(StoreError, match=r"PostgreSQL has no free connection\. Raise"):
            await open_store(small_database)
        busy = [asyncio.create_task(store.fetch(SLEEP)) for _ in range(30)]
        results = await asyncio.gather(*busy, return_exceptions=True)
        codes = {result.code for result in results if isinstance(result, StoreError)}
        assert codes == {"store_busy"}
        assert reported == ["store_busy"], "reported once"
    await store.close()
