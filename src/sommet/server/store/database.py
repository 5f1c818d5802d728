"""Opens a database: URL, driver, migrations and error translation."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, Engine, Executable, Table, inspect, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sommet.server.store.availability import Availability
from sommet.server.store.database_driver import DatabaseDriver, Result, StoreError, compile_query
from sommet.server.store.log_entry import LogEntry
from sommet.server.store.sqlite_driver import SqliteDriver

__all__ = ["HEAD", "Statement", "Store", "StoreError", "open_store", "parse_database_url"]

HEAD = "push"
"""The newest migration; a test compares it with the folder."""

TIMEOUT_S = 10.0
"""How long to wait for a database that does not respond."""

NO_CONNECTION = ("too many clients", "too many connections", "remaining connection slots")
"""What PostgreSQL says when its connections have run out."""

Statement: TypeAlias = Executable | tuple[Executable, Mapping[str, Any]]
"""A statement, with the values of its parameters or columns if it has any."""


@dataclass(frozen=True)
class Store:
    """An open database: the same statements on SQLite and on PostgreSQL."""

    url: URL
    driver: DatabaseDriver
    availability: Availability = field(default_factory=Availability)

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    def insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """An insert that can ignore or update existing rows."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    async def fetch(self, statement: Executable, **values: Any) -> list[Any]:
        """The rows of a query. A frequent one is built once, with parameters."""
        query = compile_query(statement, values, self.driver.dialect)
        with self._note("read"):
            async with asyncio.timeout(TIMEOUT_S):
                return await self.driver.read(query)

    async def append(self, entries: Sequence[LogEntry]) -> list[bool]:
        """Whether each event was appended, not one that another process appended first."""
        with self._note("write"):
            async with asyncio.timeout(TIMEOUT_S):
                return await self.driver.append(entries)

    async def write(
        self, *statements: Statement, timeout_s: float | None = TIMEOUT_S
    ) -> list[Result]:
        """Run statements in one transaction, in one round trip; return once it is committed."""
        queries = [
            compile_query(*statement, self.driver.dialect)
            if isinstance(statement, tuple)
            else compile_query(statement, {}, self.driver.dialect)
            for statement in statements
        ]
        with self._note("write"):
            async with asyncio.timeout(timeout_s):
                return await self.driver.write(queries)

    async def close(self) -> None:
        await self.driver.close()

    @contextmanager
    def _note(self, operation: str) -> Iterator[None]:
        """Note whether an operation succeeds, and turn a driver's errors into a StoreError."""
        try:
            with _translate_errors(self.driver):
                yield
        except StoreError as error:
            cause = type(error.__context__ or error).__name__
            self.availability.failed(operation, error.code, cause)
            raise
        self.availability.succeeded(operation)


async def open_store(
    url: str, *, max_pages: int | None = None, processes: int = 1, create: bool = True
) -> Store:
    """Open the database of a URL and migrate it to the newest version; a plain path means SQLite.

    `max_pages` limits the size of an SQLite file. A PostgreSQL server's connections are shared
    between this number of `processes`. Raises StoreError if there is no database, unless one is to
    be created.
    """
    database_url = parse_database_url(url)
    driver: DatabaseDriver
    if database_url.get_backend_name() == "sqlite":
        if not create and not Path(database_url.database or "").is_file():
            raise _no_database(database_url)
        driver = SqliteDriver(database_url, max_pages)
    else:
        from sommet.server.store.postgres_driver import PostgresDriver

        driver = PostgresDriver(database_url, processes)
    try:
        if not await asyncio.to_thread(_migrate, driver.engine(), create):
            raise _no_database(database_url)
    except (SQLAlchemyError, OSError) as error:
        why = _driver_message(error)
        if "locked" in why:
            raise _store_error(why) from None
        if any(words in why for words in NO_CONNECTION):
            why = "PostgreSQL has no free connection. Raise its max_connections, or stop others."
        raise StoreError(
            "cannot_open",
            "Can't open the database {url}: {why}",
            url=database_url.render_as_string(),
            why=why,
        ) from None
    store = Store(database_url, driver)
    try:
        with _translate_errors(driver):
            await driver.limit_connections()
    except StoreError:
        await store.close()
        raise
    return store


def parse_database_url(url: str) -> URL:
    """A database URL with its driver; a plain path means SQLite."""
    try:
        database_url = make_url(url if "://" in url else f"sqlite:///{url}")
    except (ArgumentError, ValueError):
        database_url = None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    if database_url is None or database_url.get_backend_name() not in drivers:
        raise StoreError(
            "bad_database_url",
            "Unsupported database {kind!r}: use a path, sqlite:///PATH or "
            "postgresql://USER@HOST/NAME.",
            kind=url.partition("://")[0],
        )
    return database_url.set(drivername=drivers[database_url.get_backend_name()])


def _version(connection: Connection) -> str | None:
    """The current migration of a database; None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _no_database(url: URL) -> StoreError:
    return StoreError(
        "no_database",
        "There is no database of Sommet at {url}. Check the path or URL; `sommet serve` creates a "
        "new one.",
        url=url.database if url.get_backend_name() == "sqlite" else url.render_as_string(),
    )


def _migrate(engine: Engine, create: bool) -> bool:
    """Migrate a database to the newest version, unless it has it. False if it is empty and nothing
    may be created."""
    with engine.connect() as connection:
        found = _version(connection)
        if found is None and not create:
            return False
        if found == HEAD:
            return True
        if connection.dialect.name == "sqlite":  # only now wait for other writers
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        _upgrade(connection)
        connection.commit()
    return True


def _upgrade(connection: Connection) -> None:
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
def _translate_errors(driver: DatabaseDriver) -> Iterator[None]:
    """Turn database errors into a StoreError, without parameters that may contain secrets."""
    errors: tuple[type[Exception], ...] = (SQLAlchemyError, OSError, *driver.errors)
    try:
        yield
    except errors as error:
        raise _store_error(_driver_message(error)) from None


def _store_error(reason: str) -> StoreError:
    if "full" in reason:
        return StoreError("store_full", "The database is full. Nothing that was confirmed is lost.")
    if "locked" in reason:
        return StoreError(
            "store_locked", "The database is locked by another process. Try again in a moment."
        )
    if any(words in reason for words in NO_CONNECTION):
        return StoreError(
            "store_busy",
            "The database has no free connection. Try again in a moment.",
        )
    return StoreError(
        "store_unavailable", "The database isn't responding properly. Try again in a moment."
    )


def _driver_message(error: BaseException) -> str:
    """The driver's message, on one line and without the statement."""
    origin = getattr(error, "orig", None) or error
    return " ".join(str(origin).split()) or type(origin).__name__
