"""Log entries to append."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["GameIndexFields", "LogEntry", "NewGame", "entry_row"]


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
    """The fields of a new game. The seed stays secret until the game ends; `network` is a keyed
    hash of where it was opened from."""

    seed: str
    kind: str
    public: bool
    driver: str
    network: str | None = None


def entry_row(entry: LogEntry) -> dict[str, Any]:
    """An entry as parameters of SQL. The fields of `opening` are null in other events."""
    opening, index_fields = entry.opening, entry.index_fields
    return {
        "game": entry.game,
        "sequence": entry.sequence,
        "at": entry.at,
        "command": entry.command,
        "body": entry.body.decode(),
        "words": entry.words,
        "stage": index_fields.stage,
        "due": index_fields.due,
        "wish": index_fields.wish,
        "seed": opening and opening.seed,
        "kind": opening and opening.kind,
        "public": opening and opening.public,
        "driver": opening and opening.driver,
        "network": opening and opening.network,
        "seated": entry.seated,
    }
