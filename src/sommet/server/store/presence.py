"""Who is at a table, across all processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import bindparam, delete, select

from sommet.server.store.batcher import Batcher
from sommet.server.store.database import Store
from sommet.server.store.leases import LEASE_DURATION_S
from sommet.server.store.schema import notices, presence, processes

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
_LOOKED = delete(notices).where(
    notices.c.game == bindparam("game"), notices.c.person == bindparam("person")
)


class Presence:
    """Stores one row per person, game and process; rows of dead processes count as away."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        self._writes = Batcher(self._write)
        insert = store.insert(presence)
        self._upsert = insert.on_conflict_do_update(
            index_elements=["game", "person", "process"],
            set_={"here": insert.excluded.here, "since": insert.excluded.since},
        )

    async def record(self, game: str, person: str, here: bool, now: float) -> None:
        """Record that a person connected to this process, or disconnected. Whoever connects has
        looked at the notices about the table."""
        row = {"game": game, "person": person, "process": self.process, "here": here, "since": now}
        await self._writes.submit(row)

    async def _write(self, rows: Sequence[dict[str, Any]]) -> Sequence[object]:
        """Groups many changes into one transaction, so that moves don't wait for each of them. Rows
        are sorted by key, so that two writers can't deadlock."""
        ordered = sorted(rows, key=lambda row: (row["game"], row["person"]))
        looked = (
            (_LOOKED, {"game": row["game"], "person": row["person"]})
            for row in ordered
            if row["here"]
        )
        done = await self.store.write(*((self._upsert, row) for row in ordered), *looked)
        return done[: len(ordered)]

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
        for first in range(0, len(games), MAX_ROWS):
            some = presence.c.game.in_(games[first : first + MAX_ROWS])
            for game, *row in await self.store.fetch(_ALL.where(some)):
                _add(found[game], now, *row)
        return found

    async def sweep(self, before: float) -> None:
        """Delete old rows of processes that no longer exist."""
        await self.store.write(
            delete(presence).where(
                presence.c.since < before, presence.c.process.not_in(select(processes.c.id))
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
