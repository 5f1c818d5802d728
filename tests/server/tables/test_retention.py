"""Automatic deletion of tables and guests that nobody comes back to."""

from __future__ import annotations

import pytest

from sommet.server.store import Log, LogEntry, Store
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.server.store.people import People, Person
from sommet.server.tables.retention import (
    SECONDS_PER_DAY,
    UNFINISHED_RETENTION_DAYS,
    UNSTARTED_RETENTION_DAYS,
    delete_abandoned,
)

pytestmark = pytest.mark.anyio

NOW = 1000 * SECONDS_PER_DAY


async def write_table(store: Store, id: str, stage: str, days: float, person: str = "") -> None:
    """Write a table where nothing has happened for this many days."""
    opening = NewGame("s", "pylos", True, "me")
    seated = (person,) if person else ()
    entry = LogEntry(
        id,
        1,
        NOW - days * SECONDS_PER_DAY,
        b"{}",
        GameIndexFields(stage),
        opening=opening,
        seated=seated,
    )
    await Log(store).append(entry)


async def remaining(store: Store, *ids: str) -> list[str]:
    return [id for id in ids if await Log(store).read(id) is not None]


async def test_abandoned_tables_are_deleted(store: Store) -> None:
    await write_table(store, "waiting", "open", UNSTARTED_RETENTION_DAYS - 1)
    await write_table(store, "never begun", "open", UNSTARTED_RETENTION_DAYS + 1)
    await write_table(store, "paused", "running", UNFINISHED_RETENTION_DAYS - 1)
    await write_table(store, "left", "running", UNFINISHED_RETENTION_DAYS + 1)
    await write_table(store, "ended", "over", UNFINISHED_RETENTION_DAYS + 1)
    await write_table(store, "unreadable", "aside", UNFINISHED_RETENTION_DAYS + 1)
    ids = ("waiting", "never begun", "paused", "left", "ended", "unreadable")
    assert await delete_abandoned(Log(store), People(store), NOW) == 2
    assert await remaining(store, *ids) == ["waiting", "paused", "ended", "unreadable"]


async def test_guests_without_a_seat_or_token_are_deleted(store: Store) -> None:
    people, long_ago = People(store), NOW - (UNFINISHED_RETENTION_DAYS + 1) * SECONDS_PER_DAY
    for name in ("stranger", "player", "program"):
        await people.add(Person(name, name), long_ago)
    await people.add(Person("new", "new"), NOW)
    await people.create_token(Person("program", "program"), "hash", "my bot", "play", long_ago)
    await people.mute("stranger", "player")
    await people.mute("player", "stranger")
    await write_table(store, "ended", "over", UNFINISHED_RETENTION_DAYS + 1, "player")
    await delete_abandoned(Log(store), people, NOW)
    known = [name for name in ("stranger", "player", "program", "new") if await people.find(name)]
    assert known == ["player", "program", "new"]
    assert await people.muted_by("stranger") == frozenset()
    assert await people.muted_by("player") == {"stranger"}
