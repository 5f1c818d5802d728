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

KEPT = 8
"""How many connections stay open while nobody uses them."""


class PostgresPool:
    """A connection is for one question at a time. Each question is a transaction of its own."""

    def __init__(self, url: URL, patience: float) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._patience = int(patience)
        self._idle: list[psycopg.AsyncConnection[Any]] = []

    async def rows(self, text: str, values: Mapping[str, Any]) -> list[Any]:
        """What a question finds.

        A connection that has broken while nobody used it is replaced, and the question is asked
        once more; so whoever writes must write what may be written twice.
        """
        while self._idle:
            try:
                return await self._ask(self._idle.pop(), text, values)
            except psycopg.OperationalError:
                await self._hang_up()  # the others have broken along with it
        made = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, connect_timeout=self._patience
        )
        return await self._ask(made, text, values)

    async def _ask(
        self, connection: psycopg.AsyncConnection[Any], text: str, values: Mapping[str, Any]
    ) -> list[Any]:
        try:
            found = await connection.execute(text, values)
            rows: list[Any] = await found.fetchall()
        except BaseException:  # given up on as well: nobody knows what is still under way on it
            await connection.close()
            raise
        if len(self._idle) < KEPT:
            self._idle.append(connection)
        else:
            await connection.close()
        return rows

    async def _hang_up(self) -> None:
        unused, self._idle = self._idle, []
        for connection in unused:
            await connection.close()

    async def close(self) -> None:
        await self._hang_up()
