"""A subscriber: one connection to a table, of a player or a spectator."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from sommet.server.store.people import Person
from sommet.wire.server_messages import ServerMessage

__all__ = ["TRANSPORT_KEY", "Subscriber", "Transport"]

MAX_QUEUED_MESSAGES = 256
"""A slow connection with more queued messages is closed, and may reconnect."""

TRANSPORT_KEY = "wire"
"""The key of a connection's transport in the state of its ASGI scope."""

_numbers = itertools.count()
encode = msgspec.json.Encoder().encode


class Transport(Protocol):
    """Direct access to a connection, without a task in between."""

    def send_text(self, text: bytes) -> bool:
        """Send a message, batched with others of the same loop iteration. Returns False without
        sending it if the connection is blocked or closed."""

    def listen(self, on_message: Callable[[str], None]) -> None:
        """Deliver every message to a callback as it arrives, instead of queueing it."""

    def pause(self) -> None:
        """Stop receiving messages for now."""

    def resume(self) -> None: ...


class Subscriber:
    """Messages for a slow connection wait in a queue, so that it delays nobody else."""

    def __init__(self, person: Person | None, client: str) -> None:
        self.person = person
        self.client = client
        """The client's key for rate limits."""
        self.viewer: int | None = None
        """The seat whose view this connection gets; None for a spectator's view."""
        self.muted: frozenset[str] = frozenset()
        self.since = next(_numbers)
        self.lag = 0.0
        self.pings: dict[str, float] = {}
        self.transport: Transport | None = None
        """Bypasses the queue, for connections that have one."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        self._has_backlog = False
        """Whether queued messages are not sent yet."""
        self.arrivals: deque[float] = deque()
        """Arrival times of the messages that are not processed yet."""
        self.closed = False
        self.close_reason = ""
        """Why the connection was closed, if the client should not reconnect."""

    def held_by(self, person: str) -> bool:
        return self.person is not None and self.person.id == person

    def send(self, message: ServerMessage) -> None:
        self.send_encoded(encode(message))

    def send_encoded(self, text: bytes) -> None:
        """Send an encoded message, or queue it."""
        if self.closed or (
            self.transport and not self._has_backlog and self.transport.send_text(text)
        ):
            return
        self._has_backlog = True
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close()

    def mark_sent(self) -> None:
        """The message taken from the queue has been sent."""
        self._has_backlog = not self.queue.empty()

    def close(self, close_reason: str = "") -> None:
        """Send no more messages; the connection closes after the queued ones."""
        self.closed = True
        self.close_reason = close_reason
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def view_as(self, seat: int | None, held: tuple[int, ...]) -> None:
        """Choose the seat whose view is sent. With one seat there is no choice; with several, the
        spectator's view is sent until one is chosen."""
        if seat in held:
            self.viewer = seat
        else:
            self.viewer = held[0] if len(held) == 1 else None
