"""Notifications over PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import psycopg
from sqlalchemy import URL

from sommet.server.live.pubsub import BrokerPubSub

__all__ = ["PostgresPubSub"]


class PostgresPubSub(BrokerPubSub):
    expected_errors = (OSError, psycopg.Error)

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def listen_loop(self) -> None:
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        async with connection:
            await connection.execute("LISTEN sommet")
            self.up.set()
            async for notification in connection.notifies():
                self.receive(notification.payload)

    async def send_loop(self) -> None:
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        async with connection:
            while True:
                batch = await self.next_batch()
                await connection.execute("SELECT pg_notify('sommet', %s)", [batch])
