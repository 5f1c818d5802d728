"""Chooses the notification mechanism by broker, database and number of workers."""

from __future__ import annotations

from sommet.core.errors import SommetError
from sommet.server.live.pubsub import LocalPubSub, PollingPubSub, PubSub
from sommet.server.store import Store

__all__ = ["BrokerError", "create_pubsub"]


class BrokerError(SommetError):
    """The broker's URL is not supported."""


def create_pubsub(broker: str, store: Store, workers: int, installation: str = "") -> PubSub:
    """The notifications for a broker's URL. PostgreSQL is its own broker; SQLite with several
    workers and no broker is polled. `installation` separates installations that share a broker."""
    if broker.startswith(("redis://", "rediss://", "valkey://", "unix://")):
        from sommet.server.live.redis_pubsub import RedisPubSub

        return RedisPubSub(broker.replace("valkey://", "redis://", 1), installation)
    if broker:
        raise BrokerError(
            "bad_broker_url",
            "Unsupported broker {kind!r}: use redis://HOST:PORT.",
            kind=broker.partition("://")[0],
        )
    if not store.is_sqlite:
        from sommet.server.live.postgres_pubsub import PostgresPubSub

        return PostgresPubSub(store.url)
    return LocalPubSub() if workers == 1 else PollingPubSub()
