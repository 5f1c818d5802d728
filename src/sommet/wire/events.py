"""Events at a table, as anyone may see them: people by seat and name, never by id."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

__all__ = [
    "Abandoned",
    "Between",
    "Closed",
    "Dealt",
    "DrawAgreed",
    "DrawDeclined",
    "DrawOffered",
    "Flagged",
    "HandedOver",
    "Left",
    "Moved",
    "OtherEvent",
    "PlayerJoined",
    "PublicEvent",
    "RematchDeclined",
    "RematchOffered",
    "Rematched",
    "Resigned",
    "Returned",
    "Said",
    "Salted",
    "TableOpened",
    "TakebackAsked",
    "TakebackDeclined",
    "TakenBack",
    "Warned",
]


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class TableOpened(_Event, tag="opened", frozen=True):
    """The table was created."""


class PlayerJoined(_Event, tag="joined", frozen=True):
    """Someone took a seat."""

    seat: int
    name: str


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
    """A move in canonical notation. `spent` is the time it took on the clock, in seconds, without
    the network latency that was `credited` and the time when the server was `stalled`."""

    seat: int
    move: str
    spent: float = 0.0
    stand_in: bool = False
    credited: float = 0.0
    stalled: float = 0.0


class Resigned(_Event, tag="resigned", frozen=True):
    seat: int


class Flagged(_Event, tag="flagged", frozen=True):
    """A seat ran out of time."""

    seat: int


class Warned(_Event, tag="warned", frozen=True):
    """The player to move is away, or `silent`: there or not, they haven't moved for too long. They
    were warned that the others may soon claim the game."""

    seat: int
    by: int
    silent: bool = False


class Returned(_Event, tag="returned", frozen=True):
    """A player who was warned of their absence is back."""

    seat: int


class Abandoned(_Event, tag="abandoned", frozen=True):
    """The others claimed the game from a player who stayed away or `silent`."""

    seat: int
    by: int
    silent: bool = False


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

PublicEvent: TypeAlias = (
    TableOpened
    | PlayerJoined
    | Left
    | Salted
    | Dealt
    | Moved
    | Resigned
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
    | RematchOffered
    | RematchDeclined
    | Rematched
    | Said
    | HandedOver
    | Closed
)
"""An event as clients see it: people are identified by seat and name, never by id."""


class OtherEvent(msgspec.Struct, frozen=True):
    """An event that is not a move, and the number of moves before it."""

    after: int
    event: Between
