"""The container: builds the services of one process and passes each one what it needs."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

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
from sommet.server.live.pubsub_factory import create_pubsub
from sommet.server.live.query_handler import QueryHandler
from sommet.server.live.room_context import RoomContext
from sommet.server.live.rooms import Rooms
from sommet.server.push.endpoints import Endpoints
from sommet.server.push.turn_notices import TurnNotices, unavailable_because
from sommet.server.runtime.interpreter import collect_periodically
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.public_url import PublicUrl
from sommet.server.runtime.settings import Settings
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import BackgroundLoop, Supervisor
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.store import Log, Store, StoreError, open_store
from sommet.server.store.leases import Leases
from sommet.server.store.people import People
from sommet.server.store.presence import Presence
from sommet.server.store.push_subscriptions import PushSubscriptions
from sommet.server.store.quarantine import Quarantine
from sommet.server.store.write_probe import WriteProbe
from sommet.server.tables.retention import delete_abandoned, delete_old_games
from sommet.server.tables.table_factory import TableFactory
from sommet.tables.table_state import TableState

__all__ = ["INJECTABLE", "Container"]

INJECTABLE = (
    "loop_lag",
    "supervisor",
    "request_pool",
    "daily_deals",
    "push_endpoints",
    "subscriptions",
    "turn_notices",
    "rate_limiter",
    "engines",
    "sessions",
    "system",
    "external_engines",
    "drawing_pool",
    "table_factory",
    "signer",
    "lobby",
    "log",
    "metrics",
    "logger",
    "matchmaking",
    "people",
    "pubsub",
    "write_probe",
    "admission",
    "rooms",
)
"""Services that a handler can request by parameter name."""

DRAWING_CPU_LIMIT_S = 2
"""CPU time for a picture or a position of the free board. Usual ones take 10 to 60 ms, and 0.4 s as
PNG."""
MAX_DRAWINGS_PER_CLIENT = 24
"""Maximum number of pictures that wait per client: a list of games shows several."""
DRAWING_CACHE_BYTES = 32 << 20
"""Pictures and positions that are kept: one has 2 to 10 KB gzipped, and up to 500 KB as PNG."""
CLEANUP_INTERVAL_S = 3600.0
"""How often expired data is deleted."""
SHUTDOWN_TIMEOUT_S = 5.0
"""How long a shutdown waits for running tasks, and again for the database."""


class Container:
    """The services of one process. No service knows the container."""

    def __init__(self, settings: Settings, store: Store, system: System | None = None) -> None:
        self.settings = settings
        self.store = store
        self.system = system = system or System()
        self.process = system.new_id()
        self.metrics = Metrics()
        self.logger = StructuredLog(self.process, self.metrics.errors.inc)
        self.loop_lag = LoopLag(system)
        self.supervisor = Supervisor(self.logger, self.metrics, reported=(StoreError,))
        self.log = Log(store)
        self.quarantine = Quarantine(store)
        self.people = People(store)
        self.leases = Leases(store, self.process)
        self.presence = Presence(store, self.process)
        self.write_probe = WriteProbe(store, self.log)
        self.signer = Signer.load_or_create(settings.secret)
        self.rate_limiter = RateLimiter(settings.limits, system.now)
        self.sessions = Sessions(
            self.people, self.signer, self.rate_limiter, system, PublicUrl.parse(settings.url)
        )
        self.pubsub: PubSub = create_pubsub(
            settings.broker, store, settings.workers, self.signer.digest("bell", "")[:16]
        )
        self.subscriptions = PushSubscriptions(store)
        self.push_endpoints = Endpoints(settings.push_hosts, settings.push_test_service)
        self.turn_notices = self._create_turn_notices()
        self.table_factory = TableFactory(
            self.log, self.signer, system, self.process, self._on_commit, settings.external_engines
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
            self._on_commit,
        )
        self.rooms = Rooms(context, self.people, self.logger)
        self.lobby = Lobby(self.rooms, self.log, self.presence, system)
        self.matchmaking = Matchmaking(
            self.rooms, self.table_factory, self.log, self.presence, system
        )
        self.engines = EnginePool(self.logger, settings.engines, settings.limits.engine_memory)
        self.external_engines = ExternalEngines(
            self.logger, settings.external_engines, (settings.database, settings.secret)
        )
        # Separate pools, so that reading records delays neither players nor pages.
        charge = self.rate_limiter.charge_worker
        self.request_pool, self.query_pool = RequestPool(charge), RequestPool()
        self.drawing_pool = RequestPool(
            charge,
            cpu_limit_s=DRAWING_CPU_LIMIT_S,
            max_waiting_per_client=MAX_DRAWINGS_PER_CLIENT,
            cache_bytes=DRAWING_CACHE_BYTES,
        )
        self.daily_deals = DailyDeals(self.rooms, self.log, self.request_pool, system)
        self.admission = Admission(
            self.rooms,
            QueryHandler(self.people, self.engines, self.query_pool, self.rate_limiter, system),
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
        self._watch_gauges()
        store.availability.on_lost = self._on_database_lost
        store.availability.on_back = self._on_database_back

    def _create_turn_notices(self) -> TurnNotices:
        client, unavailable = None, unavailable_because(self.sessions.url)
        if unavailable is None:
            from sommet.server.push.push_client import PushClient  # needs an extra

            client = PushClient(
                self.signer,
                self.push_endpoints,
                str(self.sessions.url),
                self.logger,
                self.system,
            )
        return TurnNotices(
            client, unavailable, self.subscriptions, self.presence, self.logger, self.system
        )

    def _watch_gauges(self) -> None:
        watch, lag, store = self.metrics.watch, self.loop_lag, self.store
        watch("sockets", "Open connections.", lambda: self.rate_limiter.connections)
        watch("rooms", "Tables in memory.", lambda: len(self.rooms))
        watch("engine_queue", "Jobs that wait for an engine.", lambda: self.engines.waiting)
        watch("notices", "Notices that wait to be sent.", lambda: self.turn_notices.waiting)
        watch("loops_down", "Failing loops.", lambda: len(self.supervisor.failing_loops))
        watch("brokers_lost", "Lost brokers, summed up.", lambda: len(self.pubsub.lost_brokers))
        watch("databases_lost", "Workers without database.", lambda: store.availability.lost)
        watch("lapsed_milliseconds", "Event loop lag.", lambda: round(1000 * lag.total_lag_s))

    @classmethod
    async def open(cls, settings: Settings) -> Container:
        """Open the database and start the services."""
        store = await open_store(
            settings.database, max_pages=settings.max_pages, processes=settings.workers
        )
        container = cls(settings, store)
        await container.start()
        return container

    async def start(self) -> None:
        await self.leases.heartbeat(self.system.now())
        for loop in (
            *self.pubsub.loops(self._on_published, self._on_broker_change),
            BackgroundLoop("attention", self.loop_lag.watch),
            BackgroundLoop("rooms", self.rooms.poll_log),
            BackgroundLoop("driver", self.driver.drive),
            BackgroundLoop("tidying", self._clean_up),
            BackgroundLoop("garbage", partial(collect_periodically, self.loop_lag.maintenance)),
            BackgroundLoop("metrics", self.metrics.sample_periodically),
        ):
            self.supervisor.supervise(loop)
        if self.turn_notices.client:
            self.supervisor.supervise(BackgroundLoop("push", self.turn_notices.send_queued))
        self.supervisor.spawn(self.rooms.retry_quarantined())
        self.rooms.open = True
        self.logger.info("opened", database=self.store.url.get_backend_name())

    async def close(self) -> None:
        """Shut down gracefully: refuse new work, end connections, hand games over."""
        self.rooms.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.turn_notices.flush(), SHUTDOWN_TIMEOUT_S)
        await self.supervisor.end(SHUTDOWN_TIMEOUT_S)
        await self.turn_notices.close()
        self.engines.close()
        self.external_engines.close()
        self.request_pool.close()
        self.query_pool.close()
        self.drawing_pool.close()
        with suppress(StoreError, TimeoutError):  # the lease expires anyway
            await asyncio.wait_for(self.leases.leave(self.system.now()), SHUTDOWN_TIMEOUT_S)
        await self.store.close()
        self.logger.info("closed")

    async def _clean_up(self) -> None:
        """Delete expired data, once per interval."""
        while True:
            try:
                await self.presence.sweep(self.system.now() - CLEANUP_INTERVAL_S)
                await delete_abandoned(self.log, self.people, self.system.now())
                if self.settings.retention is not None:
                    await delete_old_games(self.log, self.system.now(), self.settings.retention)
            except StoreError as error:
                self.logger.warning("not_tidied", code=error.code)
            await asyncio.sleep(CLEANUP_INTERVAL_S)

    def _on_commit(self, id: str, state: TableState) -> None:
        """Notify the other processes and the bot driver of an event committed here."""
        self.metrics.events.inc()
        self.pubsub.publish(id, state.sequence)
        self.turn_notices.on_commit(state)
        if state.is_server_turn:
            self.driver.wake()

    def _on_published(self, id: str, sequence: int) -> None:
        self.rooms.on_notification(id, sequence)
        if not self.rooms.has_only_people(id):  # people's games need the driver only on time
            self.driver.wake()

    # --- what is logged once, and not by everyone who notices it ---------------------------------

    def _on_broker_change(self, name: str, error: Exception | None) -> None:
        if error:
            self.metrics.broker_losses.labels(name).inc()
            self.logger.warning("broker_lost", broker=name, error=type(error).__name__)
        else:
            self.logger.info("broker_back", broker=name)

    def _on_database_lost(self, code: str, error: str) -> None:
        self.metrics.database_losses.inc()
        self.logger.warning("database_lost", code=code, error=error)

    def _on_database_back(self, seconds: float) -> None:
        self.logger.info("database_back", after_s=round(seconds, 1))
