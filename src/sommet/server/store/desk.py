"""A desk: one thread with one connection to an SQLite file.

A whole piece of work goes there and comes back once. A driver for asyncio would go there and back
for every statement, which costs more than the statements do.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

__all__ = ["Desk"]

T = TypeVar("T")


class Desk:
    """Its connection is made with the first piece of work."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "desk")

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work gives; it must leave no transaction open."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    async def transact(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """The same in a transaction that is committed at the end, or leaves nothing behind."""

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

        return await self.do(whole)

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._connect()
        return work(self._connection)

    async def close(self) -> None:
        """Once what is under way has ended."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
