"""What can happen at a table. These are the lines of the log; none of them holds a secret."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from sommet.server.tables.setup import Setup

__all__ = [
    "Abandoned",
    "Between",
    "Closed",
    "Dealt",
    "DrawAgreed",
    "DrawDeclined",
    "DrawOffered",
    "Event",
    "Flagged",
    "HandedOver",
    "Joined",
    "Left",
    "Moved",
    "Opened",
    "RematchDeclined",
    "RematchOffered",
    "Rematched",
    "Resigned",
    "Returned",
    "Said",
    "Salted",
    "SeatOccupant",
    "TakebackAsked",
    "TakebackDeclined",
    "TakenBack",
    "Warned",
    "decode",
    "encode",
]


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class SeatOccupant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a chair: a person with a name, or a bot of a level, whose name is the code of a
    nickname (none in the first edition). `salting` says that a salt is to come, `program` that a
    program of that person sat down."""

    person: str = ""
    name: str = ""
    level: str = ""
    salt: str = ""
    salting: bool = False
    program: bool = False


class Opened(_Event, tag="opened", frozen=True):
    """The table was set; `commitment` is the SHA-256 of the seed, shown before any salt.

    `rules` is the version of the rules by which its moves are judged before they are committed; the
    first edition wrote none. `score` are the points that each seat has from the games before, where
    there were some. `daily` is the date whose deal it is; a deal of its own has none.
    """

    setup: Setup
    commitment: str
    by: str
    seats: tuple[SeatOccupant | None, ...]
    wish: str = ""
    before: str = ""
    rules: int = 0
    score: tuple[float, ...] = ()
    daily: str = ""


class Joined(_Event, tag="joined", frozen=True):
    """Somebody sat down. The game starts with the one who takes the last free seat."""

    seat: int
    who: SeatOccupant


class Left(_Event, tag="left", frozen=True):
    """Somebody stood up before the game started."""

    seat: int


class Salted(_Event, tag="salted", frozen=True):
    """A player added a salt to the deal to come."""

    seat: int
    salt: str


class Dealt(_Event, tag="dealt", frozen=True):
    """The deal fell without the salts that were to come."""


class Moved(_Event, tag="moved", frozen=True):
    """A move, in its canonical text. `spent` are the seconds that it cost on the clock."""

    seat: int
    move: str
    spent: float = 0.0
    stand_in: bool = False


class Resigned(_Event, tag="resigned", frozen=True):
    seat: int


class Flagged(_Event, tag="flagged", frozen=True):
    """A seat ran out of time."""

    seat: int


class Warned(_Event, tag="warned", frozen=True):
    """Somebody is away on their turn, and was told that the others may soon claim the game."""

    seat: int
    by: int


class Returned(_Event, tag="returned", frozen=True):
    """Somebody who was warned of their absence has come back."""

    seat: int


class Abandoned(_Event, tag="abandoned", frozen=True):
    """The others claimed the game of a seat that stayed away."""

    seat: int
    by: int


class DrawOffered(_Event, tag="draw_offered", frozen=True):
    seat: int


class DrawDeclined(_Event, tag="draw_declined", frozen=True):
    seat: int


class DrawAgreed(_Event, tag="draw_agreed", frozen=True):
    seat: int


class TakebackAsked(_Event, tag="takeback_asked", frozen=True):
    seat: int


class TakebackDeclined(_Event, tag="takeback_declined", frozen=True):
    seat: int


class TakenBack(_Event, tag="taken_back", frozen=True):
    """So many moves are undone; it is the turn of the seat that asked."""

    seat: int
    moves: int


class RematchOffered(_Event, tag="rematch_offered", frozen=True):
    seat: int


class RematchDeclined(_Event, tag="rematch_declined", frozen=True):
    """Somebody who was asked for another game wants none."""

    seat: int


class Rematched(_Event, tag="rematched", frozen=True):
    """Everyone wanted another game: it is at that table."""

    table: str


class Said(_Event, tag="said", frozen=True):
    """A player's words, or the code of a ready phrase."""

    seat: int
    text: str = ""
    phrase: str = ""


class HandedOver(_Event, tag="handed_over", frozen=True):
    """The server fell silent; clocks that count seconds get this time back."""

    lost: float


class Closed(_Event, tag="closed", frozen=True):
    """The table was closed before the game ended: its player was `paired` elsewhere or has
    `withdrawn`, or it is `unmoved`: nobody made the first move in time."""

    why: str = ""


Between: TypeAlias = (
    Resigned
    | Flagged
    | Warned
    | Returned
    | Abandoned
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | TakebackAsked
    | TakebackDeclined
    | TakenBack
    | HandedOver
)
"""What players want to read of the past beside the moves."""

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
