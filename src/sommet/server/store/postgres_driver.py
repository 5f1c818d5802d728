"""The PostgreSQL driver: a pool of connections; several queries travel together."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from math import ceil
from typing import Any, ClassVar, Self

from sommet.core.errors import missing_extra

if fault := missing_extra("PostgreSQL", "postgresql", "psycopg", "psycopg_pool"):
    raise fault

from msgspec import json
from psycopg import AsyncConnection, AsyncCursor, Error, OperationalError
from psycopg_pool import AsyncConnectionPool, PoolTimeout
from sqlalchemy import URL, Engine, NullPool, create_engine

from sommet.server.store.database_driver import Query, Result, StoreError
from sommet.server.store.log_entry import LogEntry, entry_row

__all__ = ["PostgresDriver"]

CONNECT_TIMEOUT_S = 10
"""How long to wait for a server that does not respond to a new connection."""
POOL_TIMEOUT_S = 2.0
"""How long to wait for a free connection, or for one to a server that is away."""
RECONNECT_TIMEOUT_S = 1.0
"""For how long the pool itself tries again; after that, the next query makes it try."""
MIN_CONNECTIONS, MAX_CONNECTIONS = 2, 16
"""Minimum and maximum number of connections in the pool of a process."""
LISTENING = 1
"""Connections of a process outside its pool: the one that listens for notifications."""
RESERVED = 3
"""Connections that PostgreSQL reserves for superusers by default."""
SHARE = 0.8
"""How much of a server's connections Sommet uses: the rest is for backups, administration and other
programs."""

CONNECTION: Mapping[str, Any] = {"autocommit": True, "connect_timeout": CONNECT_TIMEOUT_S}

# Callers get and report the errors that psycopg would log as well.
logging.getLogger("psycopg").setLevel(logging.CRITICAL)


class PostgresDriver:
    """A single query is its own transaction. `processes` is the number of processes that share the
    server."""

    errors = (Error,)

    def __init__(self, url: URL, processes: int = 1) -> None:
        self._url = url
        self.dialect = url.get_dialect()()
        self._conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._processes = processes
        self._pool = AsyncConnectionPool(
            self._conninfo,
            connection_class=_Connection,
            kwargs=dict(CONNECTION),
            min_size=MIN_CONNECTIONS,
            max_size=MAX_CONNECTIONS,
            open=False,
            timeout=POOL_TIMEOUT_S,
            reconnect_timeout=RECONNECT_TIMEOUT_S,
        )

    def engine(self) -> Engine:
        timeout = {"connect_timeout": CONNECT_TIMEOUT_S}
        return create_engine(self._url, poolclass=NullPool, connect_args=timeout)

    async def append(self, entries: Sequence[LogEntry]) -> list[bool]:
        appended = dict.fromkeys(range(len(entries)), False)
        remaining = list(appended)
        while remaining:
            # A statement can't update a game twice, or one that it inserts.
            batch = {entries[index].game: index for index in reversed(remaining)}
            remaining = [index for index in remaining if batch[entries[index].game] != index]
            rows = [entry_row(entries[index]) for index in batch.values()]
            for (game,) in await self.read((_APPEND, {"entries": json.encode(rows).decode()})):
                appended[batch[game]] = True
        return list(appended.values())

    async def read(self, query: Query) -> list[Any]:
        return (await self._run([query]))[0].rows

    async def write(self, queries: Sequence[Query]) -> list[Result]:
        if len(queries) == 1:
            return await self._run(queries)
        return (await self._run([("BEGIN", {}), *queries, ("COMMIT", {})]))[1:-1]

    async def close(self) -> None:
        await self._pool.close()

    async def limit_connections(self) -> None:
        [(allowed,)] = await self.read((_ALLOWED_CONNECTIONS, {}))
        pool_size = int(SHARE * allowed) // self._processes - LISTENING
        if pool_size < MIN_CONNECTIONS:
            raise StoreError(
                "few_connections",
                "PostgreSQL allows {allowed} connections, too few for {processes} workers: raise "
                "its max_connections to {needed}, or start fewer workers.",
                allowed=allowed,
                processes=self._processes,
                needed=ceil(self._processes * (MIN_CONNECTIONS + LISTENING) / SHARE) + RESERVED,
            )
        await self._pool.resize(MIN_CONNECTIONS, min(pool_size, MAX_CONNECTIONS))

    @property
    def max_connections(self) -> int:
        """Maximum number of connections of the pool."""
        return self._pool.max_size

    async def _run(self, queries: Sequence[Query]) -> list[Result]:
        """If a connection turns out to be broken, all are replaced and the queries run again; so
        writes must be idempotent."""
        await self._pool.open()
        try:
            async with self._pool.connection() as connection:
                try:
                    return await _execute(connection, queries)
                except OperationalError:
                    if not connection.broken:
                        raise
        except PoolTimeout as error:
            raise _Connection.connect_error or error from None
        await self._pool.drain()
        # Not from the pool, which would wait for a server that is away.
        async with await AsyncConnection.connect(self._conninfo, **CONNECTION) as connection:
            return await _execute(connection, queries)


class _Connection(AsyncConnection[Any]):
    """Keeps the reason why connecting failed: a pool only says that it has no free connection."""

    connect_error: ClassVar[Exception | None] = None

    @classmethod
    async def connect(cls, conninfo: str = "", **options: Any) -> Self:
        try:
            connection = await super().connect(conninfo, **options)
        except OperationalError as error:
            _Connection.connect_error = error
            raise
        _Connection.connect_error = None
        return connection


async def _execute(connection: AsyncConnection[Any], queries: Sequence[Query]) -> list[Result]:
    async with connection.pipeline() if len(queries) > 1 else nullcontext() as pipeline:
        try:
            cursors = [await connection.execute(*query) for query in queries]
            if pipeline:
                await pipeline.sync()
        except BaseException:  # cancellation too: its state is unknown
            if not connection.broken:
                await connection.close()
            raise
        return [await _fetch(cursor) for cursor in cursors]


async def _fetch(cursor: AsyncCursor[Any]) -> Result:
    rows = await cursor.fetchall() if cursor.description else []
    return Result(rows, cursor.rowcount)


_ALLOWED_CONNECTIONS = """
SELECT sum(CASE name WHEN 'max_connections' THEN setting::int ELSE -setting::int END)::int
FROM pg_settings
WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')
"""
_APPEND = """
WITH entry AS (
  SELECT * FROM json_to_recordset(%(entries)s) AS entry (
    game text, sequence integer, at double precision, command text, body text, words boolean,
    stage text, due double precision, wish text,
    seed text, kind text, public boolean, driver text, network text, seated text[]
  ) ORDER BY game
), opened AS (
  INSERT INTO game
    (id, seed, head, stage, kind, public, wish, network, driver, due, created, changed)
  SELECT game, seed, sequence, stage, kind, public, wish, network, driver, due, at, at
  FROM entry WHERE seed IS NOT NULL
  ON CONFLICT DO NOTHING
), appended AS (
  INSERT INTO event (game, sequence, at, command, body, words)
  SELECT game, sequence, at, command, body, words FROM entry
  ON CONFLICT DO NOTHING RETURNING game
), updated AS (
  UPDATE game SET head = sequence, stage = entry.stage, due = entry.due, wish = entry.wish,
    changed = entry.at,
    network = CASE WHEN entry.stage IN ('open', 'running') THEN game.network END
  FROM entry JOIN appended USING (game) WHERE game.id = entry.game
), seats AS (
  INSERT INTO seated (person, game)
  SELECT person, game FROM entry JOIN appended USING (game), unnest(entry.seated) AS person
  ON CONFLICT DO NOTHING
)
SELECT game FROM appended
"""
"""A single statement is its own transaction. Rows are sorted by key, so that two writers can't
deadlock."""
