"""The PostgreSQL driver: broken connections, failed and cancelled transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import text

from sommet.server.store import Log, LogEntry, Store, StoreError, open_store
from sommet.server.store.log_entry import GameIndexFields, NewGame

pytestmark = pytest.mark.anyio

ONE, TWO = (text(f"INSERT INTO numbers VALUES ({number})") for number in (1, 2))
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
