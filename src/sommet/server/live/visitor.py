"""A visitor: one connection at one table, seated or only watching."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict, deque

import msgspec

from sommet.server.live.messages import Answer
from sommet.server.store.people import Person

__all__ = ["Visitor"]

BACKLOG = 256
"""How many messages may wait for a slow connection; then it is cut, and may come back."""

_numbers = itertools.count()
encode = msgspec.json.Encoder().encode


class Visitor:
    """Messages for a visitor wait in a queue, so that a slow connection holds nobody up."""

    def __init__(self, person: Person | None, client: str = "") -> None:
        self.person = person
        self.client = client
        """Where they come from, as it is counted."""
        self.viewer: int | None = None
        """The seat whose view this connection gets; None for a spectator's."""
        self.wants_whole = True
        """Whether every frame is whole; otherwise it says what changed."""
        self.muted: frozenset[str] = frozenset()
        self.since = next(_numbers)
        self.lag = 0.0
        self.pings: OrderedDict[str, float] = OrderedDict()
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
        self.arrivals: deque[float] = deque()
        """When the messages came that have not been followed yet."""
        self.cut = False
        self.unwanted = ""
        """Why the connection was ended, if it had better not come back."""

    def held_by(self, person: str) -> bool:
        return self.person is not None and self.person.id == person

    def tell(self, message: Answer) -> None:
        self.hand(encode(message))

    def hand(self, text: bytes) -> None:
        """Queue a message that is written already."""
        if self.cut:
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.leave()

    def leave(self, unwanted: str = "") -> None:
        """No more messages: the connection ends once it has read this."""
        self.cut = True
        self.unwanted = unwanted
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
