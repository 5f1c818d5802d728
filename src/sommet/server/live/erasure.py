"""A person's data taken out of the house, in all rooms and in the log."""

from __future__ import annotations

from sommet.server.live.quarantine import UnreadableGame
from sommet.server.live.rooms import Rooms
from sommet.server.store import Log
from sommet.server.store.people import People
from sommet.server.tables import events
from sommet.server.tables.retention import anonymised_events

__all__ = ["erase"]


async def erase(rooms: Rooms, log: Log, people: People, person: str) -> bool:
    """Delete a person's data: their name and words in every game too. False if nobody is known.

    Games that they are in go on without them, as if they had resigned; one that cannot be read any
    more goes altogether.
    """
    for id in await log.games_of(person):
        try:
            room = await rooms.get_current(id)
        except UnreadableGame:
            await log.remove(id)  # what cannot be read cannot be rewritten
            continue
        for seat in room.state.seats_of(person):
            if room.state.stage == "open":
                await room.append_if_current(room.state.position, events.Left(seat))
            elif room.state.running and seat not in room.state.running.out:
                await room.append_if_current(room.state.position, events.Resigned(seat))
        game_log = await log.read(id, whole=True)
        if game_log:
            await log.rewrite(id, person, anonymised_events(person, game_log))
            rooms.forget(room)
    known = await people.forget(person)
    await rooms.close_revoked()  # their tokens went with them
    return known
