"""What is not kept: old games, and a person's data in a game.

Of a person id, name and words go; seats and moves stay.
"""

from __future__ import annotations

from msgspec.structs import replace

from sommet.server.store.log import Log, LoggedGame
from sommet.server.store.people import People
from sommet.server.tables import events
from sommet.server.tables.events import Event, SeatOccupant

__all__ = ["anonymised_events", "delete_abandoned", "delete_old_games"]

SECONDS_PER_DAY = 86400.0
UNSTARTED_RETENTION_DAYS = 7.0
"""Days after which a table is forgotten at which no game began."""
UNFINISHED_RETENTION_DAYS = 90.0
"""Days of silence after which a game is forgotten that did not end: no clock gives as many for a
move. So is who sits at no table any more."""


async def delete_old_games(log: Log, now: float, days: float) -> int:
    """Delete games that ended, or were never begun, and that nothing happened at for so long."""
    return await log.delete_before(now - days * SECONDS_PER_DAY, ("over", "closed", "open"))


async def delete_abandoned(log: Log, people: People, now: float) -> int:
    """Delete tables and guests that nobody comes back to: else whoever sets tables without end
    fills the database for ever. How many tables there were; games that ended stay."""
    begun = await log.delete_before(now - UNFINISHED_RETENTION_DAYS * SECONDS_PER_DAY, ("running",))
    await people.delete_inactive_guests(now - UNFINISHED_RETENTION_DAYS * SECONDS_PER_DAY)
    return begun + await log.delete_before(
        now - UNSTARTED_RETENTION_DAYS * SECONDS_PER_DAY, ("open",)
    )


def anonymised_events(person: str, story: LoggedGame) -> dict[int, bytes]:
    """The events that must change, by their numbers. The deal stays: salts are kept."""
    held: set[int] = set()
    changed = {}
    for line in story.logged:
        event = events.decode(line.body)
        after = _anonymise(person, event, held)
        if after != event:
            changed[line.sequence] = events.encode(after)
    return changed


def _anonymise(person: str, event: Event, held: set[int]) -> Event:
    """`held` are the seats that were the person's so far."""
    match event:
        case events.Opened():
            held |= {at for at, seat in enumerate(event.seats) if seat and seat.person == person}
            return replace(
                event,
                by="" if event.by == person else event.by,
                seats=tuple(seat and _without_name(person, seat) for seat in event.seats),
            )
        case events.Joined(seat, who):
            held -= {seat}
            if who.person == person:
                held |= {seat}
            return events.Joined(seat, _without_name(person, who))
        case events.Said(seat) if seat in held:
            return events.Said(seat)
    return event


def _without_name(person: str, seated: SeatOccupant) -> SeatOccupant:
    return replace(seated, person="", name="") if seated.person == person else seated
