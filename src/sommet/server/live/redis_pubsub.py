"""Notifications over a broker with the Redis protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sommet.core.errors import missing_extra

if fault := missing_extra("--broker", "redis", "redis"):
    raise fault

from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from sommet.server.live.pubsub import BrokerPubSub, PubSub

__all__ = ["RedisPubSub"]

TIMEOUT_S = 2.0
"""How long to wait for the broker's answer."""
PING_INTERVAL_S = 1.0
MAX_UNANSWERED_PINGS = 2


class RedisPubSub(BrokerPubSub):
    """One channel for all games of an installation: notifications are small, and processes without
    the room ignore them. Raises ValueError if the URL is malformed."""

    expected_errors = (OSError, RedisError)

    def __init__(self, url: str, installation: str = "", fallback: PubSub | None = None) -> None:
        super().__init__(fallback)
        self._url = url
        self._channel = f"sommet {installation}".rstrip()
        self._client()

    def _client(self) -> redis.Redis:
        """A client that reports a lost connection at once, instead of trying again itself."""
        return redis.Redis.from_url(
            self._url,
            socket_connect_timeout=TIMEOUT_S,
            socket_timeout=TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[redis.Redis]:
        """A client that raises ConnectionError if it writes to a connection that has just been
        closed: uvloop reports this as a RuntimeError."""
        try:
            async with self._client() as client:
                yield client
        except RuntimeError as error:
            raise ConnectionError(str(error)) from error

    async def listen_loop(self) -> None:
        async with self._connected() as client, client.pubsub() as handler:
            await handler.subscribe(self._channel)
            self.connected()
            unanswered = 0
            while True:
                message = await handler.get_message(
                    ignore_subscribe_messages=True, timeout=PING_INTERVAL_S
                )
                if message is None:
                    if unanswered == MAX_UNANSWERED_PINGS:
                        raise TimeoutError
                    unanswered += 1
                    await handler.ping()
                    continue
                unanswered = 0
                if message["type"] == "message":
                    self.receive(message["data"].decode())

    async def send_loop(self) -> None:
        async with self._connected() as client:
            while True:
                await client.publish(self._channel, await self.next_batch())
