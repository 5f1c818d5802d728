"""What an operator can do: close a table, ban, delete a person's data, forget old games."""

from __future__ import annotations

from datetime import UTC, datetime

from sommet.server.app.container import House
from sommet.server.live.erasure import erase
from sommet.server.live.quarantine import Unreadable
from sommet.server.store.people import Report
from sommet.server.tables import events, retention

__all__ = [
    "ban",
    "close_table",
    "forget",
    "forget_games",
    "reports",
    "set_aside",
    "unban",
    "who",
]


async def close_table(house: House, id: str, why: str = "operator") -> bool:
    """End a table that is open or running, or was set aside. False if it had ended."""
    try:
        room = await house.rooms.caught_up(id)
    except Unreadable:
        return await house.aside.close(id)
    if room.sitting.stage not in ("open", "running"):
        return False
    return await room.enter(room.sitting.position, events.Closed(why))


async def set_aside(house: House) -> list[str]:
    """The games that were set aside: id, game, when it began, and what is wrong with its log."""
    lines = []
    for laid in await house.aside.all():
        began = datetime.fromtimestamp(laid.created, UTC).isoformat(" ", "minutes")
        try:
            await house.rooms.get(laid.game)
        except Unreadable as fault:
            lines.append(f"{laid.game} {laid.kind} {began} {fault.why} {fault.where}")
    return lines


async def ban(house: House, person: str) -> None:
    """Let somebody in no more."""
    await house.people.ban(person, house.fate.now())


async def unban(house: House, person: str) -> None:
    await house.people.unban(person)


async def forget(house: House, person: str) -> bool:
    """Delete a person's data: their name and words in every game too. False if nobody is known."""
    return await erase(house.rooms, house.log, house.people, person)


async def forget_games(house: House, days: float) -> int:
    """Delete games that ended, or were never begun, and that nothing happened at for so long."""
    return await retention.forget_games(house.log, house.fate.now(), days)


async def who(house: House, id: str) -> list[str]:
    """Who sits at a table: seat, name and id."""
    seats = (await house.rooms.caught_up(id)).sitting.seats
    return [
        f"{number} {seat.name or seat.level} {seat.person}".rstrip()
        for number, seat in enumerate(seats, 1)
        if seat
    ]


async def reports(house: House) -> list[Report]:
    """What players told about each other, the latest first."""
    return await house.people.reports()
