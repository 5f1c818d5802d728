"""A visitor: one connection at one table, seated or only watching."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from sommet.server.live.messages import ServerMessage
from sommet.server.store.people import Person

__all__ = ["TRANSPORT_KEY", "Subscriber", "Transport"]

MAX_QUEUED_MESSAGES = 256
"""How many messages may wait for a slow connection; then it is cut, and may come back."""

TRANSPORT_KEY = "wire"
"""Where the server leaves the wire of a connection, in the state of its scope."""

_numbers = itertools.count()
encode = msgspec.json.Encoder().encode


class Transport(Protocol):
    """A connection, without a task between it and who speaks and listens."""

    def send_text(self, text: bytes) -> bool:
        """Send a message, together with what else is said at this moment. False, and nothing is
        sent, while the other side does not take what was sent before, or once it has gone."""

    def listen(self, on_message: Callable[[str], None]) -> None:
        """Hand over every message as it comes, instead of keeping it for who asks."""

    def pause(self) -> None:
        """Take no more messages for now."""

    def resume(self) -> None: ...


class Subscriber:
    """What a slow connection does not take waits in a queue, so that it holds nobody up."""

    def __init__(self, person: Person | None, client: str = "") -> None:
        self.person = person
        self.client = client
        """Where they come from, as it is counted."""
        self.viewer: int | None = None
        """The seat whose view this connection gets; None for a spectator's."""
        self.wants_full_frames = True
        """Whether every frame is whole; otherwise it says what changed."""
        self.muted: frozenset[str] = frozenset()
        self.since = next(_numbers)
        self.lag = 0.0
        self.pings: OrderedDict[str, float] = OrderedDict()
        self.transport: Transport | None = None
        """The way past the queue, for a connection that has one."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        self._has_backlog = False
        """Whether something that was queued has not been sent yet."""
        self.arrivals: deque[float] = deque()
        """When the messages came that have not been followed yet."""
        self.closed = False
        self.close_reason = ""
        """Why the connection was ended, if it had better not come back."""

    def held_by(self, person: str) -> bool:
        return self.person is not None and self.person.id == person

    def send(self, message: ServerMessage) -> None:
        self.send_encoded(encode(message))

    def send_encoded(self, text: bytes) -> None:
        """Send a message that is written already, or queue it."""
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
        """What was taken from the queue has been sent."""
        self._has_backlog = not self.queue.empty()

    def close(self, close_reason: str = "") -> None:
        """No more messages: the connection ends once it has read this."""
        self.closed = True
        self.close_reason = close_reason
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def lift(self, seat: int | None, held: tuple[int, ...]) -> None:
        """Choose the seat whose view is sent. Who holds one seat need not choose; who holds
        several sees a spectator's view until the curtain is lifted for one of them."""
        if seat in held:
            self.viewer = seat
        else:
            self.viewer = held[0] if len(held) == 1 else None
