"""What a database driver does: append to the log, read, and write in transactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from sqlalchemy import ClauseElement, Dialect, Engine, Executable, Insert

from sommet.core.errors import SommetError
from sommet.server.store.log_entry import LogEntry

__all__ = ["DatabaseDriver", "Query", "Result", "StoreError", "compile_query"]


class StoreError(SommetError):
    """The database is full, locked or gone. Nothing that was acknowledged is lost."""


Query: TypeAlias = tuple[str, Mapping[str, Any]]
"""SQL and its parameters."""


@dataclass(frozen=True, slots=True)
class Result:
    """The rows that a query returned, and how many it found or changed."""

    rows: list[Any]
    count: int


class DatabaseDriver(Protocol):
    """An open database. Every method takes a single round trip."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What the methods raise if the database refuses or fails, besides OSError."""

    @property
    def dialect(self) -> Dialect:
        """How SQLAlchemy writes SQL for it."""

    def engine(self) -> Engine:
        """SQLAlchemy's connections, for migrations."""

    async def append(self, entries: Sequence[LogEntry]) -> list[bool]:
        """Append events to the log, and return which: an event whose sequence number is taken
        changes nothing. They are on disk when this returns."""

    async def read(self, query: Query) -> list[Any]:
        """The rows of a query."""

    async def write(self, queries: Sequence[Query]) -> list[Result]:
        """Run queries in one transaction: it is on disk when this returns."""

    async def limit_connections(self) -> None:
        """Open no more connections than this process's share of what the server allows. Raises
        StoreError if that is too few."""

    async def close(self) -> None: ...


def compile_query(statement: Executable, values: Mapping[str, Any], dialect: Dialect) -> Query:
    text, fixed = _compile(statement, dialect, *values)
    return text, {**fixed, **values}


@lru_cache(maxsize=256)
def _compile(
    statement: Executable, dialect: Dialect, *names: str
) -> tuple[str, Mapping[str, object]]:
    """A statement's SQL, with the values bound in the statement itself. An insert sets the columns
    `names`."""
    columns = names if names and isinstance(statement, Insert) else None
    assert isinstance(statement, ClauseElement)
    compiled = statement.compile(
        dialect=dialect,
        column_keys=columns,
        compile_kwargs={"render_postcompile": True},
    )
    return str(compiled), {
        name: value for name, value in compiled.params.items() if name not in names
    }
