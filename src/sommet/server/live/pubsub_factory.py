"""Chooses the notification mechanism by broker, database and number of workers."""

from __future__ import annotations

from contextlib import suppress

from sommet.core.errors import SommetError
from sommet.server.live.pubsub import LocalPubSub, PollingPubSub, PubSub
from sommet.server.store import Store

__all__ = ["BrokerError", "create_pubsub"]


class BrokerError(SommetError):
    """The broker's URL is not supported."""


def create_pubsub(broker: str, store: Store, workers: int, installation: str = "") -> PubSub:
    """The notifications for a broker's URL. Without one, PostgreSQL is the broker, and SQLite with
    several workers is polled. `installation` separates installations that share a broker."""
    if broker:
        return _through(broker, store, installation)
    if not store.is_sqlite:
        return _through_database(store)
    return LocalPubSub() if workers == 1 else PollingPubSub()


def _through(broker: str, store: Store, installation: str) -> PubSub:
    if broker.startswith(("redis://", "rediss://", "valkey://", "unix://")):
        from sommet.server.live.redis_pubsub import RedisPubSub

        fallback = PollingPubSub() if store.is_sqlite else _through_database(store)
        with suppress(ValueError):
            return RedisPubSub(broker.replace("valkey://", "redis://", 1), installation, fallback)
    raise BrokerError(
        "bad_broker_url",
        "Unsupported broker {kind!r}: use redis://HOST:PORT.",
        kind=broker.partition("://")[0],
    )


def _through_database(store: Store) -> PubSub:
    from sommet.server.live.postgres_pubsub import PostgresPubSub

    return PostgresPubSub(store)
