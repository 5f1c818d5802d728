"""Which doorbell a process has: it follows from the broker, the store and the workers."""

from __future__ import annotations

from sommet.core.errors import SommetError
from sommet.server.live.pubsub import Doorbell, LocalBell, SilentBell
from sommet.server.store import Store

__all__ = ["BellTrouble", "doorbell"]


class BellTrouble(SommetError):
    """The broker's address is no such thing."""


def doorbell(broker: str, store: Store, workers: int, house: str = "") -> Doorbell:
    """The bell for a broker's URL. PostgreSQL is its own broker; SQLite with several workers and
    no broker is polled. `house` tells installations apart that share a broker."""
    if broker.startswith(("redis://", "rediss://", "valkey://", "unix://")):
        from sommet.server.live.redis_pubsub import RedisBell

        return RedisBell(broker.replace("valkey://", "redis://", 1), house)
    if broker:
        raise BellTrouble(
            "bad_broker_url",
            "Unsupported broker {kind!r}: use redis://HOST:PORT.",
            kind=broker.partition("://")[0],
        )
    if not store.is_sqlite:
        from sommet.server.live.postgres_pubsub import PostgresBell

        return PostgresBell(store.url)
    return LocalBell() if workers == 1 else SilentBell()
