"""A piece of work goes to the thread of SQLite and comes back once."""

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


def opened(game: str) -> LogEntry:
    opening = NewGame("seed", "pylos", False, "process")
    return LogEntry(game, 1, 1.0, b"{}", GameIndexFields("open"), None, ("a",), opening)


async def test_events_that_come_together_are_one_visit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(str(tmp_path / "table.db"))
    visits: list[Any] = []
    do = SqliteThread.run

    async def counted(self: SqliteThread, work: Any) -> Any:
        visits.append(work)
        return await do(self, work)

    monkeypatch.setattr(SqliteThread, "run", counted)
    log = Log(store)
    await asyncio.gather(*(log.append(opened(f"game {number}")) for number in range(20)))
    assert len(visits) == 1
    for number in range(20):
        game_log = await log.read(f"game {number}")
        assert game_log
        assert len(game_log.logged) == 1
    assert len(visits) == 41, "a game takes two reads: events and the last chat messages"
    await store.close()


async def test_a_transaction_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def connect() -> sqlite3.Connection:
        made = sqlite3.connect(tmp_path / "numbers.db")
        made.isolation_level = None
        made.execute("CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY)")
        return made

    def twice(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (1)")
        connection.execute("INSERT INTO numbers VALUES (1)")

    def once(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (2)")

    thread = SqliteThread(connect)
    with pytest.raises(sqlite3.IntegrityError):
        await thread.run_in_transaction(twice)
    await thread.run_in_transaction(once)
    found = await thread.run(lambda there: there.execute("SELECT number FROM numbers").fetchall())
    assert found == [(2,)]
    await thread.close()


async def test_a_desk_that_was_never_used_is_closed_without_a_connection() -> None:
    def never() -> sqlite3.Connection:
        raise AssertionError("it connects with the first work")

    await SqliteThread(never).close()
