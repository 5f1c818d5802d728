"""The SQLite driver: a thread that reads and a thread that writes, each with its own connection.

A unit of work runs there with one thread switch. An asyncio driver switches threads for every
statement, which costs more than the statements; and an executor's futures cost more than the
thread.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import URL, Engine, NullPool, create_engine
from sqlalchemy.dialects import sqlite

from sommet.server.store.database_driver import Query, Result, StoreError
from sommet.server.store.log_entry import LogEntry, entry_row

__all__ = ["SqliteDriver"]

BUSY_TIMEOUT_S = 5.0
"""How long a writer waits for another process."""

T = TypeVar("T")

Job: TypeAlias = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]
"""A function to run, and the future for its result."""


class SqliteDriver:
    """Waits for the disk at each commit."""

    errors = (sqlite3.Error,)
    dialect = sqlite.dialect(paramstyle="named")

    def __init__(self, url: URL, max_pages: int | None = None) -> None:
        self._file = Path(url.database) if url.database else None
        self._max_pages = max_pages
        if self._file:
            _make_private(self._file)
        self._inode = 0
        self._reader, self._writer = _Worker(self._connect), _Worker(self._connect)

    def engine(self) -> Engine:
        return create_engine("sqlite://", creator=self._connect, poolclass=NullPool)

    async def limit_connections(self) -> None:
        """A file has no limit."""

    async def append(self, entries: Sequence[LogEntry]) -> list[bool]:
        return await self._write(lambda connection: [_append(connection, each) for each in entries])

    async def read(self, query: Query) -> list[Any]:
        return await self._reader.run(lambda connection: connection.execute(*query).fetchall())

    async def write(self, queries: Sequence[Query]) -> list[Result]:
        return await self._write(
            lambda connection: [_execute(connection, *each) for each in queries]
        )

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function in one transaction."""

        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                self._check_file()
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

        return await self._writer.run(transaction)

    async def close(self) -> None:
        await self._reader.close()
        await self._writer.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file or "", timeout=BUSY_TIMEOUT_S, isolation_level=None)
        try:
            for pragma in (
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
                *([f"max_page_count={self._max_pages}"] if self._max_pages else []),
            ):
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            connection.close()
            raise
        if self._file and not self._inode:
            self._inode = _inode(self._file)
        return connection

    def _check_file(self) -> None:
        """SQLite can write to a deleted file, and all of that would be lost at the next start."""
        file = self._file
        if file and not (_inode(file) == self._inode and _inode(_wal_file(file))):
            raise StoreError(
                "store_gone",
                "The database file was moved or deleted. Put it back or restart the server. "
                "Nothing that was confirmed is lost.",
            )


class _Worker:
    """A thread with a connection; both are created on first use."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function in the thread, unless the caller has given up by then."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._thread is None:
            self._thread = Thread(target=self._run_jobs, name="sqlite", daemon=True)
            self._thread.start()
        self._jobs.put((work, future))
        return await future

    def _run_jobs(self) -> None:
        connection: sqlite3.Connection | None = None
        while job := self._jobs.get():
            work, future = job
            if future.cancelled():
                continue
            result, error = None, None
            try:
                connection = connection or self._connect()
                result = work(connection)
            except Exception as raised:
                error = raised
            _complete(future, result, error)
        if connection:
            connection.close()

    async def close(self) -> None:
        """Stop the thread after the pending work."""
        if self._thread:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None


def _execute(connection: sqlite3.Connection, sql: str, values: Mapping[str, Any]) -> Result:
    cursor = connection.execute(sql, values)
    return Result(cursor.fetchall() if cursor.description else [], cursor.rowcount)


def _append(connection: sqlite3.Connection, entry: LogEntry) -> bool:
    row = entry_row(entry)
    if entry.opening:
        connection.execute(_INSERT_GAME, row)
    if not connection.execute(_INSERT_EVENT, row).rowcount:
        return False
    connection.execute(_UPDATE_INDEX, row)
    for person in entry.seated:
        connection.execute(_INSERT_SEATED, {"person": person, "game": entry.game})
    return True


_INSERT_GAME = """
INSERT INTO game
  (id, seed, head, stage, kind, public, wish, network, driver, due, created, changed)
VALUES
  (:game, :seed, :sequence, :stage, :kind, :public, :wish, :network, :driver, :due, :at, :at)
ON CONFLICT DO NOTHING
"""
_INSERT_EVENT = """
INSERT INTO event (game, sequence, at, command, body, words)
VALUES (:game, :sequence, :at, :command, :body, :words)
ON CONFLICT DO NOTHING
"""
_UPDATE_INDEX = """
UPDATE game SET head = :sequence, stage = :stage, due = :due, wish = :wish, changed = :at,
  network = CASE WHEN :stage IN ('open', 'running') THEN network END
WHERE id = :game
"""
_INSERT_SEATED = "INSERT INTO seated (person, game) VALUES (:person, :game) ON CONFLICT DO NOTHING"


def _complete(future: asyncio.Future[Any], result: object, error: Exception | None) -> None:
    """Complete a future in its own event loop, unless it was cancelled."""

    def complete() -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    with suppress(RuntimeError):  # the loop is closed
        future.get_loop().call_soon_threadsafe(complete)


def _make_private(file: Path) -> None:
    """Make a database file and SQLite's files next to it readable only by their owner: they contain
    the seeds of running games. Files of another owner are left alone."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # opening the database reports it
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for part in (file, _wal_file(file), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)


def _wal_file(file: Path) -> Path:
    """SQLite's write-ahead log."""
    return file.with_name(f"{file.name}-wal")


def _inode(file: Path) -> int:
    try:
        return file.stat().st_ino
    except OSError:
        return 0
