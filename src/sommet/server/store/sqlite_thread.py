"""A thread that owns a connection to an SQLite file and runs queries and transactions on it.

A unit of work runs there with one thread switch. An asyncio driver switches threads for every
statement, which costs more than the statements; and an executor's futures cost more than the
thread.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

__all__ = ["SqliteThread"]

T = TypeVar("T")

Job: TypeAlias = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]
"""A function to run, and the future for its result."""


class SqliteThread:
    """The thread and the connection are created on first use."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function in the thread. It must not leave a transaction open."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._thread is None:
            self._thread = Thread(target=self._run_jobs, name="sqlite", daemon=True)
            self._thread.start()
        self._jobs.put((work, future))
        return await future

    async def run_in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function in a transaction: it is committed at the end, or rolled back on an
        error."""

        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

        return await self.run(transaction)

    def _run_jobs(self) -> None:
        connection: sqlite3.Connection | None = None
        while job := self._jobs.get():
            work, future = job
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
