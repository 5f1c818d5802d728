"""The initial schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "initial"
down_revision = None

ID = sa.String(40)


def _belongs_to_game() -> sa.Column[str]:
    return sa.Column(
        "game", ID, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, nullable=False
    )


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", ID, primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("wish", sa.Text),
        sa.Column("network", sa.String(22)),
        sa.Column("driver", ID),
        sa.Column("due", sa.Float),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("ix_game_stage_public", "game", ["stage", "public"])
    op.create_index("ix_game_driver_due", "game", ["driver", "due"])
    op.create_index("ix_game_changed", "game", ["changed"])
    op.create_table(
        "event",
        _belongs_to_game(),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("command", sa.String(120)),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("words", sa.Boolean, nullable=False),
    )
    op.create_index("ix_event_game_words_sequence", "event", ["game", "words", "sequence"])
    op.create_table(
        "person",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
    )
    op.create_table(
        "ban",
        sa.Column("person", ID, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "token",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", ID, sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "link",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", ID, sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table("seated", sa.Column("person", ID, primary_key=True), _belongs_to_game())
    op.create_table(
        "process",
        sa.Column("id", ID, primary_key=True),
        sa.Column("beat", sa.Float, nullable=False),
    )
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("filler", sa.Text, nullable=False),
    )
    op.create_table(
        "presence",
        _belongs_to_game(),
        sa.Column("person", ID, primary_key=True),
        sa.Column("process", ID, primary_key=True),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "mute",
        sa.Column("person", ID, primary_key=True),
        sa.Column("muted", ID, primary_key=True),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("about", ID, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
