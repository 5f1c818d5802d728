"""Checks that the database is writable, by writing to it."""

from __future__ import annotations

import asyncio

from sqlalchemy import delete

from sommet.server.store.database import Store, StoreError
from sommet.server.store.schema import probes

__all__ = ["WriteProbe"]

CACHE_LIFETIME_S = 1.0
"""How long a result is reused, so that frequent health checks don't cause frequent writes."""
PROBE_BYTES = 16 * 1024
"""Size of the test row: several database pages, as much as many moves."""


class WriteProbe:
    def __init__(self, store: Store, process: str) -> None:
        self._store = store
        self._process = process
        self._lock = asyncio.Lock()
        self._checked_at = float("-inf")
        self._store_error: StoreError | None = None

    async def write(self, now: float) -> None:
        """Raise StoreError if the database is full, locked, gone or not responding."""
        async with self._lock:
            if not 0 <= now - self._checked_at < CACHE_LIFETIME_S:
                self._store_error = await self._try()
                self._checked_at = now
        if self._store_error:
            raise self._store_error

    async def _try(self) -> StoreError | None:
        """Insert and delete in two transactions: within one, the row might never reach the disk."""
        try:
            async with self._store.transaction() as connection:
                filler = {"process": self._process, "filler": "x" * PROBE_BYTES}
                await connection.execute(probes.insert(), filler)
        except StoreError as error:  # nothing was written
            return error
        await self._clean_up()
        return None

    async def _clean_up(self) -> None:
        try:
            async with self._store.transaction() as connection:
                await connection.execute(delete(probes))
        except StoreError:
            pass  # the next probe deletes it
