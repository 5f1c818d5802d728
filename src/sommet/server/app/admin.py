"""What an operator can do: close a table, ban, delete a person's data, forget old games."""

from __future__ import annotations

from datetime import UTC, datetime

from sommet.server.app.container import Container
from sommet.server.live.erasure import erase
from sommet.server.live.quarantine import UnreadableGame
from sommet.server.store.people import PlayerReport
from sommet.server.tables import events, retention

__all__ = [
    "ban",
    "close_table",
    "delete_old_games",
    "forget",
    "reports",
    "set_aside",
    "unban",
    "who",
]


async def close_table(container: Container, id: str, why: str = "operator") -> bool:
    """End a table that is open or running, or was set aside. False if it had ended."""
    try:
        room = await container.rooms.caught_up(id)
    except UnreadableGame:
        return await container.quarantine.close(id)
    if room.sitting.stage not in ("open", "running"):
        return False
    return await room.enter(room.sitting.position, events.Closed(why))


async def set_aside(container: Container) -> list[str]:
    """The games that were set aside: id, game, when it began, and what is wrong with its log."""
    lines = []
    for laid in await container.quarantine.all():
        began = datetime.fromtimestamp(laid.created, UTC).isoformat(" ", "minutes")
        try:
            await container.rooms.get(laid.game)
        except UnreadableGame as fault:
            lines.append(f"{laid.game} {laid.kind} {began} {fault.why} {fault.where}")
    return lines


async def ban(container: Container, person: str) -> None:
    """Let somebody in no more."""
    await container.people.ban(person, container.system.now())


async def unban(container: Container, person: str) -> None:
    await container.people.unban(person)


async def forget(container: Container, person: str) -> bool:
    """Delete a person's data: their name and words in every game too. False if nobody is known."""
    return await erase(container.rooms, container.log, container.people, person)


async def delete_old_games(container: Container, days: float) -> int:
    """Delete games that ended, or were never begun, and that nothing happened at for so long."""
    return await retention.delete_old_games(container.log, container.system.now(), days)


async def who(container: Container, id: str) -> list[str]:
    """Who sits at a table: seat, name and id."""
    seats = (await container.rooms.caught_up(id)).sitting.seats
    return [
        f"{number} {seat.name or seat.level} {seat.person}".rstrip()
        for number, seat in enumerate(seats, 1)
        if seat
    ]


async def reports(container: Container) -> list[PlayerReport]:
    """What players told about each other, the latest first."""
    return await container.people.reports()
