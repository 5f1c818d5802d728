"""Deletes a person's data everywhere: in rooms, in the log and in the database."""

from __future__ import annotations

from sommet.server.live.quarantine import UnreadableGame
from sommet.server.live.rooms import Rooms
from sommet.server.store import Log
from sommet.server.store.people import People
from sommet.server.tables.retention import anonymised_events
from sommet.wire import events

__all__ = ["erase"]


async def erase(rooms: Rooms, log: Log, people: People, person: str) -> bool:
    """Delete a person's data, including their name and chat messages in every game. False if the
    person is unknown.

    Running games continue as if they had resigned; a game that can't be read is deleted.
    """
    for id in await log.games_of(person):
        try:
            room = await rooms.get_current(id)
        except UnreadableGame:
            await log.remove(id)  # it can't be rewritten either
            continue
        for seat in room.state.seats_of(person):
            if room.state.stage == "open":
                await room.append_if_current(room.state.position, events.Left(seat))
            elif room.state.running and seat not in room.state.running.out:
                await room.append_if_current(room.state.position, events.Resigned(seat))
        game_log = await log.read(id, all_chat=True)
        if game_log:
            await log.rewrite(id, person, anonymised_events(person, game_log))
            rooms.forget(room)
    known = await people.forget(person)
    await rooms.close_revoked(person)
    return known
