"""The database schema. The event log is authoritative; a game's other columns are an index."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

__all__ = [
    "bans",
    "events",
    "games",
    "links",
    "metadata",
    "mutes",
    "notices",
    "people",
    "presence",
    "probes",
    "processes",
    "reports",
    "seated",
    "subscriptions",
    "tokens",
]

ID = String(40)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

games = Table(
    "game",
    metadata,
    Column("id", ID, primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("head", Integer, nullable=False),
    Column("stage", String(8), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("wish", Text),
    Column("network", String(22)),
    Column("driver", ID),
    Column("due", Float),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index(None, "stage", "public"),
    Index(None, "driver", "due"),
    Index(None, "changed"),
)
"""`head` is the last sequence number, `due` is when the driver must act (a flag, a bot's turn).
`network` is a keyed hash of the network that the table was opened from, until the game ends."""

events = Table(
    "event",
    metadata,
    Column("game", ID, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("command", String(120)),
    Column("body", Text, nullable=False),
    Column("words", Boolean, nullable=False),
    Index(None, "game", "words", "sequence"),
)
"""The primary key resolves races: of two processes that append the same sequence number, one fails.
`words` marks chat messages."""

people = Table(
    "person",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("generation", Integer, nullable=False),
)
"""`generation` is part of every cookie; signing out everywhere raises it."""

bans = Table(
    "ban",
    metadata,
    Column("person", ID, primary_key=True),
    Column("at", Float, nullable=False),
)
"""Separate from the person, so that a ban outlives the deletion of the person's data."""

tokens = Table(
    "token",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ID, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(64), nullable=False),
    Column("scope", String(8), nullable=False),
    Column("created", Float, nullable=False),
)

links = Table(
    "link",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ID, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
)
"""One-time links that sign a person in on another device."""

subscriptions = Table(
    "subscription",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", ID, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Index(None, "person"),
)
"""Devices that people want notices on. The id is the SHA-256 of the endpoint."""

notices = Table(
    "notice",
    metadata,
    Column("person", ID, primary_key=True),
    Column("game", ID, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
)
"""Notices that the person has not looked at."""

seated = Table(
    "seated",
    metadata,
    Column("person", ID, primary_key=True),
    Column("game", ID, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
)

processes = Table(
    "process",
    metadata,
    Column("id", ID, primary_key=True),
    Column("beat", Float, nullable=False),
)

probes = Table(
    "probe",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("filler", Text, nullable=False),
)
"""The write probe inserts a row and deletes it."""

presence = Table(
    "presence",
    metadata,
    Column("game", ID, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ID, primary_key=True),
    Column("process", ID, primary_key=True),
    Column("here", Boolean, nullable=False),
    Column("since", Float, nullable=False),
)

mutes = Table(
    "mute",
    metadata,
    Column("person", ID, primary_key=True),
    Column("muted", ID, primary_key=True),
)

reports = Table(
    "report",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ID, nullable=False),
    Column("person", ID, nullable=False),
    Column("about", ID, nullable=False),
    Column("words", Text, nullable=False),
    Column("at", Float, nullable=False),
)
