"""Every message of the socket protocol, each a sealed type; `docs/protocol.md` explains them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from sommet.core.message import Message
from sommet.core.scene import Effect, Scene
from sommet.server.live.frame_schema import Change, DescribedMove, Frame, TableCard
from sommet.server.refusals import Refused
from sommet.server.tables import commands, events
from sommet.server.tables.commands import Command, Id, SeatNumber, Word

__all__ = [
    "VERSION",
    "Acknowledged",
    "ClientMessage",
    "Happened",
    "Hello",
    "Hint",
    "HintGiven",
    "Lift",
    "Listed",
    "Moves",
    "Mute",
    "Ping",
    "PlayerJoined",
    "Pong",
    "Present",
    "PublicEvent",
    "Query",
    "RefusedMessage",
    "Report",
    "ServerMessage",
    "Sketch",
    "Sketched",
    "TableOpened",
    "Thinking",
    "Touch",
    "Welcome",
    "You",
    "parse",
]

VERSION = 2
"""Of this protocol. Version 1 knows no changes of frames: each is whole."""

# --- from the client ---------------------------------------------------------------------------


class _ClientMessage(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", forbid_unknown_fields=True
):
    pass


class Hello(_ClientMessage, tag="hello", frozen=True):
    """The first message. `after` is the last number that the client has seen, when it returns;
    `lift` the seat whose view it wants, when it holds several; `version` the one of the protocol
    that it speaks."""

    after: int | None = None
    lift: SeatNumber | None = None
    version: int = 1


class Lift(_ClientMessage, tag="lift", frozen=True):
    """Lift the curtain for one of your seats, or draw it (null)."""

    id: Id
    seat: SeatNumber | None = None


class Sketch(_ClientMessage, tag="sketch", frozen=True):
    """How would a half-made turn look, and what can come next?"""

    id: Id
    path: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()


class Touch(_ClientMessage, tag="touch", frozen=True):
    """Somebody touched a solid that no step leads to, after the steps of `path`: why?"""

    id: Id
    at: Word
    path: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()


class Moves(_ClientMessage, tag="moves", frozen=True):
    """Which whole moves are there?"""

    id: Id


class Hint(_ClientMessage, tag="hint", frozen=True):
    """What would the machine play? Refused while people play each other."""

    id: Id


class Mute(_ClientMessage, tag="mute", frozen=True):
    """Hear nothing more of the person on a seat, or hear them again."""

    id: Id
    seat: SeatNumber
    muted: bool = True


class Report(_ClientMessage, tag="report", frozen=True):
    """Tell the operator about the person on a seat."""

    id: Id
    seat: SeatNumber
    words: Word = ""


class Ping(_ClientMessage, tag="ping", frozen=True):
    """Are you there? Either side may ask. `lag` is what the server last measured, in seconds."""

    id: Id
    lag: float | None = None


class Pong(_ClientMessage, tag="pong", frozen=True):
    """I am. `now` is the server's time, in seconds since 1970."""

    id: Id
    now: float | None = None


Query: TypeAlias = Hello | Lift | Sketch | Touch | Moves | Hint | Mute | Report | Ping | Pong
ClientMessage: TypeAlias = Query | Command

_incoming: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def parse(text: str | bytes) -> ClientMessage:
    """A message from a client; msgspec.ValidationError or DecodeError if it is none."""
    return _incoming.decode(text)


# --- from the server ---------------------------------------------------------------------------


class _ServerMessage(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class You(_ServerMessage, tag="you", frozen=True):
    """The seats that are yours, and the one whose view you get."""

    seats: tuple[int, ...] = ()
    viewer: int | None = None
    name: str = ""


class Between(msgspec.Struct, frozen=True):
    """What happened after so many moves, and was no move itself."""

    after: int
    event: events.Between


class Welcome(_ServerMessage, tag="welcome", frozen=True):
    """Everything, for who comes new or was away for too long."""

    sequence: int
    now: float
    table: TableCard
    frame: Frame
    moves: tuple[str, ...] = ()
    told: tuple[DescribedMove, ...] = ()
    """What each of the moves did."""
    between: tuple[Between, ...] = ()
    """What else happened, in order."""
    said: tuple[events.Said, ...] = ()
    phrases: tuple[str, ...] = commands.PHRASES


class PlayerJoined(_ServerMessage, tag="joined", frozen=True):
    """Somebody sat down."""

    seat: int
    name: str


class TableOpened(_ServerMessage, tag="opened", frozen=True):
    """The table was set."""


PublicEvent: TypeAlias = (
    TableOpened
    | PlayerJoined
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


class Happened(_ServerMessage, tag="happened", frozen=True):
    """Something happened: the event's number and code, what it did to the board, and what changed:
    in a `frame` for who missed something or speaks version 1, else in a `change`."""

    sequence: int
    at: float
    event: PublicEvent
    frame: Frame | None = None
    change: Change | None = None
    effects: tuple[Effect, ...] = ()
    told: Message | None = None
    """What a move did, for a sentence."""


class Present(_ServerMessage, tag="present", frozen=True):
    """Who is there now: a truth for each seat; how many connections only watch, here."""

    seats: tuple[bool, ...]
    watching: int


class Thinking(_ServerMessage, tag="thinking", frozen=True):
    """A bot thinks; `waiting` are the thoughts in the queue, and in some `seconds` it will move."""

    seat: int
    waiting: int
    seconds: float = 0.0


class Acknowledged(_ServerMessage, tag="ack", frozen=True):
    """The command with this id is committed, as the event of this number (0: it made none)."""

    id: str
    sequence: int = 0


class RefusedMessage(_ServerMessage, tag="refused", frozen=True):
    """A message that was not followed; `id` is missing when it could not be read."""

    refused: Refused
    id: str = ""


class Sketched(_ServerMessage, tag="sketched", frozen=True):
    id: str
    path: tuple[str, ...]
    scene: Scene
    effects: tuple[Effect, ...]
    steps: tuple[str, ...]
    whole: tuple[str, ...]
    """The steps after which the turn is whole and cannot go on."""
    end: bool


class Listed(_ServerMessage, tag="listed", frozen=True):
    id: str
    position: int
    moves: tuple[str, ...]


class HintGiven(_ServerMessage, tag="hint_given", frozen=True):
    id: str
    position: int
    move: str
    path: tuple[str, ...]
    """The steps of the move."""
    value: float
    told: Message | None = None


ServerMessage: TypeAlias = (
    Welcome
    | Happened
    | You
    | Present
    | Thinking
    | Acknowledged
    | RefusedMessage
    | Sketched
    | Listed
    | HintGiven
    | Ping
    | Pong
)
