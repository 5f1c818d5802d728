"""Runs migrations on the connection that `sommet.server.store.database` provides."""

from __future__ import annotations

from alembic import context
from sqlalchemy import text

from sommet.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    if connection.dialect.name == "postgresql":
        # Several machines may start at once: one migrates, the others wait and find it done.
        connection.execute(text("SELECT pg_advisory_xact_lock(7030669)"))
    context.run_migrations()
