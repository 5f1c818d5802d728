"""Log entries to append, and their SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, text, update

from sommet.server.store.schema import games

__all__ = [
    "INSERT_EVENTS",
    "UPDATE_INDEX",
    "GameIndexFields",
    "LogEntry",
    "NewGame",
    "columns",
    "event_row",
    "game_row",
    "index_row",
    "is_bulk_insertable",
]


@dataclass(frozen=True)
class GameIndexFields:
    """The indexed fields of a game, updated together with its log."""

    stage: str
    due: float | None = None
    wish: str | None = None


@dataclass(frozen=True)
class LogEntry:
    """An event to append. The first event of a game has an `opening`.

    `body` is JSON without secrets; `seated` are the people who took a seat with this event.
    """

    game: str
    sequence: int
    at: float
    body: bytes
    index_fields: GameIndexFields
    command: str | None = None
    seated: tuple[str, ...] = ()
    opening: NewGame | None = None
    words: bool = False
    """Whether it is only a chat message."""


@dataclass(frozen=True)
class NewGame:
    """The fields of a new game. The seed stays secret until the game ends."""

    seed: str
    kind: str
    public: bool
    driver: str


INSERT_EVENTS = text("""
WITH wanted AS (
  SELECT * FROM unnest(
    CAST(:game AS text[]), CAST(:sequence AS integer[]), CAST(:at AS double precision[]),
    CAST(:command AS text[]), CAST(:body AS text[]), CAST(:words AS boolean[]),
    CAST(:to_stage AS text[]), CAST(:to_due AS double precision[]), CAST(:to_wish AS text[])
  ) AS entry (game, sequence, at, command, body, words, stage, due, wish)
), landed AS (
  INSERT INTO event (game, sequence, at, command, body, words)
  SELECT game, sequence, at, command, body, words FROM wanted ORDER BY game, sequence
  ON CONFLICT DO NOTHING RETURNING game, sequence
), advanced AS (
  UPDATE game AS advancing
  SET head = wanted.sequence, stage = wanted.stage, due = wanted.due, wish = wanted.wish,
      changed = wanted.at
  FROM wanted JOIN landed USING (game, sequence) WHERE advancing.id = wanted.game
)
SELECT game, sequence FROM landed
""")
"""For events of existing games on PostgreSQL: a single statement is its own transaction."""

UPDATE_INDEX = (
    update(games)
    .where(games.c.id == bindparam("game"))
    .values(
        head=bindparam("to_head"),
        stage=bindparam("to_stage"),
        due=bindparam("to_due"),
        wish=bindparam("to_wish"),
        changed=bindparam("to_changed"),
    )
)


def is_bulk_insertable(batch: Sequence[LogEntry]) -> bool:
    """Whether `INSERT_EVENTS` can insert a batch: it has no new games or seated people, and no game
    occurs twice."""
    opens = any(entry.opening or entry.seated for entry in batch)
    return not opens and len({entry.game for entry in batch}) == len(batch)


def columns(batch: Sequence[LogEntry]) -> dict[str, list[Any]]:
    rows = [{**event_row(entry), **index_row(entry)} for entry in batch]
    unused = ("to_head", "to_changed")
    return {name: [row[name] for row in rows] for name in rows[0] if name not in unused}


def game_row(entry: LogEntry, opening: NewGame) -> dict[str, Any]:
    return {
        "id": entry.game,
        "seed": opening.seed,
        "head": entry.sequence,
        "stage": entry.index_fields.stage,
        "kind": opening.kind,
        "public": opening.public,
        "wish": entry.index_fields.wish,
        "driver": opening.driver,
        "due": entry.index_fields.due,
        "created": entry.at,
        "changed": entry.at,
    }


def event_row(entry: LogEntry) -> dict[str, Any]:
    return {
        "game": entry.game,
        "sequence": entry.sequence,
        "at": entry.at,
        "command": entry.command,
        "body": entry.body.decode(),
        "words": entry.words,
    }


def index_row(entry: LogEntry) -> dict[str, Any]:
    return {
        "game": entry.game,
        "to_head": entry.sequence,
        "to_stage": entry.index_fields.stage,
        "to_due": entry.index_fields.due,
        "to_wish": entry.index_fields.wish,
        "to_changed": entry.at,
    }
