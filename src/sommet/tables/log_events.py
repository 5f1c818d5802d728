"""Events as stored in the log, which also names people by id. No event contains a secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from sommet.wire.events import (
    Between,
    Closed,
    Dealt,
    Left,
    Moved,
    RematchDeclined,
    Rematched,
    RematchOffered,
    Said,
    Salted,
)
from sommet.wire.setup import Setup

__all__ = [
    "MAX_CHAT_LINES",
    "Event",
    "Joined",
    "LoggedEvent",
    "LoggedGame",
    "Opened",
    "SeatOccupant",
    "decode",
    "encode",
]

MAX_CHAT_LINES = 100
"""Number of chat messages that are loaded with a game."""


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class SeatOccupant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat: a person with a name, or a bot with a level, whose name is the code of a
    nickname. With `salting`, a salt will follow; `program` marks a program that acts for the
    person."""

    person: str = ""
    name: str = ""
    level: str = ""
    salt: str = ""
    salting: bool = False
    program: bool = False


class Opened(_Event, tag="opened", frozen=True):
    """The table was created; `commitment` is the SHA-256 of the seed, shown before any salt.

    `rules` is the version of the rules that moves are checked against before they are committed.
    `score` has the points of each seat from previous games, if there were any. `daily` is the date
    of a daily deal, otherwise empty.
    """

    setup: Setup
    rules: int
    commitment: str
    by: str
    seats: tuple[SeatOccupant | None, ...]
    wish: str = ""
    before: str = ""
    score: tuple[float, ...] = ()
    daily: str = ""


class Joined(_Event, tag="joined", frozen=True):
    """Someone took a seat. The game starts when the last seat is taken."""

    seat: int
    who: SeatOccupant


Event: TypeAlias = (
    Opened
    | Joined
    | Left
    | Salted
    | Dealt
    | Moved
    | RematchOffered
    | RematchDeclined
    | Rematched
    | Said
    | Closed
    | Between
)

encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def decode(body: str | bytes) -> Event:
    return _decoder.decode(body)


@dataclass(frozen=True)
class LoggedEvent:
    """An event in the log. `body` is its JSON, `command` the key of the command that led to it."""

    sequence: int
    at: float
    command: str | None
    body: str


@dataclass(frozen=True)
class LoggedGame:
    """A game's seed, which is secret until the end, and its events. `stage` comes from the server's
    index of games."""

    seed: str
    logged: tuple[LoggedEvent, ...]
    stage: str = ""
