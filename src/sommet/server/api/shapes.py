"""What the API takes and gives, beyond the messages of live play."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from sommet.server.live.messages import Frame, TableCard
from sommet.server.tables.clock import Clock, Untimed

__all__ = [
    "Analysed",
    "Assessment",
    "Done",
    "GameCard",
    "Invitation",
    "InvitationFor",
    "Link",
    "Name",
    "Named",
    "OptionCard",
    "Position",
    "RecordText",
    "Seen",
    "Token",
    "TokenLabel",
    "Verification",
    "Wish",
    "You",
]

Text = Annotated[str, msgspec.Meta(max_length=20_000)]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)]


class Named(msgspec.Struct, frozen=True):
    name: str


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A private link carries you to another device; it works for a quarter of an hour."""

    link: Annotated[str, msgspec.Meta(max_length=300)]


class TokenLabel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: Annotated[str, msgspec.Meta(max_length=64)] = "bot"


class Token(msgspec.Struct, frozen=True):
    """Shown once; send it as `Authorization: Bearer …`."""

    token: str


class OptionCard(msgspec.Struct, frozen=True):
    name: str
    values: tuple[str | int, ...]
    default: str | int | None


class GameCard(msgspec.Struct, frozen=True):
    id: str
    name: str
    options: tuple[OptionCard, ...]
    seats: int
    draws: bool
    levels: tuple[str, ...]


class You(msgspec.Struct, frozen=True):
    seats: tuple[int, ...]
    viewer: int | None


class Seen(msgspec.Struct, frozen=True):
    """A table as one viewer sees it now."""

    sequence: int
    table: TableCard
    frame: Frame
    you: You
    moves: tuple[str, ...]


class Done(msgspec.Struct, frozen=True):
    """The number of the event that a command led to."""

    sequence: int


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you would like to play with a stranger."""

    game: str
    options: dict[str, str | int] = {}
    clock: Clock = Untimed()


class InvitationFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to invite to, or any free one."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)] | None = None


class Invitation(msgspec.Struct, frozen=True):
    """`code` goes into the command `sit`; `qr` is an SVG of the link."""

    code: str
    link: str
    qr: str


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A free position by its text; without one, the start."""

    game: str
    options: dict[str, str | int] = {}
    position: Text = ""
    level: str = "gentle"


class Assessment(msgspec.Struct, frozen=True):
    """A move, what it is worth to the seat to move (0 to 1), and how play may go on."""

    move: str
    value: float
    line: tuple[str, ...]


class Analysed(msgspec.Struct, frozen=True):
    position: str
    turn: int
    moves: tuple[Assessment, ...]


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text."""

    record: Text


class Verification(msgspec.Struct, frozen=True):
    """Whether the deal is the one that was committed to. `parts` are what anyone can check it
    with: the SHA-256 of `seed` is `commitment`; seed and salts lead to `start`."""

    ok: bool
    code: str
    words: str
    parts: dict[str, Any] = {}
