"""What the API takes and gives, beyond the messages of live play."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from sommet.core.message import Phrase
from sommet.core.scene import Effect, Scene
from sommet.server.live.frame_schema import Ended, Frame, TableCard
from sommet.server.tables.clock import Clock, Untimed

__all__ = [
    "Analysed",
    "Assessment",
    "Carriage",
    "Done",
    "Draft",
    "Eyes",
    "FreePosition",
    "FreeSketch",
    "GameCard",
    "Invitation",
    "InvitationFor",
    "Link",
    "Mover",
    "Name",
    "Named",
    "OptionCard",
    "PastMove",
    "PastScene",
    "Played",
    "Preview",
    "ReadRecord",
    "RecordText",
    "Seen",
    "Token",
    "TokenLabel",
    "Verification",
    "Wish",
]

Text = Annotated[str, msgspec.Meta(max_length=20_000)]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)]


class Named(msgspec.Struct, frozen=True):
    name: str


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a private link."""

    link: Annotated[str, msgspec.Meta(max_length=300)]


class Carriage(msgspec.Struct, frozen=True):
    """A private link carries you to another device, once, within ten minutes: `link` is its code,
    `qr` an SVG of its address."""

    link: str
    address: str
    qr: str


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


class Eyes(msgspec.Struct, frozen=True):
    """The seats that are yours, and the one whose view you get."""

    seats: tuple[int, ...]
    viewer: int | None


class Seen(msgspec.Struct, frozen=True):
    """A table as one viewer sees it now."""

    sequence: int
    table: TableCard
    frame: Frame
    you: Eyes
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


class FreePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A free position by its text; without one, the start. Without a level, the strongest. `lines`
    is how many moves to tell of."""

    game: str
    options: dict[str, str | int] = {}
    position: Text = ""
    level: str = ""
    lines: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 12


class Assessment(msgspec.Struct, frozen=True):
    """A move, what it is worth to the seat to move (0 to 1), how play may go on, whether the worth
    is proven, and in how many moves of all players the game is then over, where that is known. What
    the move does is `told`, for a sentence."""

    move: str
    value: float
    line: tuple[str, ...]
    proven: bool
    distance: int | None
    told: Phrase | None


class Analysed(msgspec.Struct, frozen=True):
    position: str
    turn: int
    moves: tuple[Assessment, ...]


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text."""

    record: Text


Part: TypeAlias = str | int | tuple[str, ...] | None


class Verification(msgspec.Struct, frozen=True):
    """Whether the deal is the one that was committed to. `parts` are what anyone can check it
    with: the SHA-256 of `seed` is `commitment`; seed and salts lead to `start`."""

    ok: bool
    code: str
    words: str
    parts: dict[str, Part] = {}


# --- for the scripts of the pages ----------------------------------------------------------------


class PastScene(msgspec.Struct, frozen=True):
    """The scene after a move, what that move did, and the position's text."""

    scene: Scene
    effects: tuple[Effect, ...]
    text: str


class Played(msgspec.Struct, frozen=True):
    """A move of a line: the scene after it, what it did, the position's text then; the move itself,
    who made it and what it did, for a sentence."""

    scene: Scene
    effects: tuple[Effect, ...]
    text: str
    move: str
    seat: int
    told: Phrase | None


class Mover(msgspec.Struct, frozen=True):
    """Who may be to move in a draft: their name, the text that says so, whether it does now."""

    name: str
    text: str
    now: bool


class Draft(msgspec.Struct, frozen=True):
    """A position that is set up by hand. Its scene offers the edits: the text that each step leads
    to, or an empty one where it takes a piece in hand (`held`, by its step). `wrong` says why it is
    no position yet."""

    text: str
    scene: Scene
    held: str
    edits: dict[str, str]
    turns: tuple[Mover, ...]
    wrong: str


class Preview(msgspec.Struct, frozen=True):
    """A game that plays itself: a first scene, and what happens then."""

    scene: Scene
    moves: tuple[tuple[Effect, ...], ...]


class FreeSketch(msgspec.Struct, frozen=True):
    """How a free position looks after some steps, and what can come next.

    `seen` is the position with the eyes of who is to move. A whole turn leads to `next`, the text
    of the position after it. `right` says whether that is where the wanted move leads, or whether
    it solves an exercise, which has `words` for it.
    """

    text: str
    seen: str
    turn: int
    seats: int
    scene: Scene
    effects: tuple[Effect, ...]
    steps: tuple[str, ...]
    end: bool
    outcome: Ended | UnsetType = UNSET
    move: str | UnsetType = UNSET
    next: str | UnsetType = UNSET
    right: bool | UnsetType = UNSET
    words: str | UnsetType = UNSET


class PastMove(msgspec.Struct, frozen=True):
    """A position, and the move that was made there with its steps."""

    text: str
    move: str
    path: tuple[str, ...]


class ReadRecord(msgspec.Struct, frozen=True):
    """What a record tells: its game, each position with the move made there, the last position,
    whether its deal is the promised one."""

    game: str
    options: str
    verdict: str
    line: tuple[PastMove, ...]
    text: str
    outcome: Ended | UnsetType = UNSET
