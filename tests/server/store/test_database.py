from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from sommet.server.store import Log, Store, StoreError, open_store, sqlite_driver
from sommet.server.store import database as database_module
from sommet.server.store.database import Statement
from sommet.server.store.database_driver import Result
from sommet.server.store.log_entry import GameIndexFields, LogEntry, NewGame
from sommet.server.store.schema import metadata
from sommet.server.store.write_probe import WriteProbe

pytestmark = pytest.mark.anyio


async def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    with store.driver.engine().connect() as connection:
        assert differences(connection) == []


def test_the_schema_version_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option(
        "script_location", str(Path(database_module.__file__).parent / "migrations")
    )
    assert ScriptDirectory.from_config(config).get_current_head() == database_module.HEAD


async def test_a_database_keeps_its_data_when_it_is_opened_again(database: str) -> None:
    first = await open_store(database)
    index_fields = GameIndexFields("open")
    await Log(first).append(
        LogEntry("a", 1, 0.0, b"{}", index_fields, opening=NewGame("s", "pylos", True, "me"))
    )
    await first.close()
    second = await open_store(database)
    assert await Log(second).read("a") is not None
    await second.close()


async def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "sommet.db"))
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2)):  # 2 means FULL
        [result] = await store.write(text(f"PRAGMA {pragma}"))
        assert result.rows == [(value,)]
    await store.close()


@pytest.mark.parametrize("url", ["mysql://somewhere/x", "://", "http://x:sesame@y"])
async def test_an_invalid_url_is_reported(url: str) -> None:
    with pytest.raises(StoreError, match="Unsupported database") as refused:
        await open_store(url)
    assert "sesame" not in str(refused.value)


async def test_an_unreadable_database_is_reported(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database, " * 400)
    with pytest.raises(StoreError, match="Can't open the database"):
        await open_store(str(broken))


async def test_an_unreachable_server_is_reported_without_the_password() -> None:
    with pytest.raises(StoreError, match="Can't open the database") as refused:
        await open_store("postgresql://someone:sesame@127.0.0.1:1/sommet")
    assert "sesame" not in str(refused.value)


async def test_a_full_database_is_reported_and_keeps_its_data(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "sommet.db"), max_pages=60)
    log = Log(store)
    opening_entry = NewGame("s", "pylos", True, "me")
    await log.append(LogEntry("a", 1, 0.0, b"{}", GameIndexFields("open"), opening=opening_entry))
    kept = 1

    async def fill() -> None:
        nonlocal kept
        for sequence in range(2, 1000):
            await log.append(LogEntry("a", sequence, 0.0, b"x" * 2000, GameIndexFields("open")))
            kept = sequence

    with pytest.raises(StoreError, match="full"):
        await fill()
    game_log = await log.read("a")
    assert game_log is not None
    assert [line.sequence for line in game_log.logged] == list(range(1, kept + 1))
    await store.close()


async def test_a_locked_database_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_driver, "BUSY_TIMEOUT_S", 0.1)
    store = await open_store(str(tmp_path / "sommet.db"))
    other = sqlite3.connect(tmp_path / "sommet.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    entry = LogEntry(
        "a", 1, 0.0, b"{}", GameIndexFields("open"), opening=NewGame("s", "pylos", True, "me")
    )
    with pytest.raises(StoreError, match="locked"):
        await Log(store).append(entry)
    other.execute("ROLLBACK")
    other.close()
    await Log(store).append(entry)
    await store.close()


def entry(sequence: int, body: bytes = b"{}") -> LogEntry:
    opened = NewGame("s", "pylos", True, "me") if sequence == 1 else None
    return LogEntry("a", sequence, 0.0, body, GameIndexFields("open"), opening=opened)


async def test_other_users_cannot_read_an_sqlite_database(tmp_path: Path) -> None:
    file = tmp_path / "new" / "table.db"
    for sequence in (1, 2):
        store = await open_store(str(file))
        await Log(store).append(entry(sequence))
        parts = [file, *file.parent.glob("table.db-*")]
        assert len(parts) == 3
        assert [oct(part.stat().st_mode & 0o777) for part in parts] == ["0o600"] * 3
        await store.close()
        file.chmod(0o644)  # as another program might leave it
    assert file.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("gone", ["table.db", "table.db-wal"])
async def test_nothing_is_acknowledged_once_the_database_is_removed(
    tmp_path: Path, gone: str
) -> None:
    store = await open_store(str(tmp_path / "table.db"))
    log = Log(store)
    probe = WriteProbe(store, log)
    await log.append(entry(1))
    await probe.check(later(10))
    (tmp_path / gone).rename(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="was moved or deleted"):
        await log.append(entry(2))
    with pytest.raises(StoreError, match="was moved or deleted"):
        await probe.check(later(20))
    (tmp_path / "elsewhere").rename(tmp_path / gone)
    await log.append(entry(2))
    await probe.check(later(30))
    game_log = await log.read("a")
    assert game_log
    assert [line.sequence for line in game_log.logged] == [1, 2]
    await store.close()


def later(seconds: float) -> float:
    return asyncio.get_running_loop().time() + seconds


async def test_a_probe_notices_a_full_database(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "table.db"), max_pages=60)
    log = Log(store)
    probe = WriteProbe(store, log)
    await probe.check(later(0))

    async def fill() -> None:
        for sequence in range(1, 1000):
            await log.append(entry(sequence, b"x" * 2000))

    with pytest.raises(StoreError, match="full"):
        await fill()
    with pytest.raises(StoreError, match="full"):
        await probe.check(later(0))  # a move wasn't stored
    for idle in (10, 20):
        with pytest.raises(StoreError, match="full"):
            await probe.check(later(idle))
    await store.write(text("DELETE FROM game"))
    await probe.check(later(30))
    assert await store.fetch(text("SELECT count(*) FROM probe")) == [(0,)]
    await store.close()


async def test_a_probe_writes_only_when_idle_and_then_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, written = Log(store), list[Statement]()
    probe = WriteProbe(store, log)
    write = Store.write

    async def counted(self: Store, *statements: Statement) -> list[Result]:
        written.append(statements[0])
        return await write(self, *statements)

    monkeypatch.setattr(Store, "write", counted)
    await log.append(entry(1))
    await probe.check(later(0))
    assert not written, "a move has just been stored"
    now = later(10)
    await asyncio.gather(*(probe.check(now + n / 100) for n in range(50)))
    assert len(written) == 1


async def test_a_database_of_a_newer_version_is_reported(database: str) -> None:
    store = await open_store(database)
    await store.write(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    with pytest.raises(StoreError, match="version 9999, but this version of Sommet supports"):
        await open_store(database)
