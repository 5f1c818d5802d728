"""Devices that people want notices on, and notices that they have not looked at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "push"
down_revision = "initial"

ID = sa.String(40)


def upgrade() -> None:
    op.create_table(
        "subscription",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", ID, sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_subscription_person", "subscription", ["person"])
    op.create_table(
        "notice",
        sa.Column("person", ID, primary_key=True),
        sa.Column(
            "game",
            ID,
            sa.ForeignKey("game.id", ondelete="CASCADE"),
            primary_key=True,
            nullable=False,
        ),
    )
