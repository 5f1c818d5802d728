"""Each unit of work takes one round trip to SQLite's thread."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sommet.server.store import Log, LogEntry, open_store
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.server.store.sqlite_thread import SqliteThread

pytestmark = pytest.mark.anyio


def new_game(game: str) -> LogEntry:
    opening = NewGame("seed", "pylos", False, "process")
    return LogEntry(game, 1, 1.0, b"{}", GameIndexFields("open"), None, ("a",), opening)


async def test_concurrent_appends_take_one_round_trip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(str(tmp_path / "table.db"))
    round_trips: list[Any] = []
    original_run = SqliteThread.run

    async def counted(self: SqliteThread, work: Any) -> Any:
        round_trips.append(work)
        return await original_run(self, work)

    monkeypatch.setattr(SqliteThread, "run", counted)
    log = Log(store)
    await asyncio.gather(*(log.append(new_game(f"game {number}")) for number in range(20)))
    assert len(round_trips) == 1
    for number in range(20):
        game_log = await log.read(f"game {number}")
        assert game_log
        assert len(game_log.logged) == 1
    assert len(round_trips) == 41, "a game takes two reads: events and the last chat messages"
    await store.close()


async def test_a_failed_transaction_is_rolled_back(tmp_path: Path) -> None:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(tmp_path / "numbers.db")
        connection.isolation_level = None
        connection.execute("CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY)")
        return connection

    def insert_twice(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (1)")
        connection.execute("INSERT INTO numbers VALUES (1)")

    def insert_once(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (2)")

    thread = SqliteThread(connect)
    with pytest.raises(sqlite3.IntegrityError):
        await thread.run_in_transaction(insert_twice)
    await thread.run_in_transaction(insert_once)
    found = await thread.run(lambda there: there.execute("SELECT number FROM numbers").fetchall())
    assert found == [(2,)]
    await thread.close()


async def test_an_unused_thread_is_closed_without_connecting() -> None:
    def never() -> sqlite3.Connection:
        raise AssertionError("it connects only when used")

    await SqliteThread(never).close()
