"""Every message of the socket protocol, each a sealed type; `docs/protocol.md` explains them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from sommet.core.message import Message
from sommet.core.scene import Effect, Scene
from sommet.server.live.frame_schema import Change, Frame, TableCard, ToldMove
from sommet.server.refusals import Refused
from sommet.server.tables import commands, events
from sommet.server.tables.commands import Command, Id, SeatNumber, Word

__all__ = [
    "VERSION",
    "Acknowledged",
    "Answer",
    "Ask",
    "Happened",
    "Happening",
    "Hello",
    "Hint",
    "HintGiven",
    "Incoming",
    "Lift",
    "Listed",
    "Moves",
    "Mute",
    "Ping",
    "Pong",
    "Present",
    "Report",
    "SatDown",
    "Sketch",
    "Sketched",
    "TableSet",
    "Thinking",
    "Touch",
    "Trouble",
    "Welcome",
    "You",
    "parse",
]

VERSION = 2
"""Of this protocol. Version 1 knows no changes of frames: each is whole."""

# --- from the client ---------------------------------------------------------------------------


class _Ask(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", forbid_unknown_fields=True
):
    pass


class Hello(_Ask, tag="hello", frozen=True):
    """The first message. `after` is the last number that the client has seen, when it returns;
    `lift` the seat whose view it wants, when it holds several; `version` the one of the protocol
    that it speaks."""

    after: int | None = None
    lift: SeatNumber | None = None
    version: int = 1


class Lift(_Ask, tag="lift", frozen=True):
    """Lift the curtain for one of your seats, or draw it (null)."""

    id: Id
    seat: SeatNumber | None = None


class Sketch(_Ask, tag="sketch", frozen=True):
    """How would a half-made turn look, and what can come next?"""

    id: Id
    path: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()


class Touch(_Ask, tag="touch", frozen=True):
    """Somebody touched a solid that no step leads to, after the steps of `path`: why?"""

    id: Id
    at: Word
    path: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()


class Moves(_Ask, tag="moves", frozen=True):
    """Which whole moves are there?"""

    id: Id


class Hint(_Ask, tag="hint", frozen=True):
    """What would the machine play? Refused while people play each other."""

    id: Id


class Mute(_Ask, tag="mute", frozen=True):
    """Hear nothing more of the person on a seat, or hear them again."""

    id: Id
    seat: SeatNumber
    muted: bool = True


class Report(_Ask, tag="report", frozen=True):
    """Tell the operator about the person on a seat."""

    id: Id
    seat: SeatNumber
    words: Word = ""


class Ping(_Ask, tag="ping", frozen=True):
    """Are you there? Either side may ask. `lag` is what the server last measured, in seconds."""

    id: Id
    lag: float | None = None


class Pong(_Ask, tag="pong", frozen=True):
    """I am. `now` is the server's time, in seconds since 1970."""

    id: Id
    now: float | None = None


Ask: TypeAlias = Hello | Lift | Sketch | Touch | Moves | Hint | Mute | Report | Ping | Pong
Incoming: TypeAlias = Ask | Command

_incoming: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


def parse(text: str | bytes) -> Incoming:
    """A message from a client; msgspec.ValidationError or DecodeError if it is none."""
    return _incoming.decode(text)


# --- from the server ---------------------------------------------------------------------------


class _Answer(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class You(_Answer, tag="you", frozen=True):
    """The seats that are yours, and the one whose view you get."""

    seats: tuple[int, ...] = ()
    viewer: int | None = None
    name: str = ""


class Between(msgspec.Struct, frozen=True):
    """What happened after so many moves, and was no move itself."""

    after: int
    event: events.Between


class Welcome(_Answer, tag="welcome", frozen=True):
    """Everything, for who comes new or was away for too long."""

    sequence: int
    now: float
    table: TableCard
    frame: Frame
    moves: tuple[str, ...] = ()
    told: tuple[ToldMove, ...] = ()
    """What each of the moves did."""
    between: tuple[Between, ...] = ()
    """What else happened, in order."""
    said: tuple[events.Said, ...] = ()
    phrases: tuple[str, ...] = commands.PHRASES


class SatDown(_Answer, tag="joined", frozen=True):
    """Somebody sat down."""

    seat: int
    name: str


class TableSet(_Answer, tag="opened", frozen=True):
    """The table was set."""


Happening: TypeAlias = (
    TableSet
    | SatDown
    | events.Left
    | events.Salted
    | events.Dealt
    | events.Moved
    | events.Resigned
    | events.Flagged
    | events.Warned
    | events.Returned
    | events.Abandoned
    | events.DrawOffered
    | events.DrawDeclined
    | events.DrawAgreed
    | events.TakebackAsked
    | events.TakebackDeclined
    | events.TakenBack
    | events.RematchOffered
    | events.RematchDeclined
    | events.Rematched
    | events.Said
    | events.HandedOver
    | events.Closed
)
"""An event as it is told: people by their seats and names, never by their ids."""


class Happened(_Answer, tag="happened", frozen=True):
    """Something happened: the event's number and code, what it did to the board, and what changed:
    in a `frame` for who missed something or speaks version 1, else in a `change`."""

    sequence: int
    at: float
    event: Happening
    frame: Frame | None = None
    change: Change | None = None
    effects: tuple[Effect, ...] = ()
    told: Message | None = None
    """What a move did, for a sentence."""


class Present(_Answer, tag="present", frozen=True):
    """Who is there now: a truth for each seat; how many connections only watch, here."""

    seats: tuple[bool, ...]
    watching: int


class Thinking(_Answer, tag="thinking", frozen=True):
    """A bot thinks; `waiting` are the thoughts in the queue, and in some `seconds` it will move."""

    seat: int
    waiting: int
    seconds: float = 0.0


class Acknowledged(_Answer, tag="ack", frozen=True):
    """The command with this id is committed, as the event of this number (0: it made none)."""

    id: str
    sequence: int = 0


class Trouble(_Answer, tag="refused", frozen=True):
    """A message that was not followed; `id` is missing when it could not be read."""

    refused: Refused
    id: str = ""


class Sketched(_Answer, tag="sketched", frozen=True):
    id: str
    path: tuple[str, ...]
    scene: Scene
    effects: tuple[Effect, ...]
    steps: tuple[str, ...]
    whole: tuple[str, ...]
    """The steps after which the turn is whole and cannot go on."""
    end: bool


class Listed(_Answer, tag="listed", frozen=True):
    id: str
    position: int
    moves: tuple[str, ...]


class HintGiven(_Answer, tag="hint_given", frozen=True):
    id: str
    position: int
    move: str
    path: tuple[str, ...]
    """The steps of the move."""
    value: float
    told: Message | None = None


Answer: TypeAlias = (
    Welcome
    | Happened
    | You
    | Present
    | Thinking
    | Acknowledged
    | Trouble
    | Sketched
    | Listed
    | HintGiven
    | Ping
    | Pong
)
