"""The house: everything that one process has, put together here and handed down in parts."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import Sessions
from sommet.server.auth.signing import Signer
from sommet.server.bots.driver import Driver
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.live.admission import Admission
from sommet.server.live.daily import DailyDeals
from sommet.server.live.lobby import Lobby
from sommet.server.live.matchmaking import Matchmaking
from sommet.server.live.pubsub import PubSub
from sommet.server.live.pubsub_factory import doorbell
from sommet.server.live.query_handler import QueryHandler
from sommet.server.live.room_context import RoomContext
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.gc_policy import collect_periodically
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.settings import Settings
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import BackgroundLoop, Supervisor
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import WorkerPool
from sommet.server.store import Log, Store, StoreError, open_store
from sommet.server.store.leases import Leases
from sommet.server.store.people import People
from sommet.server.store.presence import Presence
from sommet.server.store.quarantine import Quarantine
from sommet.server.store.write_probe import WriteProbe
from sommet.server.tables.retention import delete_abandoned, delete_old_games
from sommet.server.tables.table_factory import TableFactory
from sommet.server.tables.table_state import TableState

__all__ = ["PARTS", "Container"]

PARTS = (
    "loop_lag",
    "supervisor",
    "worker_pool",
    "daily_deals",
    "rate_limiter",
    "engines",
    "sessions",
    "system",
    "external_engines",
    "table_factory",
    "signer",
    "lobby",
    "log",
    "metrics",
    "logger",
    "matchmaking",
    "people",
    "write_probe",
    "admission",
    "rooms",
)
"""What a handler may ask for by its name."""

TIDY = 3600.0
"""Seconds between two rounds of tidying up."""
PATIENCE = 5.0
"""How long a stop waits for work that goes on and for the database: a few seconds each."""


class Container:
    """The parts of one process. No part knows the house: each is given what it needs."""

    def __init__(self, settings: Settings, store: Store, system: System | None = None) -> None:
        self.settings = settings
        self.store = store
        self.system = system = system or System()
        self.process = system.new_id()
        self.logger = StructuredLog(self.process)
        self.metrics = Metrics()
        self.loop_lag = LoopLag(system)
        self.supervisor = Supervisor(self.logger, self.metrics)
        self.log = Log(store)
        self.quarantine = Quarantine(store)
        self.people = People(store)
        self.leases = Leases(store, self.process)
        self.presence = Presence(store, self.process)
        self.write_probe = WriteProbe(store, self.process)
        self.signer = Signer.kept(settings.secret)
        self.rate_limiter = RateLimiter(settings.limits, system.now)
        self.sessions = Sessions(self.people, self.signer, self.rate_limiter, system, settings.url)
        self.pubsub: PubSub = doorbell(
            settings.broker, store, settings.workers, self.signer.digest("bell", "")[:16]
        )
        self.table_factory = TableFactory(
            self.log, self.signer, system, self.process, self._committed, settings.foreign
        )
        context = RoomContext(
            self.log,
            self.quarantine,
            self.presence,
            self.table_factory,
            self.signer,
            self.pubsub,
            self.supervisor,
            self.loop_lag,
            self.rate_limiter,
            system,
            settings.limits.visitors_a_table,
            self._committed,
        )
        self.rooms = Rooms(context, self.people, self.logger)
        self.lobby = Lobby(self.rooms, self.log, self.presence, system)
        self.matchmaking = Matchmaking(
            self.rooms, self.table_factory, self.log, self.presence, system
        )
        self.engines = EnginePool(self.logger, settings.engines, settings.limits.engine_memory)
        self.external_engines = ExternalEngines(settings.foreign)
        self.worker_pool, self.listing = (
            WorkerPool(),
            WorkerPool(),
        )  # who reads records holds no player up
        self.daily_deals = DailyDeals(self.rooms, self.log, self.worker_pool, system)
        self.admission = Admission(
            self.rooms,
            QueryHandler(self.people, self.engines, self.listing, self.rate_limiter, system),
            self.people,
            self.rate_limiter,
            self.supervisor,
            self.metrics,
            self.logger,
            system,
        )
        self.driver = Driver(
            self.leases,
            self.rooms,
            self.engines,
            self.external_engines,
            self.signer,
            self.supervisor,
            self.logger,
            system,
        )

    @classmethod
    async def opened(cls, settings: Settings) -> Container:
        """A house on its database, at work."""
        store = await open_store(settings.database, max_pages=settings.max_pages)
        container = cls(settings, store)
        await container.start()
        return container

    async def start(self) -> None:
        await self.leases.beat(self.system.now())
        for loop in (
            *self.pubsub.loops(self._heard),
            BackgroundLoop("attention", self.loop_lag.watch),
            BackgroundLoop("rooms", self.rooms.watch_the_log),
            BackgroundLoop("driver", self.driver.drive),
            BackgroundLoop("tidying", self._tidy),
            BackgroundLoop("garbage", collect_periodically),
        ):
            self.supervisor.keep(loop)
        self.supervisor.soon(self.rooms.try_again())
        self.rooms.open = True
        self.logger.info("opened", database=self.store.url.get_backend_name())

    async def close(self) -> None:
        """A graceful stop: nothing new, connections end, games are handed over."""
        self.rooms.close()
        await self.supervisor.end(PATIENCE)
        self.engines.close()
        self.external_engines.close()
        self.worker_pool.close()
        self.listing.close()
        with suppress(StoreError, TimeoutError):  # a lease that cannot be given back runs out
            await asyncio.wait_for(self.leases.leave(self.system.now()), PATIENCE)
        await self.store.close()
        self.logger.info("closed")

    async def _tidy(self) -> None:
        """Now and then: forget what is older than anyone wants to keep it."""
        while True:
            try:
                await self.presence.sweep(self.system.now() - TIDY)
                await delete_abandoned(self.log, self.people, self.system.now())
                if self.settings.retention is not None:
                    await delete_old_games(self.log, self.system.now(), self.settings.retention)
            except StoreError as trouble:
                self.logger.warning("not_tidied", code=trouble.code)
            await asyncio.sleep(TIDY)

    def _committed(self, id: str, sitting: TableState) -> None:
        """Something was committed here: tell the other processes, and the driver."""
        self.metrics.events += 1
        self.pubsub.ring(id, sitting.sequence)
        if sitting.driven:
            self.driver.wake()

    def _heard(self, id: str, sequence: int) -> None:
        self.rooms.heard(id, sequence)
        if not self.rooms.only_people(id):  # else nothing is due but by time
            self.driver.wake()
