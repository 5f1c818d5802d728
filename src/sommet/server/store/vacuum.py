"""Shrinks an SQLite database to what it needs: SQLite itself only reuses free pages."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sommet.server.store.database import StoreError, parse_database_url

__all__ = ["vacuum"]

BUSY_TIMEOUT_S = 60.0
"""How long to wait for other processes."""


def vacuum(url: str) -> tuple[int, int]:
    """Rewrite an SQLite file without its free pages. Returns its size in bytes, before and after.
    Nobody else can write meanwhile. Raises StoreError if that fails."""
    place = parse_database_url(url)
    if place.get_backend_name() != "sqlite" or not place.database:
        raise StoreError("vacuum_elsewhere", "PostgreSQL reuses and frees space itself.")
    file = Path(place.database)
    try:
        before = file.stat().st_size
        address = f"{file.absolute().as_uri()}?mode=rw"
        with closing(
            sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)
        ) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            "no_vacuum",
            "Can't shrink {file}: {why}",
            file=file,
            why=error.strerror if isinstance(error, OSError) else error,
        ) from None
    return before, file.stat().st_size
