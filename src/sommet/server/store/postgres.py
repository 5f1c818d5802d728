"""Direct questions to PostgreSQL, for what is asked often.

SQLAlchemy and its pool would ask twice (whether the connection lives, then the question) and cost
more on the way than the question does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from sqlalchemy import URL

__all__ = ["PostgresPool"]

MAX_IDLE = 8
"""How many connections stay open while nobody uses them."""


class PostgresPool:
    """A connection is for one question at a time. Each question is a transaction of its own."""

    def __init__(self, url: URL, timeout_s: float) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._timeout_s = int(timeout_s)
        self._idle: list[psycopg.AsyncConnection[Any]] = []

    async def fetch(self, text: str, values: Mapping[str, Any]) -> list[Any]:
        """What a question finds.

        A connection that has broken while nobody used it is replaced, and the question is asked
        once more; so whoever writes must write what may be written twice.
        """
        while self._idle:
            try:
                return await self._execute(self._idle.pop(), text, values)
            except psycopg.OperationalError:
                await self._close_idle()  # the others have broken along with it
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
        except BaseException:  # given up on as well: nobody knows what is still under way on it
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
