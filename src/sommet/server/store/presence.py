"""Who is at a table, whichever process holds their connection."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from sommet.server.store.leases import LEASE
from sommet.server.store.opening import Store
from sommet.server.store.schema import presence, processes

__all__ = ["Presence"]


class Presence:
    """A row a person, game and process; rows of silent processes count as gone."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        kind = sqlite if store.is_sqlite else postgresql
        insert = kind.insert(presence)
        self._note = insert.on_conflict_do_update(
            index_elements=["game", "person", "process"],
            set_={"here": insert.excluded.here, "since": insert.excluded.since},
        )

    async def note(self, game: str, person: str, here: bool, now: float) -> None:
        """Somebody came to this process, or left it."""
        row = {"game": game, "person": person, "process": self.process, "here": here, "since": now}
        async with self.store.writing() as connection:
            await connection.execute(self._note, row)

    async def at(self, game: str, now: float) -> dict[str, float | None]:
        """Everyone who was ever at a table: None if they are there, else since when they are not.

        Who was at a process that fell silent has been away since its last beat.
        """
        wanted = (
            select(presence.c.person, presence.c.here, presence.c.since, processes.c.beat)
            .outerjoin(processes, processes.c.id == presence.c.process)
            .where(presence.c.game == game)
        )
        found: dict[str, float | None] = {}
        async with self.store.reading() as connection:
            for person, here, since, beat in await connection.execute(wanted):
                alive = beat is not None and beat > now - LEASE
                gone = None if here and alive else max(since, beat or 0.0) if here else since
                if person in found:
                    before = found[person]
                    gone = None if before is None or gone is None else max(before, gone)
                found[person] = gone
        return found

    async def sweep(self, before: float) -> None:
        """Forget who was last at a table long ago."""
        async with self.store.writing() as connection:
            await connection.execute(
                delete(presence).where(
                    presence.c.since < before,
                    presence.c.process.not_in(select(processes.c.id)),
                )
            )
