"""Opens a database: URL, connections, migrations and error translation."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from psycopg import Error as PostgresError
from sqlalchemy import URL, ClauseElement, Connection, Executable, event, inspect, make_url, text
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sommet.core.errors import SommetError
from sommet.server.store.postgres import PostgresPool
from sommet.server.store.sqlite_thread import SqliteThread

__all__ = ["HEAD", "Store", "StoreError", "open_store", "parse_database_url", "sqlite_sql"]

HEAD = "initial"
"""The newest migration; a test compares it with the folder."""

BUSY_TIMEOUT_S = 5.0
"""How long a writer waits for another one on SQLite."""
TIMEOUT_S = 10.0
"""How long to wait for a database that does not respond."""

T = TypeVar("T")


class StoreError(SommetError):
    """The database is full, locked or gone. Nothing that was acknowledged is lost."""


@dataclass(frozen=True)
class Store:
    """An open database, with separate connections for reading and writing."""

    url: URL
    reader: AsyncEngine
    writer: AsyncEngine
    read_thread: SqliteThread | None = None
    """Runs frequent queries on SQLite."""
    write_thread: SqliteThread | None = None
    """Runs frequent writes on SQLite."""
    postgres: PostgresPool | None = None
    """Runs frequent queries and writes on PostgreSQL."""
    write_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """SQLite allows one writer at a time: writers of this process queue here instead of polling."""
    file: Path | None = None
    """The file of an SQLite database."""
    inode: int = 0
    """Its inode number."""

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading."""
        with _translate_errors():
            async with asyncio.timeout(TIMEOUT_S), self.reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def transaction(
        self, *, timeout_s: float | None = TIMEOUT_S
    ) -> AsyncIterator[AsyncConnection]:
        """A connection for writing, in a transaction that is committed at the end of the block."""
        with _translate_errors():
            async with (
                asyncio.timeout(timeout_s),
                self._hold_write_lock(),
                self.writer.begin() as connection,
            ):
                yield connection
                self._check_file(None)

    def _check_file(self, result: T) -> T:
        """`result`, if the database file is still the one that was opened. SQLite can write to a
        deleted file, and all of that would be lost at the next start."""
        if self.file and not (_inode(self.file) == self.inode and _inode(_wal_file(self.file))):
            raise StoreError(
                "store_gone",
                "The database file was moved or deleted. Put it back or restart the server. "
                "Nothing that was confirmed is lost.",
            )
        return result

    @asynccontextmanager
    async def _hold_write_lock(self) -> AsyncIterator[None]:
        if self.write_thread is None:
            yield
        else:
            async with self.write_lock:
                yield

    async def fetch(self, statement: Executable, **values: Any) -> list[Any]:
        """The rows of a frequent query. Its parameters must not be expanding ones."""
        text, fixed = _compile(statement, sqlite=self.read_thread is not None)
        values = {**fixed, **values}
        with _translate_errors():
            async with asyncio.timeout(TIMEOUT_S):
                if self.read_thread:
                    return await self.read_thread.run(
                        lambda connection: connection.execute(text, values).fetchall()
                    )
                assert self.postgres is not None
                return await self.postgres.fetch(text, values)

    async def run_in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function in one transaction, on SQLite."""
        assert self.write_thread is not None
        with _translate_errors():
            async with asyncio.timeout(TIMEOUT_S), self.write_lock:
                return await self.write_thread.run_in_transaction(
                    lambda connection: self._check_file(work(connection))
                )

    async def close(self) -> None:
        for thread in (self.read_thread, self.write_thread):
            if thread:
                await thread.close()
        if self.postgres:
            await self.postgres.close()
        await self.reader.dispose()
        await self.writer.dispose()


def sqlite_sql(statement: Executable, *columns: str) -> str:
    """A statement compiled to SQLite's SQL; `columns` are those that an insert sets."""
    text, _ = _compile(statement, *columns, sqlite=True)
    return text


_SQLITE, _POSTGRESQL = (
    sqlite_dialect.dialect(paramstyle="named"),
    make_url("postgresql+psycopg://").get_dialect()(),
)


@lru_cache(maxsize=64)
def _compile(statement: Executable, *columns: str, sqlite: bool) -> tuple[str, dict[str, Any]]:
    """A statement's SQL for either database, with the values bound in the statement itself."""
    assert isinstance(statement, ClauseElement)
    dialect = _SQLITE if sqlite else _POSTGRESQL
    compiled = statement.compile(dialect=dialect, column_keys=columns or None)
    return str(compiled), {
        name: value for name, value in compiled.params.items() if value is not None
    }


async def open_store(url: str, *, max_pages: int | None = None) -> Store:
    """Open the database of a URL and migrate it to the newest version; a plain path means SQLite.

    `max_pages` limits the size of an SQLite file.
    """
    database_url = parse_database_url(url)
    if database_url.get_backend_name() == "sqlite":
        store = _open_sqlite(database_url, max_pages)
    else:
        engine = create_async_engine(
            database_url,
            pool_size=8,
            max_overflow=8,
            pool_pre_ping=True,
            connect_args={"connect_timeout": int(TIMEOUT_S)},
        )
        # Queries need no transaction: that saves two round trips.
        reader = engine.execution_options(isolation_level="AUTOCOMMIT")
        store = Store(database_url, reader, engine, postgres=PostgresPool(database_url, TIMEOUT_S))
    try:
        async with store.reader.connect() as connection:
            current = await connection.run_sync(_version) == HEAD
        if not current:  # only then wait for other writers
            async with store.writer.connect() as connection:
                await connection.run_sync(_migrate)
                await connection.commit()
        if store.is_sqlite and database_url.database:
            file = Path(database_url.database)
            store = replace(store, file=file, inode=_inode(file))
    except StoreError:
        await store.close()
        raise
    except (SQLAlchemyError, OSError) as error:
        await store.close()
        if "locked" in _driver_message(error):
            raise _store_error(_driver_message(error)) from None
        raise StoreError(
            "cannot_open",
            "Can't open the database {url}: {why}",
            url=database_url.render_as_string(),
            why=_driver_message(error),
        ) from None
    return store


def parse_database_url(url: str) -> URL:
    """A database URL with its async driver; a plain path means SQLite."""
    try:
        database_url = make_url(url if "://" in url else f"sqlite:///{url}")
    except (ArgumentError, ValueError):
        database_url = None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
    if database_url is None or database_url.get_backend_name() not in drivers:
        raise StoreError(
            "bad_database_url",
            "Unsupported database {kind!r}: use a path, sqlite:///PATH or "
            "postgresql://USER@HOST/NAME.",
            kind=url.partition("://")[0],
        )
    return database_url.set(drivername=drivers[database_url.get_backend_name()])


def _open_sqlite(database_url: URL, max_pages: int | None) -> Store:
    if database_url.database:
        _make_private(Path(database_url.database))

    def configure(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin explicitly
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_TIMEOUT_S * 1000:.0f}",
            *([f"max_page_count={max_pages}"] if max_pages else []),
        ):
            connection.execute(f"PRAGMA {pragma}")

    def create_engine(begin: str, size: int) -> AsyncEngine:
        engine = create_async_engine(
            database_url, pool_size=size, max_overflow=0, connect_args={"timeout": BUSY_TIMEOUT_S}
        )
        event.listen(engine.sync_engine, "connect", configure)
        event.listen(engine.sync_engine, "begin", lambda on: on.exec_driver_sql(begin))
        return engine

    def connect() -> sqlite3.Connection:
        made = sqlite3.connect(database_url.database or "", timeout=BUSY_TIMEOUT_S)
        try:
            configure(made, None)
        except sqlite3.Error:
            made.close()
            raise
        return made

    engines = create_engine("BEGIN", 4), create_engine("BEGIN IMMEDIATE", 1)
    return Store(database_url, *engines, SqliteThread(connect), SqliteThread(connect))


def _make_private(file: Path) -> None:
    """Make a database file and SQLite's files next to it readable only by their owner: they contain
    the seeds of running games. Files of another owner are left alone."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # opening the database reports it
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for part in (file, _wal_file(file), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)


def _wal_file(file: Path) -> Path:
    """SQLite's write-ahead log."""
    return file.with_name(f"{file.name}-wal")


def _inode(file: Path) -> int:
    try:
        return file.stat().st_ino
    except OSError:
        return 0


def _version(connection: Connection) -> str | None:
    """The current migration of a database; None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _migrate(connection: Connection) -> None:
    found = _version(connection)
    if found == HEAD:  # another process has migrated it
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found and found not in known:
        raise StoreError(
            "newer_schema",
            "The database has schema version {found}, but this version of Sommet supports {head}. "
            "Upgrade Sommet or restore a backup.",
            found=found,
            head=HEAD,
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Turn database errors into a StoreError, without parameters that may contain secrets."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, PostgresError, OSError) as error:
        raise _store_error(_driver_message(error)) from None


def _store_error(reason: str) -> StoreError:
    if "full" in reason:
        return StoreError("store_full", "The database is full. Nothing that was confirmed is lost.")
    if "locked" in reason:
        return StoreError(
            "store_locked", "The database is locked by another process. Try again in a moment."
        )
    return StoreError(
        "store_unavailable", "The database isn't responding properly. Try again in a moment."
    )


def _driver_message(error: BaseException) -> str:
    """The driver's message, on one line and without the statement."""
    origin = getattr(error, "orig", None) or error
    return " ".join(str(origin).split()) or type(origin).__name__
