"""What an operator can do: close a table, ban, delete a person's data, forget old games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sommet.server.store.people import Report
from sommet.server.tables import events
from sommet.server.tables.forgetting import without

if TYPE_CHECKING:
    from sommet.server.house import House

__all__ = ["ban", "close_table", "forget", "forget_games", "reports", "unban", "who"]

DAY = 86400.0


async def close_table(house: House, id: str, why: str = "operator") -> bool:
    """End a table that is open or running. False if it had ended."""
    room = await house.rooms.fresh(id)
    if room.sitting.stage not in ("open", "running"):
        return False
    return await room.enter(room.sitting.position, events.Closed(why))


async def ban(house: House, person: str) -> None:
    """Let somebody in no more."""
    await house.people.ban(person, house.now())


async def unban(house: House, person: str) -> None:
    await house.people.unban(person)


async def forget(house: House, person: str) -> bool:
    """Delete a person's data: their name and words in every game too. False if nobody is known."""
    for id in await house.log.games_of(person, limit=100_000):
        room = await house.rooms.fresh(id)
        for seat in room.sitting.seats_of(person):
            if room.sitting.stage == "open":
                await room.enter(room.sitting.position, events.Left(seat))
            elif room.sitting.running and seat not in room.sitting.running.out:
                await room.enter(room.sitting.position, events.Resigned(seat))
        story = await house.log.read(id)
        if story:
            await house.log.rewrite(id, person, without(person, story))
            house.rooms.forget(room)
    return await house.people.forget(person)


async def forget_games(house: House, days: float) -> int:
    """Delete games that ended, or were never begun, and that nothing happened at for so long."""
    before = house.now() - days * DAY
    return await house.log.forget_before(before, ("over", "closed", "open"))


async def who(house: House, id: str) -> list[str]:
    """Who sits at a table: seat, name and id."""
    seats = (await house.rooms.fresh(id)).sitting.seats
    return [
        f"{number} {seat.name or seat.level} {seat.person}".rstrip()
        for number, seat in enumerate(seats, 1)
        if seat
    ]


async def reports(house: House) -> list[Report]:
    """What players told about each other, the latest first."""
    return await house.people.reports()
