"""What lasts: the log of every game, people, leases. SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from sommet.server.store.database import Store, StoreTrouble, open_store
from sommet.server.store.log import Log, Story, Taken
from sommet.server.store.log_entry import Entry

__all__ = ["Entry", "Log", "Store", "StoreTrouble", "Story", "Taken", "open_store"]
