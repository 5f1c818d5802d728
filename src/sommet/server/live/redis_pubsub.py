"""Notifications over a broker with the Redis protocol."""

from __future__ import annotations

from redis import asyncio as redis
from redis.exceptions import RedisError

from sommet.server.live.pubsub import BrokerPubSub

__all__ = ["RedisPubSub"]


class RedisPubSub(BrokerPubSub):
    """One channel for all games of an installation: notifications are small, and processes without
    the room ignore them."""

    expected_errors = (OSError, RedisError)

    def __init__(self, url: str, installation: str = "") -> None:
        super().__init__()
        self._url = url
        self._channel = f"sommet {installation}".rstrip()

    async def listen_loop(self) -> None:
        client = redis.Redis.from_url(self._url, socket_connect_timeout=2, health_check_interval=5)
        async with client, client.pubsub() as handler:
            await handler.subscribe(self._channel)
            self.up.set()
            while True:
                message = await handler.get_message(ignore_subscribe_messages=True, timeout=5)
                if message is None:
                    await handler.ping()  # detects a dead connection
                elif message["type"] == "message":
                    self.receive(message["data"].decode())

    async def send_loop(self) -> None:
        client = redis.Redis.from_url(self._url, socket_connect_timeout=2)
        async with client:
            while True:
                await client.publish(self._channel, await self.next_batch())
