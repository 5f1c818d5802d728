"""Notifies other processes of new events. Notifications may get lost: the log is authoritative.

Sequence number 0 means that someone connected or disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from sommet.server.runtime.supervisor import BackgroundLoop

__all__ = ["BrokerPubSub", "LocalPubSub", "PollingPubSub", "PubSub"]

RECONNECT_MAX_DELAY_S = 1.0
"""Maximum delay between two attempts to connect to the broker."""

MAX_BATCH_SIZE = 100
"""Maximum number of notifications per message; PostgreSQL allows 8,000 bytes."""

OnNotification = Callable[[str, int], None]


class PubSub(Protocol):
    """Notifications between the processes of an installation."""

    poll_interval_s: float
    """Time between two checks of the log for lost notifications."""
    single_process: bool
    """Whether no other process serves the same tables."""

    def loops(self, on_notification: OnNotification) -> tuple[BackgroundLoop, ...]:
        """The background loops that send and receive notifications."""

    def publish(self, game: str, sequence: int) -> None: ...


class LocalPubSub:
    """For a single process, which needs no notifications."""

    poll_interval_s = 5.0
    single_process = True

    def loops(self, on_notification: OnNotification) -> tuple[BackgroundLoop, ...]:
        return ()

    def publish(self, game: str, sequence: int) -> None:
        pass


class PollingPubSub(LocalPubSub):
    """For several processes without a broker: they poll the log frequently."""

    poll_interval_s = 0.25
    single_process = False


class BrokerPubSub:
    """Notifications through a broker. Sends and listens in the background, and reconnects whenever
    the connection breaks."""

    poll_interval_s = 2.0
    single_process = False

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
    """The errors that a broken connection raises."""

    async def listen_loop(self) -> None:
        """Connect, set `up`, and receive until the connection breaks."""
        raise NotImplementedError

    async def send_loop(self) -> None:
        """Connect, and send what `next_batch` returns until the connection breaks."""
        raise NotImplementedError

    async def next_batch(self) -> str:
        """Wait for notifications, and return all that are queued, one per line."""
        batch = [await self._outbox.get()]
        while len(batch) < MAX_BATCH_SIZE and not self._outbox.empty():
            batch.append(self._outbox.get_nowait())
        return "\n".join(batch)
