"""Requests and responses of the HTTP API, apart from the messages of live play."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from sommet.core.message import Message
from sommet.core.scene import Effect, Scene
from sommet.wire.clocks import Clock, Untimed
from sommet.wire.frame import Ended, Frame, TableCard

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
    "LobbyCard",
    "MoveEvaluation",
    "NameRequest",
    "NameResponse",
    "OptionCard",
    "PairingRequest",
    "ParsedRecord",
    "Preview",
    "PushDevice",
    "PushState",
    "PushUnavailable",
    "RecordMove",
    "RecordText",
    "Scope",
    "TableView",
    "Token",
    "TokenRequest",
    "VariationMove",
    "Verification",
    "Viewer",
]

Text = Annotated[str, msgspec.Meta(max_length=20_000)]
Scope: TypeAlias = Literal["play", "read"]
"""What a token allows: `read` to look at what its owner sees, `play` also to act at tables."""


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)]


class NameResponse(msgspec.Struct, frozen=True):
    name: str


class DeviceLinkCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a private link."""

    link: Annotated[str, msgspec.Meta(max_length=300)]


class DeviceLink(msgspec.Struct, frozen=True):
    """A private link that signs another device in as you, once, within ten minutes. `link` is its
    code, `qr` an SVG of its address."""

    link: str
    address: str
    qr: str


class TokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new token. With the scope `read` it can look but not act."""

    label: Annotated[str, msgspec.Meta(max_length=64)] = "bot"
    scope: Scope = "play"


class Token(msgspec.Struct, frozen=True):
    """Shown once; send it as `Authorization: Bearer …`."""

    token: str


PushUnavailable: TypeAlias = Literal["no_https", "not_installed"]
"""Why a server sends no notices."""


class PushState(msgspec.Struct, frozen=True):
    """Notices on devices: the server's public key, why there are none, and the ids of your devices
    that get them: the SHA-256 of each one's endpoint."""

    key: str
    unavailable: PushUnavailable | None
    devices: tuple[str, ...]


class PushDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device as its browser's push service describes it, with its keys in base64url."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1024)]
    key: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


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
    """Your seats, and the one whose view you get."""

    seats: tuple[int, ...]
    viewer: int | None


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer sees it."""

    sequence: int
    table: TableCard
    frame: Frame
    you: Viewer
    moves: tuple[str, ...]


class LobbyCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in a list; its frame has no board. `played` is the number of moves, `yours` are your
    seats, `opened` is when it was created, and `winners` is set once the game is over."""

    sequence: int
    table: TableCard
    frame: Frame
    played: int = 0
    yours: tuple[int, ...] = ()
    opened: float = 0.0
    winners: tuple[int, ...] | None = None


class CommandResult(msgspec.Struct, frozen=True):
    """The sequence number of the event that a command caused."""

    sequence: int


class PairingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to play against a stranger."""

    game: str
    options: dict[str, str | int] = {}
    clock: Clock = Untimed()


class InvitationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to invite someone to; default: any free seat."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)] | None = None


class Invitation(msgspec.Struct, frozen=True):
    """`code` goes into the command `sit`; `qr` is an SVG of the link."""

    code: str
    link: str
    qr: str


class FreePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any position by its text; default: the start. `level` defaults to the strongest; `lines` is
    the number of moves to evaluate."""

    game: str
    options: dict[str, str | int] = {}
    position: Text = ""
    level: str = ""
    lines: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 12


class MoveEvaluation(msgspec.Struct, frozen=True):
    """A move and its value for the player to move, from 0 to 1. `line` is the likely continuation;
    `proven` says whether the value is exact; `distance` is the number of moves, by all players,
    until the game ends, if known; `description` is what the move does."""

    move: str
    value: float
    line: tuple[str, ...]
    proven: bool
    distance: int | None
    description: Message | None


class AnalysisResult(msgspec.Struct, frozen=True):
    position: str
    turn: int
    moves: tuple[MoveEvaluation, ...]


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text."""

    record: Text


VerificationPart: TypeAlias = str | int | tuple[str, ...] | None


class Verification(msgspec.Struct, frozen=True):
    """Whether the deal matches its commitment. Anyone can check it from `parts`: the SHA-256 of
    `seed` is `commitment`, and seed and salts determine `start`."""

    ok: bool
    code: str
    words: str
    parts: dict[str, VerificationPart] = {}


# --- for the scripts of the pages ----------------------------------------------------------------


class HistoryScene(msgspec.Struct, frozen=True):
    """The scene after a move, the effects of that move, and the position's text."""

    scene: Scene
    effects: tuple[Effect, ...]
    text: str


class VariationMove(msgspec.Struct, frozen=True):
    """A move of a variation: the scene, effects and position text after it, who made it, and
    `description`, what it does."""

    scene: Scene
    effects: tuple[Effect, ...]
    text: str
    move: str
    seat: int
    description: Message | None


class DraftTurn(msgspec.Struct, frozen=True):
    """A player who may be to move in a draft: name, the draft's text with that turn, and whether it
    is their turn now."""

    name: str
    text: str
    now: bool


class Draft(msgspec.Struct, frozen=True):
    """A position being set up by hand. `edits` maps each step in the scene to the text it leads to,
    or to an empty text where it picks a piece up (`held` is that step). `problem` says why
    the draft is not a position yet."""

    text: str
    scene: Scene
    held: str
    edits: dict[str, str]
    turns: tuple[DraftTurn, ...]
    problem: str


class Preview(msgspec.Struct, frozen=True):
    """A self-playing game: its first scene, and the effects of each step."""

    scene: Scene
    moves: tuple[tuple[Effect, ...], ...]


class FreeBoardState(msgspec.Struct, frozen=True):
    """A free board after some steps of a turn, and the steps that can follow.

    `view` is the position as the player to move sees it. A complete turn leads to `next`, the text
    of the position after it. `correct` says whether it is the wanted move or solves the exercise,
    which comments on it in `words`.
    """

    text: str
    view: str
    turn: int
    seats: int
    scene: Scene
    effects: tuple[Effect, ...]
    steps: tuple[str, ...]
    end: bool
    outcome: Ended | UnsetType = UNSET
    move: str | UnsetType = UNSET
    next: str | UnsetType = UNSET
    correct: bool | UnsetType = UNSET
    words: str | UnsetType = UNSET


class RecordMove(msgspec.Struct, frozen=True):
    """A position, the move played there, and its steps."""

    text: str
    move: str
    path: tuple[str, ...]


class ParsedRecord(msgspec.Struct, frozen=True):
    """A parsed record: its game, each position with the move played there, the last position, and
    the verdict on its deal."""

    game: str
    options: str
    verdict: str
    line: tuple[RecordMove, ...]
    text: str
    outcome: Ended | UnsetType = UNSET
