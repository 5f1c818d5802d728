"""Administration: close tables, ban people, delete a person's data, delete old games, move the
database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from sommet.core.record import Record
from sommet.server.app.container import Container
from sommet.server.live.erasure import erase
from sommet.server.live.quarantine import UnreadableGame, wrap_log_errors
from sommet.server.runtime.system import System
from sommet.server.store import Store, StoreError, open_store
from sommet.server.store.database import parse_database_url
from sommet.server.store.people import PlayerReport
from sommet.server.store.quarantine import QUARANTINED
from sommet.server.store.transfer import Transfer, transfer
from sommet.server.tables import retention
from sommet.tables.log_events import LoggedGame
from sommet.tables.table_state import TableState
from sommet.wire import events

__all__ = [
    "ban",
    "close_table",
    "count_old_games",
    "delete_old_games",
    "delete_person",
    "list_quarantined",
    "list_seats",
    "move",
    "reports",
    "unban",
]

MOVES = ["sqlite", "postgresql"]
"""From where to where a database can be moved."""


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


async def ban(container: Container, person: str) -> bool:
    """Ban a person by id. False if the id is unknown."""
    if await container.people.find(person) is None:
        return False
    await container.people.ban(person, container.system.now())
    return True


async def unban(container: Container, person: str) -> bool:
    """Lift a person's ban. False if there is none."""
    return await container.people.unban(person)


async def delete_person(container: Container, person: str) -> bool:
    """Delete a person's data, including name and chat in every game. False if the id is unknown."""
    return await erase(container.rooms, container.log, container.people, person)


async def delete_old_games(container: Container, days: float) -> int:
    """Delete games that are over or never started and have been inactive for `days`."""
    return await retention.delete_old_games(container.log, container.system.now(), days)


async def count_old_games(container: Container, days: float) -> int:
    """How many games `delete_old_games` would delete."""
    return await retention.count_old_games(container.log, container.system.now(), days)


async def move(source: str, target: str) -> Transfer:
    """Move a stopped server's SQLite database to an empty PostgreSQL database. Raises StoreError if
    that is not possible; then nothing has changed."""
    if [parse_database_url(url).get_backend_name() for url in (source, target)] != MOVES:
        raise StoreError("move_where", "Only an SQLite database can be moved, and to PostgreSQL.")
    async with _opened(source) as old, _opened(target, create=True) as new:
        return await asyncio.to_thread(transfer, old, new, System().now(), _can_replay)


@asynccontextmanager
async def _opened(url: str, *, create: bool = False) -> AsyncIterator[Store]:
    """An open database, which is closed afterwards."""
    store = await open_store(url, create=create)
    try:
        yield store
    finally:
        await store.close()


def _can_replay(id: str, game_log: LoggedGame) -> bool:
    """Whether a log leads to the stage in the index, and to a record whose every move is legal."""
    try:
        with wrap_log_errors():
            state = TableState.from_log(id, game_log)
            written = str(state.record) if state.record else ""
            legal = not written or str(Record.parse(written)) == written
    except UnreadableGame:
        return False
    return legal and game_log.stage in (state.stage, QUARANTINED)


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
