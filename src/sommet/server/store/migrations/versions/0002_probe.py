"""A place to try whether the database can be written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("process", sa.String(40), nullable=False),
        sa.Column("filler", sa.Text, nullable=False),
    )
