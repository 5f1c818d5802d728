"""Persistent storage: game logs, people, leases. SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from sommet.server.store.database import Store, StoreError, open_store
from sommet.server.store.log import Log, SequenceConflict
from sommet.server.store.log_entry import LogEntry

__all__ = ["Log", "LogEntry", "SequenceConflict", "Store", "StoreError", "open_store"]
