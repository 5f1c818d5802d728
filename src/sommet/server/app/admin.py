"""Administration: close tables, ban people, delete a person's data, delete old games."""

from __future__ import annotations

from datetime import UTC, datetime

from sommet.server.app.container import Container
from sommet.server.live.erasure import erase
from sommet.server.live.quarantine import UnreadableGame
from sommet.server.store.people import PlayerReport
from sommet.server.tables import retention
from sommet.wire import events

__all__ = [
    "ban",
    "close_table",
    "delete_old_games",
    "delete_person",
    "list_quarantined",
    "list_seats",
    "reports",
    "unban",
]


async def close_table(container: Container, id: str, why: str = "operator") -> bool:
    """Close a table that is open, running or quarantined. False if it had already ended."""
    try:
        room = await container.rooms.get_current(id)
    except UnreadableGame:
        return await container.quarantine.close(id)
    if room.state.stage not in ("open", "running"):
        return False
    return await room.append_if_current(room.state.position, events.Closed(why))


async def list_quarantined(container: Container) -> list[str]:
    """One line per quarantined game: id, game, start time, and what is wrong with its log."""
    lines = []
    for game in await container.quarantine.list_all():
        began = datetime.fromtimestamp(game.created, UTC).isoformat(" ", "minutes")
        try:
            await container.rooms.get(game.game)
        except UnreadableGame as fault:
            lines.append(f"{game.game} {game.kind} {began} {fault.why} {fault.where}")
    return lines


async def ban(container: Container, person: str) -> None:
    """Ban a person by id."""
    await container.people.ban(person, container.system.now())


async def unban(container: Container, person: str) -> None:
    await container.people.unban(person)


async def delete_person(container: Container, person: str) -> bool:
    """Delete a person's data, including name and chat in every game. False if the id is unknown."""
    return await erase(container.rooms, container.log, container.people, person)


async def delete_old_games(container: Container, days: float) -> int:
    """Delete games that are over or never started and have been inactive for `days`."""
    return await retention.delete_old_games(container.log, container.system.now(), days)


async def list_seats(container: Container, id: str) -> list[str]:
    """One line per taken seat: number, name or level, and the person's id."""
    seats = (await container.rooms.get_current(id)).state.seats
    return [
        f"{number} {seat.name or seat.level} {seat.person}".rstrip()
        for number, seat in enumerate(seats, 1)
        if seat
    ]


async def reports(container: Container) -> list[PlayerReport]:
    """The players' reports, newest first."""
    return await container.people.reports()
