"""Online backups of an SQLite database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sommet.server.store.database import StoreError, parse_database_url

__all__ = ["back_up"]


def back_up(url: str, file: Path) -> None:
    """Copy a consistent snapshot of an SQLite database into a new file that only its owner can
    read. Raises StoreError if that fails."""
    place = parse_database_url(url)
    if place.get_backend_name() != "sqlite" or not place.database:
        raise StoreError("backup_elsewhere", "Use pg_dump to back up PostgreSQL.")
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))
        source = f"{Path(place.database).absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(source, uri=True)) as old,
            closing(sqlite3.connect(file)) as new,
        ):
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, sqlite3.Error):
            file.unlink()
        raise StoreError(
            "no_backup",
            "Can't write a backup to {file}: {why}",
            file=file,
            why=error.strerror if isinstance(error, OSError) else error,
        ) from None
