"""Whether the database is writable, judged by the log's latest commit."""

from __future__ import annotations

import asyncio

from sqlalchemy import delete

from sommet.server.store.database import Store, StoreError
from sommet.server.store.log import Commit, Log
from sommet.server.store.schema import probes

__all__ = ["WriteProbe"]

RECENT_S = 1.0
"""For this long, a commit says whether the database is writable. After that, one row is written."""
ROW_BYTES = 4 * 4096
"""Size of that row: as many SQLite pages as a new table may need."""


class WriteProbe:
    def __init__(self, store: Store, log: Log) -> None:
        self._store = store
        self._log = log
        self._lock = asyncio.Lock()
        self._last = log.last_commit

    async def check(self, now: float) -> None:
        """Raise StoreError if the database is full, locked, gone or not responding. `now` is event
        loop time."""
        async with self._lock:
            self._last = max(self._last, self._log.last_commit, key=lambda commit: commit.at)
            if now - self._last.at >= RECENT_S:
                self._last = Commit(now, await self._write())
        if self._last.error:
            raise self._last.error

    async def _write(self) -> StoreError | None:
        try:
            await self._store.write((probes.insert(), {"filler": "x" * ROW_BYTES}), delete(probes))
        except StoreError as error:
            return error
        return None
