"""Who is at a table, in all processes, and when a player who was warned comes back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sommet.server.live.audience import Audience
from sommet.server.live.room_context import RoomContext
from sommet.server.live.subscriber import Subscriber
from sommet.server.store.people import Person
from sommet.server.store.presence import Away
from sommet.tables.table_state import WarningGiven
from sommet.wire.server_messages import Present

__all__ = ["RoomPresence"]


class RoomPresence:
    """`seats` says whether each seat's player is present; empty until it was queried. Bots always
    are. `on_returned` is called with a warning of absence once that player is back."""

    def __init__(
        self,
        context: RoomContext,
        id: str,
        audience: Audience,
        on_returned: Callable[[WarningGiven], Coroutine[Any, Any, None]],
    ) -> None:
        self._context = context
        self._id = id
        self._audience = audience
        self._on_returned = on_returned
        self.seats: tuple[bool, ...] = ()

    async def refresh(self) -> None:
        """Query who is at the table, and broadcast changes."""
        self.update(await self._context.presence.at(self._id, self._context.system.now()))

    def update(self, away: Away) -> None:
        """Update who is present, and broadcast changes."""
        state = self._audience.snapshot.state
        seats = tuple(
            seat is not None and (bool(seat.level) or away.get(seat.person, 0.0) is None)
            for seat in state.seats
        )
        if seats != self.seats:
            self.seats = seats
            self._audience.broadcast(self._message())
        if state.warned and not state.warned.silent and seats[state.warned.seat]:
            self._context.supervisor.spawn(self._on_returned(state.warned))

    def send_to(self, subscriber: Subscriber) -> None:
        """Send who is present, if that is known yet."""
        if self.seats:
            subscriber.send(self._message())

    def _message(self) -> Present:
        return Present(self.seats, self._audience.spectators)

    async def has_people(self) -> bool:
        """Whether one of the players is connected to the table."""
        if not self.seats:
            await self.refresh()
        seats = self._audience.snapshot.state.seats
        return any(
            here and seat is not None and seat.person
            for seat, here in zip(seats, self.seats, strict=True)
        )

    async def record(self, person: Person | None, here: bool) -> None:
        """Record that a player's first connection opened or their last one closed."""
        if self._audience.is_player(person) and here == (person in self._audience.people):
            assert person is not None
            now = self._context.system.now()
            await self._context.presence.record(self._id, person.id, here, now)
            self._context.pubsub.publish(self._id, 0)
        await self.refresh()

    def record_all(self, away: Away | None = None) -> None:
        """Record everyone who is connected, or only the players whom the database has as `away`:
        writing that they are here failed."""
        for person in self._audience.people:
            if away is None or (
                away.get(person.id, 0.0) is not None and self._audience.is_player(person)
            ):
                self._context.supervisor.spawn(self.record(person, True))
