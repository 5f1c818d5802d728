"""What the API takes and gives, beyond the messages of live play."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from sommet.core.message import Message
from sommet.core.scene import Effect, Scene
from sommet.server.live.frame_schema import Ended, Frame, TableCard
from sommet.server.tables.clock import Clock, Untimed

__all__ = [
    "AnalysisResult",
    "CommandResult",
    "DeviceLink",
    "DeviceLinkCode",
    "Draft",
    "DraftTurn",
    "FreeBoardState",
    "FreePosition",
    "GameCard",
    "HistoryScene",
    "Invitation",
    "InvitationRequest",
    "MoveEvaluation",
    "NameRequest",
    "NameResponse",
    "OptionCard",
    "PairingRequest",
    "ParsedRecord",
    "Preview",
    "RecordMove",
    "RecordText",
    "TableView",
    "Token",
    "TokenLabel",
    "VariationMove",
    "Verification",
    "Viewer",
]

Text = Annotated[str, msgspec.Meta(max_length=20_000)]


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)]


class NameResponse(msgspec.Struct, frozen=True):
    name: str


class DeviceLinkCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a private link."""

    link: Annotated[str, msgspec.Meta(max_length=300)]


class DeviceLink(msgspec.Struct, frozen=True):
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


class Viewer(msgspec.Struct, frozen=True):
    """The seats that are yours, and the one whose view you get."""

    seats: tuple[int, ...]
    viewer: int | None


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer sees it now."""

    sequence: int
    table: TableCard
    frame: Frame
    you: Viewer
    moves: tuple[str, ...]


class CommandResult(msgspec.Struct, frozen=True):
    """The number of the event that a command led to."""

    sequence: int


class PairingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you would like to play with a stranger."""

    game: str
    options: dict[str, str | int] = {}
    clock: Clock = Untimed()


class InvitationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class MoveEvaluation(msgspec.Struct, frozen=True):
    """A move, what it is worth to the seat to move (0 to 1), how play may go on, whether the worth
    is proven, and in how many moves of all players the game is then over, where that is known. What
    the move does is `told`, for a sentence."""

    move: str
    value: float
    line: tuple[str, ...]
    proven: bool
    distance: int | None
    told: Message | None


class AnalysisResult(msgspec.Struct, frozen=True):
    position: str
    turn: int
    moves: tuple[MoveEvaluation, ...]


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text."""

    record: Text


VerificationPart: TypeAlias = str | int | tuple[str, ...] | None


class Verification(msgspec.Struct, frozen=True):
    """Whether the deal is the one that was committed to. `parts` are what anyone can check it
    with: the SHA-256 of `seed` is `commitment`; seed and salts lead to `start`."""

    ok: bool
    code: str
    words: str
    parts: dict[str, VerificationPart] = {}


# --- for the scripts of the pages ----------------------------------------------------------------


class HistoryScene(msgspec.Struct, frozen=True):
    """The scene after a move, what that move did, and the position's text."""

    scene: Scene
    effects: tuple[Effect, ...]
    text: str


class VariationMove(msgspec.Struct, frozen=True):
    """A move of a line: the scene after it, what it did, the position's text then; the move itself,
    who made it and what it did, for a sentence."""

    scene: Scene
    effects: tuple[Effect, ...]
    text: str
    move: str
    seat: int
    told: Message | None


class DraftTurn(msgspec.Struct, frozen=True):
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
    turns: tuple[DraftTurn, ...]
    wrong: str


class Preview(msgspec.Struct, frozen=True):
    """A game that plays itself: a first scene, and what happens then."""

    scene: Scene
    moves: tuple[tuple[Effect, ...], ...]


class FreeBoardState(msgspec.Struct, frozen=True):
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


class RecordMove(msgspec.Struct, frozen=True):
    """A position, and the move that was made there with its steps."""

    text: str
    move: str
    path: tuple[str, ...]


class ParsedRecord(msgspec.Struct, frozen=True):
    """What a record tells: its game, each position with the move made there, the last position,
    whether its deal is the promised one."""

    game: str
    options: str
    verdict: str
    line: tuple[RecordMove, ...]
    text: str
    outcome: Ended | UnsetType = UNSET
