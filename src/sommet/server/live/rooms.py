"""The rooms of one process, opened on demand and dropped when idle."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress

from sommet.server.live.quarantine import UnreadableGame
from sommet.server.live.room import Room
from sommet.server.live.room_context import RoomContext
from sommet.server.live.subscriber import Subscriber
from sommet.server.refusals import no_table, signed_out, token_revoked
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.store import StoreError
from sommet.server.store.people import People
from sommet.server.store.quarantine import QUARANTINED
from sommet.server.tables.game_index import index_fields
from sommet.tables.refusals import Refusal, refusal_body
from sommet.wire.server_messages import RefusedMessage

__all__ = ["Rooms"]

IDLE_ROOM_LIFETIME_S = 60.0
"""An empty room is dropped after this time; its game stays in the log."""
LOG_OVERLAP_S = 15.0
"""How far back to look for lost notifications: the clocks of machines differ a little."""
PERSON_TOPIC = "person:"
"""Published with a person's id, in place of a table's, when their token or cookie is revoked."""
REVOCATION_INTERVAL_S = 2.0
"""Time between two checks of all connections, in case a notification was lost."""
PRESENCE_INTERVAL_S = 10.0
"""Time between two presence queries, in case a notification was lost."""


class Rooms:
    """`open` is true while connections are accepted: from the process's start to its stop."""

    def __init__(self, context: RoomContext, people: People, logger: StructuredLog) -> None:
        self._context = context
        self._people = people
        self._logger = logger
        self.open = False
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._looked_round = 0.0
        self._revocations_read_at = 0.0

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    def is_player(self, id: str, person: str) -> bool:
        """Whether a person is known to play at a table, without asking the database."""
        room = self._rooms.get(id)
        return room is not None and person in room.state.people

    async def get(self, id: str) -> Room:
        """The room of a table; refuses if there is no such table."""
        if room := self._rooms.get(id):
            room.last_used_at = self._context.system.now()
            return room
        if id not in self._opening:
            task = asyncio.create_task(self._open(id))
            self._opening[id] = task
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    async def get_current(self, id: str) -> Room:
        """The room of a table, after reading the events that other processes have appended."""
        room = await self.get(id)
        await self._catch_up(room)
        return room

    async def _catch_up(self, room: Room) -> None:
        try:
            await room.catch_up()
        except UnreadableGame as fault:
            await self._quarantine(room.id, fault)
            raise

    async def _open(self, id: str) -> Room:
        game_log = None if "\0" in id else await self._context.log.read(id)
        if game_log is None:
            raise no_table()
        try:
            room = Room(self._context, id, game_log)
        except UnreadableGame as fault:
            await self._quarantine(id, fault)
            raise
        if game_log.stage == QUARANTINED and await self._context.quarantine.release(
            id, index_fields(room.state)
        ):
            self._logger.info("released", table=id)
        self._rooms[id] = room
        return room

    async def _quarantine(self, id: str, fault: UnreadableGame) -> None:
        """Quarantine an unreadable game and close its connections, with an error message."""
        if await self._context.quarantine.add(id):
            self._logger.error("quarantined", table=id, error=fault.why, where=fault.where)
        if room := self._rooms.pop(id, None):
            room.audience.broadcast(RefusedMessage(refusal_body(fault)))
            room.audience.close(fault.code)

    async def retry_quarantined(self) -> None:
        """Release quarantined games that can be read again: a newer version may know how."""
        for game in await self._context.quarantine.list_all():
            with suppress(Refusal):
                await self.get(game.game)

    def forget(self, room: Room) -> None:
        """Drop a room whose log was rewritten; its clients reconnect and read it again."""
        self._rooms.pop(room.id, None)
        room.audience.close()

    def close(self) -> None:
        """Stop accepting connections and close all subscribers."""
        self.open = False
        for room in self:
            room.audience.close()

    async def close_revoked(self, person: str) -> None:
        """Close a person's connections, in every process, whose token or cookie is no longer valid:
        it was revoked, or they signed out everywhere or deleted their data."""
        self._context.pubsub.publish(f"{PERSON_TOPIC}{person}", 0)
        await self._close_revoked(person)

    async def _close_revoked(self, person: str) -> None:
        await self.close_if_revoked(
            each for each in self._subscribers() if each.person and each.person.id == person
        )

    def _subscribers(self) -> Iterator[Subscriber]:
        return (each for room in self for each in tuple(room.audience.subscribers))

    async def close_if_revoked(self, subscribers: Iterable[Subscriber]) -> None:
        """Close those of these connections whose token or cookie is no longer valid."""
        known = [(each, each.person) for each in subscribers if each.person]
        cookies = {person.id for _, person in known if not person.program}
        tokens = {person.token for _, person in known if person.program}
        generations = await self._people.generations(cookies)
        valid = await self._people.valid_tokens(tokens)
        for subscriber, person in known:
            if person.program:
                if person.token not in valid:
                    _close(subscriber, token_revoked())
            elif generations.get(person.id) != person.generation:
                _close(subscriber, signed_out())

    def on_notification(self, id: str, sequence: int) -> None:
        """Handle a notification: read new events if the room is open here."""
        if id.startswith(PERSON_TOPIC):
            self._context.supervisor.spawn(self._close_revoked(id.removeprefix(PERSON_TOPIC)))
            return
        room = self._rooms.get(id)
        if room is None:
            return
        if sequence == 0:
            self._context.supervisor.spawn(room.presence.refresh())
        elif sequence > room.state.sequence:
            self._context.supervisor.spawn(self._catch_up(room))

    def has_only_people(self, id: str) -> bool:
        """Whether a table's room is open here and the server moves for none of its seats."""
        room = self._rooms.get(id)
        if room is None:
            return False
        record, seats = room.state.record, room.state.seats
        return (
            record is not None and not record.out and not any(seat and seat.level for seat in seats)
        )

    async def poll_log(self) -> None:
        """Check the log for lost notifications and drop idle rooms, forever."""
        while True:
            await asyncio.sleep(self._context.pubsub.poll_interval_s)
            with suppress(StoreError):  # the store reports it
                await self._look()

    async def _look(self) -> None:
        now = self._context.system.now()
        if now - self._revocations_read_at > REVOCATION_INTERVAL_S:
            self._revocations_read_at = now
            await self.close_if_revoked(self._subscribers())
        for id, head in (await self._context.log.heads_since(now - LOG_OVERLAP_S)).items():
            self.on_notification(id, head)
        for room in self:
            if room.audience.subscribers or room.lock.locked():
                room.last_used_at = now
            elif now - room.last_used_at > IDLE_ROOM_LIFETIME_S:
                del self._rooms[room.id]
        if now - self._looked_round > PRESENCE_INTERVAL_S:
            self._looked_round = now
            banned = await self._people.banned_since(now - PRESENCE_INTERVAL_S - LOG_OVERLAP_S)
            for room in self:
                for subscriber in tuple(room.audience.subscribers):
                    if subscriber.person and subscriber.person.id in banned:
                        subscriber.close()
            visited = {room.id: room for room in self if room.audience.subscribers}
            for id, away in (await self._context.presence.at_all(list(visited), now)).items():
                visited[id].presence.update(away)
                visited[id].presence.record_all(away)


def _close(subscriber: Subscriber, reason: Refusal) -> None:
    """Close a connection for good, and say why."""
    subscriber.send(RefusedMessage(refusal_body(reason)))
    subscriber.close(reason.code)
