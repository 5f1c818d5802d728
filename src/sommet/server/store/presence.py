"""Who is at a table, across all processes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from sommet.server.store.database import Store, sqlite_sql
from sommet.server.store.leases import LEASE_DURATION_S
from sommet.server.store.schema import presence, processes

__all__ = ["Away", "Presence"]

MAX_ROWS = 500
"""Maximum number of tables per query."""

Away: TypeAlias = dict[str, float | None]
"""Since when each person is away, by person id; None if they are present."""

_ALL = select(
    presence.c.game,
    presence.c.person,
    presence.c.here,
    presence.c.since,
    processes.c.beat,
).outerjoin(processes, processes.c.id == presence.c.process)
_AT = _ALL.where(presence.c.game == bindparam("at"))
_AT_MANY = _ALL.where(presence.c.game.in_(bindparam("games", expanding=True)))


class Presence:
    """Stores one row per person, game and process; rows of dead processes count as away."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        self._pending: dict[tuple[str, str], dict[str, Any]] = {}
        self._writing: asyncio.Task[None] | None = None
        kind = sqlite if store.is_sqlite else postgresql
        insert = kind.insert(presence)
        self._upsert = insert.on_conflict_do_update(
            index_elements=["game", "person", "process"],
            set_={"here": insert.excluded.here, "since": insert.excluded.since},
        )

    async def record(self, game: str, person: str, here: bool, now: float) -> None:
        """Record that a person connected to this process, or disconnected."""
        row = {"game": game, "person": person, "process": self.process, "here": here, "since": now}
        self._pending[game, person] = row
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        await asyncio.shield(self._writing)

    async def _write_all(self) -> None:
        """Groups many changes into one transaction, so that moves don't wait for each of them. Rows
        are sorted by key, so that two writers can't deadlock."""
        while self._pending:
            rows = [row for _, row in sorted(self._pending.items())]
            self._pending = {}
            if self.store.write_thread:
                await self.store.run_in_transaction(partial(self._enter, rows))
                continue
            async with self.store.transaction() as connection:
                await connection.execute(self._upsert, rows)

    def _enter(self, rows: list[dict[str, Any]], connection: sqlite3.Connection) -> None:
        connection.executemany(sqlite_sql(self._upsert, *rows[0]), rows).close()

    async def at(self, game: str, now: float) -> Away:
        """Since when each person who was ever at a table is away."""
        away: Away = {}
        for row in await self.store.fetch(_AT, at=game):
            _add(away, now, *row[1:])
        return away

    async def at_all(self, games: Sequence[str], now: float) -> dict[str, Away]:
        """The same for several tables.

        People connected to a process that died are away since its last heartbeat.
        """
        found: dict[str, Away] = {game: {} for game in games}
        async with self.store.connection() as connection:
            for first in range(0, len(games), MAX_ROWS):
                rows = await connection.execute(
                    _AT_MANY, {"games": games[first : first + MAX_ROWS]}
                )
                for game, *row in rows:
                    _add(found[game], now, *row)
        return found

    async def sweep(self, before: float) -> None:
        """Delete old rows of processes that no longer exist."""
        async with self.store.transaction() as connection:
            await connection.execute(
                delete(presence).where(
                    presence.c.since < before,
                    presence.c.process.not_in(select(processes.c.id)),
                )
            )


def _add(away: Away, now: float, person: str, here: bool, since: float, beat: float | None) -> None:
    """Merge what one process knows about a person into `away`."""
    alive = beat is not None and beat > now - LEASE_DURATION_S
    gone = None if here and alive else max(since, beat or 0.0) if here else since
    if person in away:
        before = away[person]
        gone = None if before is None or gone is None else max(before, gone)
    away[person] = gone
