"""Messages from a client over the WebSocket: queries, settings and commands."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from sommet.wire.commands import Command, Id, SeatNumber, Word

__all__ = [
    "VERSION",
    "ClientMessage",
    "Explain",
    "Hello",
    "Hint",
    "Moves",
    "Mute",
    "Ping",
    "Pong",
    "Query",
    "Report",
    "Sketch",
    "ViewAs",
    "parse",
]

VERSION = 4
"""The protocol version. Clients that name an older one, or none, are refused."""


class _ClientMessage(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", forbid_unknown_fields=True
):
    pass


class Hello(_ClientMessage, tag="hello", frozen=True, forbid_unknown_fields=False):
    """The first message. `view_as` is the seat whose view a client wants, if it has several;
    `version` is its protocol version. A returning client sends `after`, the sequence number of its
    frame, and `viewer`, the seat whose frame it is (missing for a spectator's).

    Unknown fields are ignored, so that a page of any version can be asked to reload.
    """

    after: int | None = None
    viewer: SeatNumber | None = None
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
