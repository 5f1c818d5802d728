"""Admits connections: applies connection limits and subscribes them to a room."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.live.query_handler import QueryHandler
from sommet.server.live.room import Room
from sommet.server.live.rooms import Rooms
from sommet.server.live.subscriber import Subscriber
from sommet.server.refusals import rate_limited
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.runtime.system import System
from sommet.server.store.people import People
from sommet.wire.client_messages import Hello

__all__ = ["Admission"]


@dataclass(frozen=True)
class Admission:
    """What a connection handler needs."""

    rooms: Rooms
    query_handler: QueryHandler
    people: People
    rate_limiter: RateLimiter
    supervisor: Supervisor
    metrics: Metrics
    logger: StructuredLog
    system: System

    @contextmanager
    def reserve_connection(self, room: Room, subscriber: Subscriber) -> Iterator[None]:
        """Count a connection while it is open; refuses when there are too many.

        Players at the table are always admitted, however many connections are open, so nobody can
        keep them from their game.
        """
        player = room.audience.is_player(subscriber.person)
        if not subscriber.budget.take(self.system.now(), player=player):
            raise rate_limited()
        with self.rate_limiter.connection(subscriber.client, player=player):
            yield

    @asynccontextmanager
    async def subscription(
        self, room: Room, subscriber: Subscriber, hello: Hello
    ) -> AsyncIterator[None]:
        """Subscribe a connection to a room for the duration of the block, and record its
        presence."""
        if subscriber.person:
            subscriber.muted = await self.people.muted_by(subscriber.person.id)
        room.audience.subscribe(subscriber, hello)
        room.presence.send_to(subscriber)
        try:
            # They may have signed out since the handshake. Later checks include this connection.
            await self.rooms.close_if_revoked([subscriber])
            self.supervisor.spawn(room.presence.record(subscriber.person, True))
            yield
        finally:
            room.audience.unsubscribe(subscriber)
            self.supervisor.spawn(room.presence.record(subscriber.person, False))
