"""What is shown of a table: its card, its frame with seats, clocks and board, and what changes."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from sommet.core.message import Message
from sommet.core.scene import Camera, Effect, Label, Place, Scene, Solid, Spot, Target, Trail
from sommet.server.tables.clock import Clock
from sommet.server.tables.table_state import Stage

__all__ = [
    "Board",
    "BoardChange",
    "Change",
    "Clocks",
    "DescribedMove",
    "Ended",
    "Frame",
    "SceneChange",
    "Seat",
    "TableCard",
]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chair: `free` or `invited` while nobody sits there, then `taken`, and `left` once its
    player has given up. A bot has a `level`, and its `name` is the code of a nickname. Partners
    have the same `team`, from 1. With `salting`, its player's salt is to come. `program` marks a
    program of somebody's own, which came by a token."""

    state: Literal["free", "invited", "taken", "left"]
    name: str = ""
    level: str = ""
    salt: str = ""
    salting: bool = False
    team: int = 0
    program: bool = False


class Clocks(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seconds that each seat had when the turn began, and when that was (server's time)."""

    left: tuple[float, ...]
    since: float
    ticking: bool = False


class Ended(msgspec.Struct, frozen=True):
    """How a game ended: who won, what that is for them, why, by which figure, who left last."""

    winners: tuple[int, ...]
    result: str
    reason: str
    figures: dict[str, tuple[int, ...]]
    decided: str
    leavers: tuple[int, ...]
    secrets: tuple[str, ...] = ()
    """For each seat the letters of its secret colours; none where nothing was hidden."""
    parts: dict[str, tuple[int, ...]] | UnsetType = UNSET
    """What each seat brought to the figures of its side; there are none where everyone
    played alone."""
    colours: str | UnsetType = UNSET
    """The letter of each seat's colour, where that was no secret."""
    won: dict[str, int] | UnsetType = UNSET
    """The seat that won each figure, where the game went to whoever won more of them."""


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """What stands on the table for one viewer. `steps` are there only on the viewer's turn; those
    of them that are a whole turn are in `whole`. `secrets` are the solids whose faces not everybody
    sees."""

    view: str
    scene: Scene
    steps: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    outcome: Ended | None = None
    seed: str = ""
    closing: tuple[Effect, ...] = ()


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the table stands for one viewer. `board` is missing when it did not change."""

    stage: Stage
    position: int
    seats: tuple[Seat, ...]
    turn: int | None = None
    clocks: Clocks | None = None
    offering: int | None = msgspec.field(default=None, name="drawing")
    asking: int | None = None
    warned: int | None = None
    wanting: tuple[int, ...] = ()
    next: str = ""
    board: Board | None = None


class SceneChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changed in a scene: the solids that are `gone`, then those that are there now, each at
    its place in the list. What else is named is another one now; null is gone."""

    gone: tuple[str, ...] = ()
    solids: tuple[tuple[int, Solid], ...] | UnsetType = UNSET
    spots: tuple[Spot, ...] | UnsetType | None = UNSET
    labels: tuple[Label, ...] | UnsetType | None = UNSET
    marks: tuple[Target, ...] | UnsetType | None = UNSET
    camera: Camera | UnsetType | None = UNSET
    frame: tuple[Place, ...] | UnsetType | None = UNSET
    title: str | UnsetType | None = UNSET
    trails: tuple[Trail, ...] | UnsetType | None = UNSET
    cloth: str | UnsetType | None = UNSET
    ahead: tuple[Place, ...] | UnsetType | None = UNSET


class BoardChange(msgspec.Struct, frozen=True):
    """What changed on the board. What is missing is as it was, null is gone."""

    scene: SceneChange
    view: str | UnsetType = UNSET
    steps: tuple[str, ...] | UnsetType | None = UNSET
    whole: tuple[str, ...] | UnsetType | None = UNSET
    secrets: tuple[str, ...] | UnsetType | None = UNSET
    outcome: Ended | UnsetType | None = UNSET
    seed: str | UnsetType | None = UNSET
    closing: tuple[Effect, ...] | UnsetType | None = UNSET


class Change(msgspec.Struct, frozen=True):
    """What changed in a frame. What is missing is as it was, null is gone. A board that was not
    there before is whole, in `board`; otherwise `onboard` says what changed on it."""

    stage: Stage | UnsetType = UNSET
    position: int | UnsetType = UNSET
    seats: tuple[Seat, ...] | UnsetType = UNSET
    turn: int | UnsetType | None = UNSET
    clocks: Clocks | UnsetType | None = UNSET
    offering: int | UnsetType | None = msgspec.field(default=UNSET, name="drawing")
    asking: int | UnsetType | None = UNSET
    warned: int | UnsetType | None = UNSET
    wanting: tuple[int, ...] | UnsetType | None = UNSET
    next: str | UnsetType | None = UNSET
    board: Board | UnsetType = UNSET
    onboard: BoardChange | UnsetType = UNSET


class DescribedMove(msgspec.Struct, frozen=True):
    """Who made a move, and what it did, for a sentence."""

    seat: int
    told: Message | None


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What does not change at a table."""

    id: str
    game: str
    options: dict[str, str | int]
    clock: Clock
    public: bool
    commitment: str
    first: int | None = None
    before: str = ""
    score: tuple[float, ...] = ()
    """The points that each seat has from the games before."""
    daily: str = ""
    """The date whose deal is played here: alone, once and without hints; empty elsewhere."""
    secrets: bool = False
    """Whether the deal hides something: then no move is taken back."""
