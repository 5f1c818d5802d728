"""The SQLite driver: each unit of work takes one round trip to its thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sommet.server.store import Log, LogEntry, open_store
from sommet.server.store.database import parse_database_url
from sommet.server.store.database_driver import Query
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.server.store.sqlite_driver import SqliteDriver

pytestmark = pytest.mark.anyio


def new_game(game: str) -> LogEntry:
    opening = NewGame("seed", "pylos", False, "process")
    return LogEntry(game, 1, 1.0, b"{}", GameIndexFields("open"), None, ("a",), opening)


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncIterator[SqliteDriver]:
    """A database with a table of numbers."""
    driver = SqliteDriver(parse_database_url(str(tmp_path / "numbers.db")))
    await driver.write([("CREATE TABLE numbers (number INTEGER PRIMARY KEY)", {})])
    yield driver
    await driver.close()


def insert(number: int) -> Query:
    return "INSERT INTO numbers VALUES (:number)", {"number": number}


async def test_concurrent_appends_take_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(str(tmp_path / "table.db"))
    round_trips: list[Any] = []
    append = SqliteDriver.append

    async def counted(self: SqliteDriver, entries: Any) -> list[bool]:
        round_trips.append(entries)
        return await append(self, entries)

    monkeypatch.setattr(SqliteDriver, "append", counted)
    log = Log(store)
    await asyncio.gather(*(log.append(new_game(f"game {number}")) for number in range(20)))
    assert len(round_trips) == 1
    for number in range(20):
        game_log = await log.read(f"game {number}")
        assert game_log
        assert len(game_log.logged) == 1
    await store.close()


async def test_a_failed_transaction_is_rolled_back(driver: SqliteDriver) -> None:
    one, two = (insert(number) for number in (1, 2))
    with pytest.raises(sqlite3.IntegrityError):
        await driver.write([one, one])
    assert [result.count for result in await driver.write([two])] == [1]
    assert await driver.read(("SELECT number FROM numbers", {})) == [(2,)]


async def test_work_that_nobody_waits_for_is_skipped(driver: SqliteDriver) -> None:
    other = [asyncio.create_task(driver.write([(SLOW, {})])) for _ in range(2)]
    late = asyncio.create_task(driver.write([insert(1)]))
    await asyncio.sleep(0)
    late.cancel()
    await asyncio.gather(*other)
    assert await driver.read(("SELECT number FROM numbers", {})) == []


SLOW = """
WITH RECURSIVE counted (number) AS (
  SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 500000
) SELECT max(number) FROM counted
"""


async def test_an_unused_driver_opens_no_connection(tmp_path: Path) -> None:
    driver = SqliteDriver(parse_database_url(str(tmp_path / "new.db")))
    await driver.close()
    assert (tmp_path / "new.db").stat().st_size == 0
