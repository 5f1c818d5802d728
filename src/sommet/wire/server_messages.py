"""Messages from the server over the WebSocket."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from sommet.core.message import Message
from sommet.core.scene import Effect, Scene
from sommet.wire.client_messages import Ping, Pong
from sommet.wire.commands import PHRASES
from sommet.wire.events import OtherEvent, PublicEvent, Said
from sommet.wire.frame import DescribedMove, Frame, TableCard
from sommet.wire.merge_patch import Patch
from sommet.wire.refusals import Refused

__all__ = [
    "Acknowledged",
    "Happened",
    "HintGiven",
    "Listed",
    "Present",
    "RefusedMessage",
    "ServerMessage",
    "Sketched",
    "Thinking",
    "Welcome",
    "You",
]


class _ServerMessage(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class You(_ServerMessage, tag="you", frozen=True):
    """Your seats, and the seat whose view you get. If that has changed, the `patch` (RFC 7396)
    leads from the frame of the view before to that of the new one."""

    seats: tuple[int, ...] = ()
    viewer: int | None = None
    name: str = ""
    patch: Patch = {}


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
    chat: tuple[Said, ...] = ()
    phrases: tuple[str, ...] = PHRASES


class Happened(_ServerMessage, tag="happened", frozen=True):
    """An event, its effects on the board, and the `patch` (RFC 7396) that leads from the frame
    before it to the frame after it."""

    sequence: int
    at: float
    event: PublicEvent
    patch: Patch = {}
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
