"""Who is at a table, whichever process holds their connection."""

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
"""How many tables are asked for at once."""

Away: TypeAlias = dict[str, float | None]
"""People by their ids: None if they are there, else since when they are not."""

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
    """A row a person, game and process; rows of silent processes count as gone."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        self._pending: dict[tuple[str, str], dict[str, Any]] = {}
        self._writing: asyncio.Task[None] | None = None
        kind = sqlite if store.is_sqlite else postgresql
        insert = kind.insert(presence)
        self._note = insert.on_conflict_do_update(
            index_elements=["game", "person", "process"],
            set_={"here": insert.excluded.here, "since": insert.excluded.since},
        )

    async def note(self, game: str, person: str, here: bool, now: float) -> None:
        """Somebody came to this process, or left it."""
        row = {"game": game, "person": person, "process": self.process, "here": here, "since": now}
        self._pending[game, person] = row
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        await asyncio.shield(self._writing)

    async def _write_all(self) -> None:
        """Many who come at once are one transaction, so that moves need not wait for each of them.
        In the order of the key: two writers cannot block each other crosswise."""
        while self._pending:
            rows = [row for _, row in sorted(self._pending.items())]
            self._pending = {}
            if self.store.write_thread:
                await self.store.run_in_transaction(partial(self._enter, rows))
                continue
            async with self.store.transaction() as connection:
                await connection.execute(self._note, rows)

    def _enter(self, rows: list[dict[str, Any]], there: sqlite3.Connection) -> None:
        there.executemany(sqlite_sql(self._note, *rows[0]), rows).close()

    async def at(self, game: str, now: float) -> Away:
        """Everyone who was ever at a table."""
        away: Away = {}
        for row in await self.store.fetch(_AT, at=game):
            _add(away, now, *row[1:])
        return away

    async def at_all(self, games: Sequence[str], now: float) -> dict[str, Away]:
        """Everyone who was ever at these tables.

        Who was at a process that fell silent has been away since its last beat.
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
        """Forget who was last at a table long ago."""
        async with self.store.transaction() as connection:
            await connection.execute(
                delete(presence).where(
                    presence.c.since < before,
                    presence.c.process.not_in(select(processes.c.id)),
                )
            )


def _add(away: Away, now: float, person: str, here: bool, since: float, beat: float | None) -> None:
    """What one process knows of a person, added to what others do."""
    alive = beat is not None and beat > now - LEASE_DURATION_S
    gone = None if here and alive else max(since, beat or 0.0) if here else since
    if person in away:
        before = away[person]
        gone = None if before is None or gone is None else max(before, gone)
    away[person] = gone
