"""Leases: a process with a heartbeat drives its games; others adopt the games of a dead one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, or_, select, update

from sommet.server.store.database import Store
from sommet.server.store.schema import games, processes

__all__ = ["HEARTBEAT_INTERVAL_S", "LEASE_DURATION_S", "AdoptedGame", "Leases"]

HEARTBEAT_INTERVAL_S = 1.0
"""Time between two heartbeats of a process."""
LEASE_DURATION_S = 3.0
"""After this time without a heartbeat, another process takes over."""

_DUE = select(games.c.id).where(
    games.c.driver == bindparam("process"),
    or_(games.c.stage == "running", games.c.stage == "open"),
    games.c.due <= bindparam("now"),
)

_ADOPT = (
    update(games)
    .where(
        games.c.id == bindparam("game"),
        games.c.driver.is_not_distinct_from(bindparam("from_driver")),
    )
    .values(driver=bindparam("to_driver"))
)


@dataclass(frozen=True)
class AdoptedGame:
    """An adopted game, and the last heartbeat of its previous driver (None: it never had one)."""

    game: str
    silent_since: float | None


class Leases:
    """Two processes may both believe they drive a game: the log lets only one of them append.

    A process is alive while its heartbeat changes. The time in a heartbeat comes from that
    process's own clock, so it is trusted only if it is in the past, and only until the heartbeat
    has been read twice.
    """

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        self._beats: dict[str, tuple[float, float]] = {}
        """The last heartbeat of each process, and when it was first seen."""
        insert = store.insert(processes)
        self._beat = insert.on_conflict_do_update(
            index_elements=["id"], set_={"beat": insert.excluded.beat}
        )

    async def heartbeat(self, now: float) -> None:
        await self.store.write((self._beat, {"id": self.process, "beat": now}))

    async def leave(self, now: float) -> None:
        """Let other processes adopt the games at once, for a graceful stop."""
        own = update(processes).where(processes.c.id == self.process)
        await self.store.write(own.values(beat=now - LEASE_DURATION_S))

    async def adopt(self, now: float) -> list[AdoptedGame]:
        """Take over the games of dead processes."""
        beats = await self.store.fetch(select(processes.c.id, processes.c.beat))
        alive = self._find_alive({str(id): float(beat) for id, beat in beats}, now)
        orphaned = or_(games.c.driver.is_(None), games.c.driver.not_in(alive))
        wanted = select(games.c.id, games.c.driver).where(
            orphaned, games.c.stage.in_(("open", "running"))
        )
        found = sorted(await self.store.fetch(wanted.limit(500)))
        if not found:
            return []
        results = await self.store.write(
            *(
                (_ADOPT, {"game": game, "from_driver": driver, "to_driver": self.process})
                for game, driver in found
            ),
            *(
                update(processes)
                .where(processes.c.id == id, processes.c.beat == beat)
                .values(beat=since)
                for id, (beat, since) in self._beats.items()
                if beat > now and id not in alive  # so that others see that it is dead
            ),
            delete(processes).where(
                processes.c.beat < now - 3600,
                processes.c.id.not_in(select(games.c.driver).where(games.c.driver.isnot(None))),
            ),
        )
        return [
            AdoptedGame(game, self._beats.get(driver, (0.0, 0.0))[1] or None)
            for (game, driver), adopted in zip(found, results[: len(found)], strict=True)
            if adopted.count
        ]

    def _find_alive(self, beats: dict[str, float], now: float) -> list[str]:
        """The processes that are alive. One that left has set its heartbeat back."""
        known_beats = {}
        for id, beat in beats.items():
            before, since = self._beats.get(id, (beat, beat))
            if beat > before:
                since = now
            elif beat < before:
                since = beat
            known_beats[id] = beat, min(since, now)
        self._beats = known_beats
        return [id for id, (_, since) in known_beats.items() if since > now - LEASE_DURATION_S]

    async def due(self, now: float) -> list[str]:
        """The games of this process where something is due."""
        rows = await self.store.fetch(_DUE, process=self.process, now=now)
        return [game for (game,) in rows]
