"""Leases: a process that beats drives its games; those of a silent one are adopted by another."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sommet.server.store.opening import Store
from sommet.server.store.schema import games, processes

__all__ = ["BEAT", "LEASE", "Adopted", "Leases"]

BEAT = 1.0
"""Seconds between two beats of a process."""
LEASE = 3.0
"""Seconds of silence after which another process takes over."""


_DUE = select(games.c.id).where(
    games.c.driver == bindparam("process"),
    games.c.stage == "running",
    games.c.due <= bindparam("now"),
)


@dataclass(frozen=True)
class Adopted:
    """A game taken over, and when its last driver was heard (None: it never had one)."""

    game: str
    silent_since: float | None


class Leases:
    """Whether two processes both believe to drive a game does not matter: the log is the fence."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        kind = sqlite if store.is_sqlite else postgresql
        insert = kind.insert(processes)
        self._beat = insert.on_conflict_do_update(
            index_elements=["id"], set_={"beat": insert.excluded.beat}
        )

    async def beat(self, now: float) -> None:
        async with self.store.writing() as connection:
            await connection.execute(self._beat, {"id": self.process, "beat": now})

    async def leave(self, now: float) -> None:
        """A graceful stop: the games can be adopted at once."""
        async with self.store.writing() as connection:
            await connection.execute(
                update(processes).where(processes.c.id == self.process).values(beat=now - LEASE)
            )

    async def adopt(self, now: float) -> list[Adopted]:
        """Take over the games of silent processes."""
        alive = select(processes.c.id).where(processes.c.beat > now - LEASE)
        orphaned = or_(games.c.driver.is_(None), games.c.driver.not_in(alive))
        current = games.c.stage.in_(("open", "running"))
        wanted = (
            select(games.c.id, games.c.driver, processes.c.beat)
            .outerjoin(processes, processes.c.id == games.c.driver)
            .where(orphaned, current)
            .limit(500)
        )
        async with self.store.reading() as connection:
            found = [tuple(row) for row in await connection.execute(wanted)]
        if not found:
            return []
        adopted = []
        async with self.store.writing() as connection:
            for game, driver, beat in sorted(found):
                was = games.c.driver.is_(None) if driver is None else games.c.driver == driver
                taken = await connection.execute(
                    update(games).where(games.c.id == game, was).values(driver=self.process)
                )
                if taken.rowcount:
                    adopted.append(Adopted(game, beat or None))
            await connection.execute(
                delete(processes).where(
                    processes.c.beat < now - 3600,
                    processes.c.id.not_in(select(games.c.driver).where(games.c.driver.isnot(None))),
                )
            )
        return adopted

    async def due(self, now: float) -> list[str]:
        """The games of this process at which something is due."""
        rows = await self.store.rows(_DUE, process=self.process, now=now)
        return [game for (game,) in rows]

    async def alive(self, now: float) -> list[str]:
        """The processes that beat."""
        async with self.store.reading() as connection:
            rows = await connection.execute(
                select(processes.c.id).where(processes.c.beat > now - LEASE)
            )
            return list(rows.scalars())
