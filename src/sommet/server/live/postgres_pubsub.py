"""Notifications over PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio

from sommet.core.errors import missing_extra

if fault := missing_extra("PostgreSQL", "postgresql", "psycopg"):
    raise fault

import psycopg
from sqlalchemy import bindparam, func, select

from sommet.server.live.pubsub import BrokerPubSub
from sommet.server.store import Store, StoreError

__all__ = ["PostgresPubSub"]

TIMEOUT_S = 5.0
"""How long to wait for the database's answer."""
PING_INTERVAL_S = 10.0

_NOTIFY = select(func.pg_notify("sommet", bindparam("batch")))


class PostgresPubSub(BrokerPubSub):
    """Listens on a connection of its own, and sends on those of the store."""

    name = "listen"
    expected_errors = (OSError, psycopg.Error, StoreError)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        url = store.url.set(drivername="postgresql")
        self._conninfo = url.render_as_string(hide_password=False)

    async def listen_loop(self) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            connection = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
        async with connection:
            await connection.execute("LISTEN sommet")
            self.connected()
            while True:
                async for notification in connection.notifies(timeout=PING_INTERVAL_S):
                    self.receive(notification.payload)
                async with asyncio.timeout(TIMEOUT_S):
                    await connection.execute("SELECT 1")

    async def send_loop(self) -> None:
        while True:
            await self._store.fetch(_NOTIFY, batch=await self.next_batch())
