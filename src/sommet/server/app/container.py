"""The house: everything that one process has, put together here and handed down in parts."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sommet.server.auth.rate_limit import Doors
from sommet.server.auth.sessions import Entrance
from sommet.server.auth.signing import Keys
from sommet.server.bots.driver import Driver
from sommet.server.engines.engine_pool import Engines
from sommet.server.engines.external_engines import Foreigners
from sommet.server.live.admission import Reception
from sommet.server.live.daily import Days
from sommet.server.live.lobby import Lobby
from sommet.server.live.matchmaking import Pairing
from sommet.server.live.pubsub import Doorbell
from sommet.server.live.pubsub_factory import doorbell
from sommet.server.live.query_handler import Answers
from sommet.server.live.room_context import Furniture
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.gc_policy import collect_now_and_then
from sommet.server.runtime.loop_lag import Attention
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.settings import Settings
from sommet.server.runtime.structured_log import Notes
from sommet.server.runtime.supervisor import Background, Loop
from sommet.server.runtime.system import Fate
from sommet.server.runtime.worker_pool import Chores
from sommet.server.store import Log, Store, StoreTrouble, open_store
from sommet.server.store.leases import Leases
from sommet.server.store.people import People
from sommet.server.store.presence import Presence
from sommet.server.store.quarantine import Aside
from sommet.server.store.write_probe import Probe
from sommet.server.tables.retention import forget_games, forget_what_was_left
from sommet.server.tables.table_factory import Host
from sommet.server.tables.table_state import Sitting

__all__ = ["PARTS", "House"]

PARTS = (
    "attention",
    "background",
    "chores",
    "days",
    "doors",
    "engines",
    "entrance",
    "fate",
    "foreigners",
    "host",
    "keys",
    "lobby",
    "log",
    "metrics",
    "notes",
    "pairing",
    "people",
    "probe",
    "reception",
    "rooms",
)
"""What a handler may ask for by its name."""

TIDY = 3600.0
"""Seconds between two rounds of tidying up."""
PATIENCE = 5.0
"""How long a stop waits for work that goes on and for the database: a few seconds each."""


class House:
    """The parts of one process. No part knows the house: each is given what it needs."""

    def __init__(self, settings: Settings, store: Store, fate: Fate | None = None) -> None:
        self.settings = settings
        self.store = store
        self.fate = fate = fate or Fate()
        self.process = fate.new_id()
        self.notes = Notes(self.process)
        self.metrics = Metrics()
        self.attention = Attention(fate)
        self.background = Background(self.notes, self.metrics)
        self.log = Log(store)
        self.aside = Aside(store)
        self.people = People(store)
        self.leases = Leases(store, self.process)
        self.presence = Presence(store, self.process)
        self.probe = Probe(store, self.process)
        self.keys = Keys.kept(settings.secret)
        self.doors = Doors(settings.limits, fate.now)
        self.entrance = Entrance(self.people, self.keys, self.doors, fate, settings.url)
        self.bell: Doorbell = doorbell(
            settings.broker, store, settings.workers, self.keys.digest("bell", "")[:16]
        )
        self.host = Host(self.log, self.keys, fate, self.process, self._committed, settings.foreign)
        furniture = Furniture(
            self.log,
            self.aside,
            self.presence,
            self.host,
            self.keys,
            self.bell,
            self.background,
            self.attention,
            self.doors,
            fate,
            settings.limits.visitors_a_table,
            self._committed,
        )
        self.rooms = Rooms(furniture, self.people, self.notes)
        self.lobby = Lobby(self.rooms, self.log, self.presence, fate)
        self.pairing = Pairing(self.rooms, self.host, self.log, self.presence, fate)
        self.engines = Engines(self.notes, settings.engines, settings.limits.engine_memory)
        self.foreigners = Foreigners(settings.foreign)
        self.chores, self.listing = Chores(), Chores()  # who reads records holds no player up
        self.days = Days(self.rooms, self.log, self.chores, fate)
        self.reception = Reception(
            self.rooms,
            Answers(self.people, self.engines, self.listing, self.doors, fate),
            self.people,
            self.doors,
            self.background,
            self.metrics,
            self.notes,
            fate,
        )
        self.driver = Driver(
            self.leases,
            self.rooms,
            self.engines,
            self.foreigners,
            self.keys,
            self.background,
            self.notes,
            fate,
        )

    @classmethod
    async def opened(cls, settings: Settings) -> House:
        """A house on its database, at work."""
        store = await open_store(settings.database, max_pages=settings.max_pages)
        house = cls(settings, store)
        await house.start()
        return house

    async def start(self) -> None:
        await self.leases.beat(self.fate.now())
        for loop in (
            *self.bell.loops(self._heard),
            Loop("attention", self.attention.watch),
            Loop("rooms", self.rooms.watch_the_log),
            Loop("driver", self.driver.drive),
            Loop("tidying", self._tidy),
            Loop("garbage", collect_now_and_then),
        ):
            self.background.keep(loop)
        self.background.soon(self.rooms.try_again())
        self.rooms.open = True
        self.notes.info("opened", database=self.store.url.get_backend_name())

    async def close(self) -> None:
        """A graceful stop: nothing new, connections end, games are handed over."""
        self.rooms.close()
        await self.background.end(PATIENCE)
        self.engines.close()
        self.foreigners.close()
        self.chores.close()
        self.listing.close()
        with suppress(StoreTrouble, TimeoutError):  # a lease that cannot be given back runs out
            await asyncio.wait_for(self.leases.leave(self.fate.now()), PATIENCE)
        await self.store.close()
        self.notes.info("closed")

    async def _tidy(self) -> None:
        """Now and then: forget what is older than anyone wants to keep it."""
        while True:
            try:
                await self.presence.sweep(self.fate.now() - TIDY)
                await forget_what_was_left(self.log, self.people, self.fate.now())
                if self.settings.retention is not None:
                    await forget_games(self.log, self.fate.now(), self.settings.retention)
            except StoreTrouble as trouble:
                self.notes.warning("not_tidied", code=trouble.code)
            await asyncio.sleep(TIDY)

    def _committed(self, id: str, sitting: Sitting) -> None:
        """Something was committed here: tell the other processes, and the driver."""
        self.metrics.events += 1
        self.bell.ring(id, sitting.sequence)
        if sitting.driven:
            self.driver.wake()

    def _heard(self, id: str, sequence: int) -> None:
        self.rooms.heard(id, sequence)
        if not self.rooms.only_people(id):  # else nothing is due but by time
            self.driver.wake()
