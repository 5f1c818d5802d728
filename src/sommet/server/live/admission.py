"""The reception: connections get a place in the house and in a room, and give it back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from sommet.server.auth.rate_limit import Doors
from sommet.server.live.query_handler import Answers
from sommet.server.live.room import Room
from sommet.server.live.rooms import Rooms
from sommet.server.live.subscriber import Visitor
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import Notes
from sommet.server.runtime.supervisor import Background
from sommet.server.runtime.system import Fate
from sommet.server.store.people import People, Person

__all__ = ["Reception"]


@dataclass(frozen=True)
class Reception:
    """What connections are received with."""

    rooms: Rooms
    answers: Answers
    people: People
    doors: Doors
    background: Background
    metrics: Metrics
    notes: Notes
    fate: Fate

    @contextmanager
    def place(self, room: Room, person: Person | None, client: str) -> Iterator[None]:
        """A connection's place in the house, given back however it ends.

        Who sits at the table always gets one: whoever else fills the house, from the same address
        or from others, keeps no player from their game.
        """
        self.doors.ask("visit", person.id if person else client)
        with self.doors.inside(client, player=room.has_seated(person)):
            yield

    @asynccontextmanager
    async def visit(
        self, room: Room, visitor: Visitor, after: int | None, lift: int | None = None
    ) -> AsyncIterator[None]:
        """A visitor's time in a room, on a socket or on a stream: they are there from its
        beginning to its end, however it ends."""
        if visitor.person:
            visitor.muted = await self.people.muted_by(visitor.person.id)
        room.admit(visitor, after, lift)
        try:
            self.background.soon(room.note(visitor.person, True))
            yield
        finally:
            room.dismiss(visitor)
            self.background.soon(room.note(visitor.person, False))
