"""Deletes old games, and removes a person's data from a game.

The person's id, name and chat messages are removed; seats and moves stay.
"""

from __future__ import annotations

from msgspec.structs import replace

from sommet.server.store.log import Log
from sommet.server.store.people import People
from sommet.tables import log_events
from sommet.tables.log_events import Event, LoggedGame, SeatOccupant
from sommet.wire import events

__all__ = ["anonymised_events", "count_old_games", "delete_abandoned", "delete_old_games"]

NOT_RUNNING = ("over", "closed", "open")
SECONDS_PER_DAY = 86400.0
UNSTARTED_RETENTION_DAYS = 7.0
"""A table whose game never started is deleted after this time."""
UNFINISHED_RETENTION_DAYS = 90.0
"""An unfinished game is deleted after this time without events: no clock allows as much for a move.
So are guests without a table."""


async def delete_old_games(log: Log, now: float, days: float) -> int:
    """Delete finished and unstarted games that had no events for `days` days. Returns how many."""
    return await log.delete_before(now - days * SECONDS_PER_DAY, NOT_RUNNING)


async def count_old_games(log: Log, now: float, days: float) -> int:
    """How many games `delete_old_games` would delete."""
    return await log.count_before(now - days * SECONDS_PER_DAY, NOT_RUNNING)


async def delete_abandoned(log: Log, people: People, now: float) -> int:
    """Delete abandoned tables and guests, which would otherwise fill the database. Finished games
    stay. Returns the number of deleted tables."""
    begun = await log.delete_before(now - UNFINISHED_RETENTION_DAYS * SECONDS_PER_DAY, ("running",))
    await people.delete_inactive_guests(now - UNFINISHED_RETENTION_DAYS * SECONDS_PER_DAY)
    return begun + await log.delete_before(
        now - UNSTARTED_RETENTION_DAYS * SECONDS_PER_DAY, ("open",)
    )


def anonymised_events(person: str, game_log: LoggedGame) -> dict[int, bytes]:
    """The events of a game that contain a person's data, rewritten without it, by sequence number.
    Salts stay, because the deal depends on them."""
    held: set[int] = set()
    changed = {}
    for line in game_log.logged:
        event = log_events.decode(line.body)
        after = _anonymise(person, event, held)
        if after != event:
            changed[line.sequence] = log_events.encode(after)
    return changed


def _anonymise(person: str, event: Event, held: set[int]) -> Event:
    """`held` has the seats that the person has had so far, and is updated."""
    match event:
        case log_events.Opened():
            held |= {at for at, seat in enumerate(event.seats) if seat and seat.person == person}
            return replace(
                event,
                by="" if event.by == person else event.by,
                seats=tuple(seat and _without_name(person, seat) for seat in event.seats),
            )
        case log_events.Joined(seat, who):
            held -= {seat}
            if who.person == person:
                held |= {seat}
            return log_events.Joined(seat, _without_name(person, who))
        case events.Said(seat) if seat in held:
            return events.Said(seat)
    return event


def _without_name(person: str, seated: SeatOccupant) -> SeatOccupant:
    return replace(seated, person="", name="") if seated.person == person else seated
