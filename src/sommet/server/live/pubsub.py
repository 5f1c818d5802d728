"""The doorbell: says that a game has a new event. It may lose a ring: the log is what counts.

A ring with number 0 says that somebody came or went.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from sommet.server.runtime.supervisor import BackgroundLoop

__all__ = ["BrokerPubSub", "LocalPubSub", "PollingPubSub", "PubSub"]

RECONNECT_MAX_DELAY_S = 1.0
"""Seconds at most between two tries to reach what carries the rings."""

MAX_BATCH_SIZE = 100
"""How many rings travel together at most; PostgreSQL carries 8,000 bytes."""

OnNotification = Callable[[str, int], None]


class PubSub(Protocol):
    """What tells processes apart from each other that there is something to read."""

    poll_interval_s: float
    """Seconds between two looks at the log for rings that were lost."""

    def loops(self, on_notification: OnNotification) -> tuple[BackgroundLoop, ...]:
        """What must be kept going for it to ring and to hear."""

    def publish(self, game: str, sequence: int) -> None: ...


class LocalPubSub:
    """For a single process, which knows what it did itself."""

    poll_interval_s = 5.0

    def loops(self, on_notification: OnNotification) -> tuple[BackgroundLoop, ...]:
        return ()

    def publish(self, game: str, sequence: int) -> None:
        pass


class PollingPubSub(LocalPubSub):
    """For several processes without a broker: they look often."""

    poll_interval_s = 0.25


class BrokerPubSub:
    """A bell behind a connection: it listens and rings in the background, and when the connection
    breaks it makes a new one, for as long as it takes."""

    poll_interval_s = 2.0

    def __init__(self) -> None:
        self._outbox: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._on_notification: OnNotification = lambda game, sequence: None
        self.up = asyncio.Event()
        """Set while the listener is connected."""

    def loops(self, on_notification: OnNotification) -> tuple[BackgroundLoop, ...]:
        self._on_notification = on_notification
        return (
            BackgroundLoop(
                "bell.listen", self._listen_loop, self.expected_errors, RECONNECT_MAX_DELAY_S
            ),
            BackgroundLoop(
                "bell.speak", self.send_loop, self.expected_errors, RECONNECT_MAX_DELAY_S
            ),
        )

    async def _listen_loop(self) -> None:
        try:
            await self.listen_loop()
        finally:
            self.up.clear()

    def publish(self, game: str, sequence: int) -> None:
        if not self._outbox.full():
            self._outbox.put_nowait(f"{game} {sequence}")

    def receive(self, batch: str) -> None:
        for notification in batch.splitlines():
            game, _, sequence = notification.partition(" ")
            if sequence.isdigit():
                self._on_notification(game, int(sequence))

    expected_errors: tuple[type[Exception], ...] = (OSError,)
    """What a broken connection raises."""

    async def listen_loop(self) -> None:
        """Connect, set `up`, hear until the connection breaks."""
        raise NotImplementedError

    async def send_loop(self) -> None:
        """Connect and send what comes out of `next_batch` until the connection breaks."""
        raise NotImplementedError

    async def next_batch(self) -> str:
        """All that wait to be rung, each on a line of its own; at least one."""
        batch = [await self._outbox.get()]
        while len(batch) < MAX_BATCH_SIZE and not self._outbox.empty():
            batch.append(self._outbox.get_nowait())
        return "\n".join(batch)
