"""A thread that owns a connection to an SQLite file and runs queries and transactions on it.

A whole unit of work runs there with one thread switch. An asyncio driver switches threads for every
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

Asked: TypeAlias = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]


class SqliteThread:
    """The thread and the connection are created on first use."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._asked: SimpleQueue[Asked | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function in the thread. It must not leave a transaction open."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="sqlite", daemon=True)
            self._thread.start()
        self._asked.put((work, answer))
        return await answer

    async def run_in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function in a transaction: it is committed at the end, or rolled back on an
        error."""

        def whole(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                found = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return found

        return await self.run(whole)

    def _serve(self) -> None:
        connection: sqlite3.Connection | None = None
        while asked := self._asked.get():
            work, answer = asked
            found, fault = None, None
            try:
                connection = connection or self._connect()
                found = work(connection)
            except Exception as error:
                fault = error
            _answer(answer, found, fault)
        if connection:
            connection.close()

    async def close(self) -> None:
        """Stop the thread after the pending work."""
        if self._thread:
            self._asked.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None


def _answer(answer: asyncio.Future[Any], found: object, fault: Exception | None) -> None:
    """Complete a future in its own event loop, unless it was cancelled."""

    def give() -> None:
        if answer.done():
            return
        if fault is None:
            answer.set_result(found)
        else:
            answer.set_exception(fault)

    with suppress(RuntimeError):  # the loop is closed
        answer.get_loop().call_soon_threadsafe(give)
