"""A subscriber: one connection to a table, of a player or a spectator."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque

import msgspec

from sommet.server.auth.rate_limit import MessageBudget
from sommet.server.store.people import Person
from sommet.wire.server_messages import ServerMessage

__all__ = ["Subscriber"]

MAX_QUEUED_BYTES = 256 << 10
"""A slow connection with more in its queue is closed, and may reconnect. A message counts as half
of this at most: the table of a long game is larger, and other messages follow it at once."""

_numbers = itertools.count()
encode = msgspec.json.Encoder().encode


class Subscriber:
    """Messages wait in a queue until the connection's writer sends them, so that a slow connection
    delays nobody else."""

    def __init__(self, person: Person | None, client: str, budget: MessageBudget) -> None:
        self.person = person
        self.client = client
        """The client's key for rate limits."""
        self.budget = budget
        self.viewer: int | None = None
        """The seat whose view this connection gets; None for a spectator's view."""
        self.muted: frozenset[str] = frozenset()
        self.since = next(_numbers)
        self.latency = 0.0
        """Measured with the last ping, in seconds."""
        self.pings: dict[str, float] = {}
        """When each unanswered ping was sent."""
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._queued_bytes = 0
        self.arrivals: deque[float] = deque()
        """Arrival times of the messages that are not processed yet."""
        self.closed = False
        self.close_reason = ""
        """Why the connection was closed, if the client should not reconnect."""

    def held_by(self, person: str) -> bool:
        return self.person is not None and self.person.id == person

    def send(self, message: ServerMessage) -> None:
        """Queue a message for this connection only, at the expense of its budget."""
        text = encode(message)
        self.budget.charge(len(text))
        self.send_encoded(text)

    def send_encoded(self, text: bytes) -> None:
        """Queue an encoded message. If too much is queued, drop it all and close: the client
        reconnects and gets what it missed."""
        if self.closed:
            return
        if self._queued_bytes > MAX_QUEUED_BYTES:
            while not self._queue.empty():
                self._queue.get_nowait()
                self._queue.task_done()
            self.close()
            return
        self._queued_bytes += _counted_bytes(text)
        self._queue.put_nowait(text)

    async def next_message(self) -> bytes | None:
        """Wait for the next message to send; None after the last one."""
        text = await self._queue.get()
        if text is not None:
            self._queued_bytes -= _counted_bytes(text)
        return text

    def sent(self) -> None:
        """The message returned last has been sent, as far as the client reads."""
        self._queue.task_done()

    async def until_sent(self) -> None:
        """Wait until all queued messages have been sent."""
        await self._queue.join()

    def close(self, close_reason: str = "") -> None:
        """Send no more messages; the connection closes after the queued ones."""
        if self.closed:
            return
        self.closed = True
        self.close_reason = close_reason
        self._queue.put_nowait(None)


def _counted_bytes(text: bytes) -> int:
    return min(len(text), MAX_QUEUED_BYTES // 2)
