"""A minimal connection pool for frequent PostgreSQL queries.

SQLAlchemy's pool would need two round trips (a ping, then the query), and its overhead exceeds the
cost of the query.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from sqlalchemy import URL

__all__ = ["PostgresPool"]

MAX_IDLE = 8
"""Maximum number of idle connections."""


class PostgresPool:
    """Each connection runs one query at a time, and each query is its own transaction."""

    def __init__(self, url: URL, timeout_s: float) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._timeout_s = int(timeout_s)
        self._idle: list[psycopg.AsyncConnection[Any]] = []

    async def fetch(self, text: str, values: Mapping[str, Any]) -> list[Any]:
        """The rows of a query.

        If an idle connection turns out to be broken, it is replaced and the query runs again; so
        writes must be idempotent.
        """
        while self._idle:
            try:
                return await self._execute(self._idle.pop(), text, values)
            except psycopg.OperationalError:
                await self._close_idle()  # the others are probably broken too
        made = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, connect_timeout=self._timeout_s
        )
        return await self._execute(made, text, values)

    async def _execute(
        self, connection: psycopg.AsyncConnection[Any], text: str, values: Mapping[str, Any]
    ) -> list[Any]:
        try:
            found = await connection.execute(text, values)
            rows: list[Any] = await found.fetchall()
        except BaseException:  # cancellation too: its state is unknown
            await connection.close()
            raise
        if len(self._idle) < MAX_IDLE:
            self._idle.append(connection)
        else:
            await connection.close()
        return rows

    async def _close_idle(self) -> None:
        unused, self._idle = self._idle, []
        for connection in unused:
            await connection.close()

    async def close(self) -> None:
        await self._close_idle()
