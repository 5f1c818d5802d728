"""The messages of the WebSocket protocol; `docs/protocol.md` explains them."""

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
    "Explain",
    "Happened",
    "Hello",
    "Hint",
    "HintGiven",
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
    "ViewAs",
    "Welcome",
    "You",
    "parse",
]

VERSION = 3
"""The protocol version. Clients that name an older one, or none, get complete frames instead of
changes."""

# --- from the client ---------------------------------------------------------------------------


class _ClientMessage(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", forbid_unknown_fields=True
):
    pass


class Hello(_ClientMessage, tag="hello", frozen=True, forbid_unknown_fields=False):
    """The first message. `after` is the last sequence number that a returning client has seen;
    `view_as` is the seat whose view it wants, if it has several; `version` is its protocol version.

    Unknown fields are ignored, so that a page of any version can be asked to reload.
    """

    after: int | None = None
    view_as: SeatNumber | None = None
    version: int = 1


class ViewAs(_ClientMessage, tag="view_as", frozen=True):
    """Show the view of one of your seats, or of a spectator (null)."""

    id: Id
    seat: SeatNumber | None = None


class Sketch(_ClientMessage, tag="sketch", frozen=True):
    """Ask how an incomplete turn looks, and which steps can follow."""

    id: Id
    path: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()


class Explain(_ClientMessage, tag="explain", frozen=True):
    """Ask why a solid can't be chosen after the steps of `path`."""

    id: Id
    at: Word
    path: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()


class Moves(_ClientMessage, tag="moves", frozen=True):
    """Ask for all legal moves."""

    id: Id


class Hint(_ClientMessage, tag="hint", frozen=True):
    """Ask what the engine would play. Refused in games between people."""

    id: Id


class Mute(_ClientMessage, tag="mute", frozen=True):
    """Mute the person on a seat, or unmute them."""

    id: Id
    seat: SeatNumber
    muted: bool = True


class Report(_ClientMessage, tag="report", frozen=True):
    """Report the person on a seat to the operator."""

    id: Id
    seat: SeatNumber
    words: Word = ""


class Ping(_ClientMessage, tag="ping", frozen=True):
    """Sent by either side to check the connection. `lag` is the latest latency, in seconds."""

    id: Id
    lag: float | None = None


class Pong(_ClientMessage, tag="pong", frozen=True):
    """The reply to a ping. `now` is the server's time, in seconds since 1970."""

    id: Id
    now: float | None = None


Query: TypeAlias = Hello | ViewAs | Sketch | Explain | Moves | Hint | Mute | Report | Ping | Pong
ClientMessage: TypeAlias = Query | Command

_incoming: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def parse(text: str | bytes) -> ClientMessage:
    """Parse a client's message. Raises msgspec.ValidationError or DecodeError."""
    return _incoming.decode(text)


# --- from the server ---------------------------------------------------------------------------


class _ServerMessage(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class You(_ServerMessage, tag="you", frozen=True):
    """Your seats, and the seat whose view you get."""

    seats: tuple[int, ...] = ()
    viewer: int | None = None
    name: str = ""


class OtherEvent(msgspec.Struct, frozen=True):
    """An event that is not a move, and the number of moves before it."""

    after: int
    event: events.Between


class Welcome(_ServerMessage, tag="welcome", frozen=True):
    """The complete table, for clients that are new or were away too long."""

    sequence: int
    now: float
    table: TableCard
    frame: Frame
    moves: tuple[str, ...] = ()
    descriptions: tuple[DescribedMove, ...] = ()
    """Who made each move, and what it did."""
    other_events: tuple[OtherEvent, ...] = ()
    """Events other than moves, in order."""
    chat: tuple[events.Said, ...] = ()
    phrases: tuple[str, ...] = commands.PHRASES


class PlayerJoined(_ServerMessage, tag="joined", frozen=True):
    """Someone took a seat."""

    seat: int
    name: str


class TableOpened(_ServerMessage, tag="opened", frozen=True):
    """The table was created."""


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
"""An event as clients see it: people are identified by seat and name, never by id."""


class Happened(_ServerMessage, tag="happened", frozen=True):
    """An event, its effects on the board, and the new state: a `frame` for clients that missed
    something or use an older version, otherwise a `change`."""

    sequence: int
    at: float
    event: PublicEvent
    frame: Frame | None = None
    change: Change | None = None
    effects: tuple[Effect, ...] = ()
    description: Message | None = None
    """A description of the move."""


class Present(_ServerMessage, tag="present", frozen=True):
    """Whether each seat's player is present, and the number of spectators on this process."""

    seats: tuple[bool, ...]
    spectators: int


class Thinking(_ServerMessage, tag="thinking", frozen=True):
    """A bot is thinking; `waiting` is the length of the queue, `seconds` the estimated time."""

    seat: int
    waiting: int
    seconds: float = 0.0


class Acknowledged(_ServerMessage, tag="ack", frozen=True):
    """The message with this id was executed; `sequence` is the number of its event, or 0."""

    id: str
    sequence: int = 0


class RefusedMessage(_ServerMessage, tag="refused", frozen=True):
    """A message was refused; `id` is missing if the message could not be parsed."""

    refused: Refused
    id: str = ""


class Sketched(_ServerMessage, tag="sketched", frozen=True):
    id: str
    path: tuple[str, ...]
    scene: Scene
    effects: tuple[Effect, ...]
    steps: tuple[str, ...]
    finishing_steps: tuple[str, ...]
    """Those steps that complete the turn."""
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
    description: Message | None = None


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
