"""What is forgotten by itself: tables and guests that nobody comes back to."""

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


async def table(store: Store, id: str, stage: str, days: float, person: str = "") -> None:
    """A table at which nothing has happened for some days."""
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


async def there(store: Store, *ids: str) -> list[str]:
    return [id for id in ids if await Log(store).read(id) is not None]


async def test_tables_that_nobody_comes_back_to_are_forgotten(store: Store) -> None:
    await table(store, "waiting", "open", UNSTARTED_RETENTION_DAYS - 1)
    await table(store, "never begun", "open", UNSTARTED_RETENTION_DAYS + 1)
    await table(store, "paused", "running", UNFINISHED_RETENTION_DAYS - 1)
    await table(store, "left", "running", UNFINISHED_RETENTION_DAYS + 1)
    await table(store, "ended", "over", UNFINISHED_RETENTION_DAYS + 1)
    await table(store, "unreadable", "aside", UNFINISHED_RETENTION_DAYS + 1)
    ids = ("waiting", "never begun", "paused", "left", "ended", "unreadable")
    assert await delete_abandoned(Log(store), People(store), NOW) == 2
    assert await there(store, *ids) == ["waiting", "paused", "ended", "unreadable"]


async def test_guests_are_forgotten_who_sit_nowhere_and_have_no_token(store: Store) -> None:
    people, long_ago = People(store), NOW - (UNFINISHED_RETENTION_DAYS + 1) * SECONDS_PER_DAY
    for name in ("stranger", "player", "program"):
        await people.add(Person(name, name), long_ago)
    await people.add(Person("new", "new"), NOW)
    await people.create_token("program", "hash", "my bot", long_ago)
    await people.mute("stranger", "player")
    await people.mute("player", "stranger")
    await table(store, "ended", "over", UNFINISHED_RETENTION_DAYS + 1, "player")
    await delete_abandoned(Log(store), people, NOW)
    known = [name for name in ("stranger", "player", "program", "new") if await people.find(name)]
    assert known == ["player", "program", "new"]
    assert await people.muted_by("stranger") == frozenset()
    assert await people.muted_by("player") == {"stranger"}
