"""The probe: whether the database takes what is written, tried by writing."""

from __future__ import annotations

import asyncio

from sqlalchemy import delete

from sommet.server.store.database import Store, StoreError
from sommet.server.store.schema import probes

__all__ = ["WriteProbe"]

CACHE_LIFETIME_S = 1.0
"""Seconds for which an answer holds: who asks often makes nobody write often."""
PROBE_BYTES = 16 * 1024
"""How many characters there must be room for: some pages of a database, many moves."""


class WriteProbe:
    def __init__(self, store: Store, process: str) -> None:
        self._store = store
        self._process = process
        self._lock = asyncio.Lock()
        self._asked = float("-inf")
        self._store_error: StoreError | None = None

    async def write(self, now: float) -> None:
        """StoreTrouble if the database is full, locked, gone or silent."""
        async with self._lock:
            if not 0 <= now - self._asked < CACHE_LIFETIME_S:
                self._store_error = await self._try()
                self._asked = now
        if self._store_error:
            raise self._store_error

    async def _try(self) -> StoreError | None:
        """In two transactions: what is taken away in the same one may never reach the disk."""
        try:
            async with self._store.transaction() as connection:
                filler = {"process": self._process, "filler": "x" * PROBE_BYTES}
                await connection.execute(probes.insert(), filler)
        except StoreError as trouble:  # nothing was written, and who asks has waited enough
            return trouble
        await self._clean_up()
        return None

    async def _clean_up(self) -> None:
        try:
            async with self._store.transaction() as connection:
                await connection.execute(delete(probes))
        except StoreError:
            pass  # the next one takes it away
