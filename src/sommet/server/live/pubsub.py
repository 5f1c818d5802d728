"""Notifies other processes of new events. Notifications may get lost: the log is authoritative.

Sequence number 0 means that someone connected or disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar, Protocol, runtime_checkable

from sommet.server.runtime.supervisor import BackgroundLoop, cancel_all

__all__ = ["BrokerPubSub", "LocalPubSub", "OnBrokerChange", "PollingPubSub", "PubSub"]

POLL_INTERVAL_S = 0.25
"""Time between two checks of the log in a process that nobody notifies."""
CONNECTED_POLL_INTERVAL_S = 2.0
"""The same for a process with a broker: notifications may get lost."""
RECONNECT_MAX_DELAY_S = 1.0
"""Maximum delay between two attempts to connect to the broker."""
DISCONNECT_TIMEOUT_S = 2.0
"""How long to wait until connections to the broker are closed."""

MAX_BATCH_SIZE = 100
"""Maximum number of notifications per message; PostgreSQL allows 8,000 bytes."""

OnNotification = Callable[[str, int], None]
OnBrokerChange = Callable[[str, Exception | None], None]
"""Called with a broker's name when it is lost, with the error, and when it is back."""


@runtime_checkable
class PubSub(Protocol):
    """Notifications between the processes of an installation."""

    single_process: bool
    """Whether no other process serves the same tables."""

    @property
    def poll_interval_s(self) -> float:
        """Time between two checks of the log for lost notifications."""

    @property
    def lost_brokers(self) -> tuple[str, ...]:
        """The names of the brokers that can't be reached."""

    def loops(
        self, on_notification: OnNotification, on_change: OnBrokerChange
    ) -> tuple[BackgroundLoop, ...]:
        """The background loops that send and receive notifications."""

    def publish(self, game: str, sequence: int) -> None: ...


class LocalPubSub:
    """For a single process, which needs no notifications."""

    single_process = True
    poll_interval_s = 5.0
    lost_brokers: tuple[str, ...] = ()

    def loops(
        self, on_notification: OnNotification, on_change: OnBrokerChange
    ) -> tuple[BackgroundLoop, ...]:
        return ()

    def publish(self, game: str, sequence: int) -> None:
        pass


class PollingPubSub(LocalPubSub):
    """For several processes without a broker: they poll the log frequently."""

    single_process = False
    poll_interval_s = POLL_INTERVAL_S


class BrokerPubSub:
    """Notifications through a broker, and through `fallback` while the broker is lost.

    Each process finds out for itself. So each listens to the fallback all the time, and one that
    has lost the broker also polls the log: others may still reach it.
    """

    single_process = False
    name: ClassVar[str] = "broker"
    """What logs and metrics call it."""
    expected_errors: tuple[type[Exception], ...] = (OSError,)
    """The errors that a broken connection raises."""

    def __init__(self, fallback: PubSub | None = None) -> None:
        self._fallback = fallback or PollingPubSub()
        self._outbox: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._unsent: list[str] = []
        """The batch that is being sent."""
        self._on_notification: OnNotification = lambda game, sequence: None
        self._on_change: OnBrokerChange = lambda name, error: None
        self._lost = False
        self.up = asyncio.Event()
        """Set while the broker is connected."""

    @property
    def poll_interval_s(self) -> float:
        return CONNECTED_POLL_INTERVAL_S if self.up.is_set() else POLL_INTERVAL_S

    @property
    def lost_brokers(self) -> tuple[str, ...]:
        return (*((self.name,) if self._lost else ()), *self._fallback.lost_brokers)

    def loops(
        self, on_notification: OnNotification, on_change: OnBrokerChange
    ) -> tuple[BackgroundLoop, ...]:
        self._on_notification, self._on_change = on_notification, on_change
        loop = BackgroundLoop(self.name, self._run, self.expected_errors, RECONNECT_MAX_DELAY_S)
        return loop, *self._fallback.loops(on_notification, on_change)

    def publish(self, game: str, sequence: int) -> None:
        if not self.up.is_set():
            self._fallback.publish(game, sequence)
        elif not self._outbox.full():
            self._outbox.put_nowait(f"{game} {sequence}")

    async def _run(self) -> None:
        """Send and receive until the connection breaks; then hand over to the fallback."""
        tasks = [asyncio.create_task(loop()) for loop in (self.listen_loop, self.send_loop)]
        try:
            await asyncio.gather(*tasks)
        except self.expected_errors as error:
            if not self._lost:
                self._lost = True
                self._on_change(self.name, error)
            raise
        finally:
            self.up.clear()
            await cancel_all(tasks, DISCONNECT_TIMEOUT_S)
            self._hand_over()

    def connected(self) -> None:
        """Called by `listen_loop` once it listens."""
        self.up.set()
        if self._lost:
            self._lost = False
            self._on_change(self.name, None)

    def _hand_over(self) -> None:
        """Send what is left through the fallback."""
        while not self._outbox.empty():
            self._unsent.append(self._outbox.get_nowait())
        for notification in self._unsent:
            game, _, sequence = notification.partition(" ")
            self._fallback.publish(game, int(sequence))
        self._unsent = []

    def receive(self, batch: str) -> None:
        for notification in batch.splitlines():
            game, _, sequence = notification.partition(" ")
            if sequence.isdigit():
                self._on_notification(game, int(sequence))

    async def listen_loop(self) -> None:
        """Connect, call `connected`, and receive until the connection breaks."""
        raise NotImplementedError

    async def send_loop(self) -> None:
        """Send what `next_batch` returns until the connection breaks."""
        raise NotImplementedError

    async def next_batch(self) -> str:
        """Wait for notifications, and return all that are queued, one per line. They count as sent
        when the next batch is requested."""
        self._unsent = []
        self._unsent.append(await self._outbox.get())
        while len(self._unsent) < MAX_BATCH_SIZE and not self._outbox.empty():
            self._unsent.append(self._outbox.get_nowait())
        return "\n".join(self._unsent)
