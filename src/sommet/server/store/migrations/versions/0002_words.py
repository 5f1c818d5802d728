"""Mark chat messages among the events, so that a table opens without reading all of them, and add a
table for the write probe."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # The default is for processes of the previous version that still run.
    mark = sa.Column("words", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("event", mark)
    event = sa.table("event", sa.column("words", sa.Boolean), sa.column("body", sa.Text))
    said = event.c.body.like('{"kind":"said"%')
    op.execute(event.update().where(said).values(words=True))
    op.create_index("ix_event_game_words_sequence", "event", ["game", "words", "sequence"])
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("process", sa.String(40), nullable=False),
        sa.Column("filler", sa.Text, nullable=False),
    )
