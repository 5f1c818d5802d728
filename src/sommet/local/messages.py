"""What a page asks of the host of its tables, and what the host sends back."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from sommet.core.scene import Scene
from sommet.wire.refusals import Refused

__all__ = [
    "Answer",
    "DailyDeal",
    "Message",
    "OpenedTable",
    "Output",
    "Request",
    "Save",
    "SavedGame",
    "SavedPlayer",
    "SavedResult",
]


class Request(msgspec.Struct, frozen=True):
    """A request as to the server's HTTP API; `path` has no slash at its start."""

    id: int
    method: str
    path: str
    query: dict[str, str] = {}
    body: msgspec.Raw = msgspec.Raw(b"null")


class OpenedTable(msgspec.Struct, frozen=True):
    """The table that is open now: its id, its game, and its rules and clock in words; `usual` says
    whether those are the game's standard ones, without a clock."""

    id: str
    game: str
    facts: tuple[str, ...]
    usual: bool


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal of a day: its game, its difficulty out of `grades`, and the board."""

    game: str
    grade: int
    grades: int
    scene: Scene


class SavedPlayer(msgspec.Struct, frozen=True):
    """Who has a seat: a person's name, or the code of a bot's nickname, and its level."""

    name: str
    level: str


class SavedResult(msgspec.Struct, frozen=True):
    """The result of a daily game: what was left to do, after how many moves, and a mark for each
    move."""

    left: int
    moves: int
    marks: str


class SavedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as the browser stores it: what a list of games shows, its record, and `saved`, the
    table's log. `opened` and `at` are when it was created and saved."""

    id: str
    game: str
    stage: str
    moves: int
    opened: float
    at: float
    players: tuple[SavedPlayer, ...]
    yours: tuple[int, ...]
    """The seats of people at this device."""
    record: str
    """What everybody may see of the game; everything once it is over."""
    saved: str
    turn: int | None = None
    result: SavedResult | None = None
    """Of a daily game that is over."""
    winners: tuple[int, ...] | None = None
    daily: str = ""


class Message(msgspec.Struct, frozen=True, tag="message", tag_field="kind"):
    """A message of the table's socket."""

    message: msgspec.Raw


class Answer(msgspec.Struct, frozen=True, tag="answer", tag_field="kind"):
    """The answer to a request, with the status that the server would give it."""

    id: int
    status: int
    body: Any | Refused


class Save(msgspec.Struct, frozen=True, tag="save", tag_field="kind"):
    """A game to store, before the page hears of what happened in it."""

    game: SavedGame


Output: TypeAlias = Message | Answer | Save
