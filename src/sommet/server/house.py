"""The house: everything that one process has, put together once."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from sommet.server import operating
from sommet.server.driving.driver import Driver
from sommet.server.driving.engines import Engines
from sommet.server.ending import end
from sommet.server.figures import Figures
from sommet.server.garbage import collect_now_and_then
from sommet.server.keys import Keys
from sommet.server.limits import Doors
from sommet.server.live.doorbell import Doorbell, doorbell
from sommet.server.live.rooms import Rooms
from sommet.server.notes import Notes
from sommet.server.settings import Settings
from sommet.server.store import Log, Store, StoreTrouble, open_store
from sommet.server.store.leases import Leases
from sommet.server.store.people import People
from sommet.server.store.presence import Presence
from sommet.server.tables.sitting import Sitting

__all__ = ["House"]

TIDY = 3600.0
"""Seconds between two rounds of tidying up."""
PATIENCE = 5.0
"""How long a stop waits for work that goes on and for the database: a few seconds each."""


class House:
    """Time and chance come in by `now` and `fresh_*` alone, so that a test can fix them."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.process = self.fresh_id()
        self.notes = Notes(self.process)
        self.keys = Keys.kept(settings.secret)
        self.log = Log(store)
        self.people = People(store)
        self.leases = Leases(store, self.process)
        self.presence = Presence(store, self.process)
        self.bell: Doorbell = doorbell(settings.broker, store, settings.workers)
        self.figures = Figures()
        self.doors = Doors(settings.limits, self.now)
        self.rooms = Rooms(self)
        self.engines = Engines(settings.engines)
        self.driver = Driver(self)
        self.ready = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @classmethod
    async def opened(cls, settings: Settings) -> House:
        """A house on its database, at work."""
        store = await open_store(settings.database, max_pages=settings.max_pages)
        house = cls(settings, store)
        await house.start()
        return house

    async def start(self) -> None:
        await self.leases.beat(self.now())
        await self.bell.start(self._heard)
        self.soon(self.rooms.watch_the_log())
        self.soon(self.driver.drive())
        self.soon(self._tidy())
        self.soon(collect_now_and_then())
        self.ready = True
        self.notes.info("opened", database=self.store.url.get_backend_name())

    async def close(self) -> None:
        """A graceful stop: nothing new, connections end, games are handed over."""
        self.ready = False
        for room in self.rooms:
            for visitor in tuple(room.visitors):
                visitor.leave()
        await self.bell.stop()
        await end(tuple(self._tasks), PATIENCE)
        self.engines.close()
        with suppress(StoreTrouble, TimeoutError):  # a lease that cannot be given back runs out
            await asyncio.wait_for(self.leases.leave(self.now()), PATIENCE)
        await self.store.close()
        self.notes.info("closed")

    # --- time and chance ---------------------------------------------------------------------

    def now(self) -> float:
        return time.time()

    def fresh_id(self) -> str:
        """An id that nobody can guess: 128 bits."""
        return secrets.token_urlsafe(16)

    def fresh_seed(self) -> str:
        return secrets.token_hex(16)

    def fresh_number(self, limit: int) -> int:
        return secrets.randbelow(limit)

    # --- what goes on ------------------------------------------------------------------------

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background; trouble is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.notes.error("background", error=type(error).__name__)

    async def _tidy(self) -> None:
        """Now and then: forget what is older than anyone wants to keep it."""
        while True:
            try:
                await self.presence.sweep(self.now() - TIDY)
                if self.settings.retention is not None:
                    await operating.forget_games(self, self.settings.retention)
            except StoreTrouble as trouble:
                self.notes.warning("not_tidied", code=trouble.code)
            await asyncio.sleep(TIDY)

    def rang(self, id: str, sitting: Sitting) -> None:
        """Something was committed here: tell the other processes, and the driver."""
        self.figures.events += 1
        self.bell.ring(id, sitting.sequence)
        if sitting.driven:
            self.driver.wake()

    def _heard(self, id: str, sequence: int) -> None:
        self.rooms.heard(id, sequence)
        self.driver.wake()
