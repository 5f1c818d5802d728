"""Events at a table, as stored in the log. None contains a secret."""

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


class Left(_Event, tag="left", frozen=True):
    """Someone left their seat before the game started."""

    seat: int


class Salted(_Event, tag="salted", frozen=True):
    """A player added a salt to the deal."""

    seat: int
    salt: str


class Dealt(_Event, tag="dealt", frozen=True):
    """The game was dealt without waiting longer for missing salts."""


class Moved(_Event, tag="moved", frozen=True):
    """A move in canonical notation. `spent` is the time it took on the clock, in seconds."""

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
    """The player to move is away and was warned that the others may soon claim the game."""

    seat: int
    by: int


class Returned(_Event, tag="returned", frozen=True):
    """A player who was warned is back."""

    seat: int


class Abandoned(_Event, tag="abandoned", frozen=True):
    """The others claimed the game from a player who stayed away."""

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
    """`moves` moves were undone; `seat`, who asked for it, is to move."""

    seat: int
    moves: int


class RematchOffered(_Event, tag="rematch_offered", frozen=True):
    seat: int


class RematchDeclined(_Event, tag="rematch_declined", frozen=True):
    """A player declined a rematch."""

    seat: int


class Rematched(_Event, tag="rematched", frozen=True):
    """Everyone wanted a rematch, which is at `table`."""

    table: str


class Said(_Event, tag="said", frozen=True):
    """A chat message: free text, or the code of a predefined phrase."""

    seat: int
    text: str = ""
    phrase: str = ""


class HandedOver(_Event, tag="handed_over", frozen=True):
    """The server was down; clocks that count seconds get `lost` seconds back."""

    lost: float


class Closed(_Event, tag="closed", frozen=True):
    """The table was closed before the game ended: its player was `paired` elsewhere or has
    `withdrawn`, or it is `unmoved`, because nobody made the first move in time."""

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
"""Events other than moves that belong to a game's history."""

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
