from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from sommet.server.store import Log, Store, StoreTrouble, open_store, opening
from sommet.server.store.log import Entry, Heading, Opening
from sommet.server.store.schema import metadata

pytestmark = pytest.mark.anyio


async def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with store.writer.connect() as connection:
        assert await connection.run_sync(differences) == []


def test_the_newest_migration_is_the_one_that_is_checked_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(opening.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == opening.HEAD


async def test_a_database_opens_a_second_time_with_what_it_held(database: str) -> None:
    first = await open_store(database)
    heading = Heading("open")
    await Log(first).append(
        Entry("a", 1, 0.0, b"{}", heading, opening=Opening("s", "pylos", True, "me"))
    )
    await first.close()
    second = await open_store(database)
    assert await Log(second).read("a") is not None
    await second.close()


async def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "sommet.db"))
    async with store.writing() as connection:
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2  # FULL
    await store.close()


@pytest.mark.parametrize("url", ["mysql://somewhere/x", "://", "http://x:hush@y"])
async def test_a_wrong_url_gets_a_sentence(url: str) -> None:
    with pytest.raises(StoreTrouble, match="A database is a path") as refused:
        await open_store(url)
    assert "hush" not in str(refused.value)


async def test_an_unreadable_database_gets_a_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database, " * 400)
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        await open_store(str(broken))


async def test_a_server_that_is_not_there_gets_a_sentence_without_the_password() -> None:
    with pytest.raises(StoreTrouble, match="cannot be opened") as refused:
        await open_store("postgresql://someone:hush@127.0.0.1:1/sommet")
    assert "hush" not in str(refused.value)


async def test_a_full_database_says_so_and_keeps_what_it_has(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "sommet.db"), max_pages=60)
    log = Log(store)
    opening_entry = Opening("s", "pylos", True, "me")
    await log.append(Entry("a", 1, 0.0, b"{}", Heading("open"), opening=opening_entry))
    kept = 1

    async def fill() -> None:
        nonlocal kept
        for sequence in range(2, 1000):
            await log.append(Entry("a", sequence, 0.0, b"x" * 2000, Heading("open")))
            kept = sequence

    with pytest.raises(StoreTrouble, match="full"):
        await fill()
    story = await log.read("a")
    assert story is not None
    assert [line.sequence for line in story.logged] == list(range(1, kept + 1))
    await store.close()


async def test_a_locked_database_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY", 0.1)
    store = await open_store(str(tmp_path / "sommet.db"))
    other = sqlite3.connect(tmp_path / "sommet.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    entry = Entry("a", 1, 0.0, b"{}", Heading("open"), opening=Opening("s", "pylos", True, "me"))
    with pytest.raises(StoreTrouble, match="locked"):
        await Log(store).append(entry)
    other.execute("ROLLBACK")
    other.close()
    await Log(store).append(entry)
    await store.close()
