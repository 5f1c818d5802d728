"""A table's frame, which is its state for one viewer: table card, seats, clocks, board."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from sommet.core.message import Message
from sommet.core.scene import Camera, Effect, Label, Place, Solid, Spot, Target, Trail
from sommet.wire.clocks import Clock

__all__ = [
    "Board",
    "BoardScene",
    "Clocks",
    "DescribedMove",
    "Ended",
    "Frame",
    "Seat",
    "Stage",
    "TableCard",
]

Stage: TypeAlias = Literal["open", "running", "over", "closed"]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: `free` or `invited` (invite-only) while empty, then `taken`, and `left` once its
    player has left the game. A bot has a `level`, and its `name` is the code of a nickname.
    Partners have the same `team`, from 1. With `salting`, a salt will follow. `program` marks a
    program that acts for a person."""

    state: Literal["free", "invited", "taken", "left"]
    name: str = ""
    level: str = ""
    salt: str = ""
    salting: bool = False
    team: int = 0
    program: bool = False


class Clocks(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seconds left for each seat when the turn began, and when that was (server time)."""

    left: tuple[float, ...]
    since: float
    ticking: bool = False


class Ended(msgspec.Struct, frozen=True):
    """How a game ended: the winners, the kind of result, the reason, the figures and the one that
    decided, and who left."""

    winners: tuple[int, ...]
    result: str
    reason: str
    figures: dict[str, tuple[int, ...]]
    decided: str
    leavers: tuple[int, ...]
    secrets: tuple[str, ...] = ()
    """The letters of each seat's secret colours; empty if nothing was hidden."""
    parts: dict[str, tuple[int, ...]] | UnsetType = UNSET
    """Each seat's contribution to the figures of its team; unset without teams."""
    colours: str | UnsetType = UNSET
    """The letter of each seat's colour, if it was not secret."""
    won: dict[str, int] | UnsetType = UNSET
    """The seat that won each figure, if the game goes to whoever wins more of them."""


class BoardScene(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scene with its solids by id, so that a patch can name them. `order` has the ids of what
    pieces rest on, in order; the pieces follow, ordered by id."""

    solids: dict[str, Solid]
    order: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: tuple[Target, ...] = ()
    camera: Camera = Camera()
    frame: tuple[Place, ...] = ()
    title: str = ""
    trails: tuple[Trail, ...] = ()
    cloth: str = "slate"
    ahead: tuple[Place, ...] = ()
    stock: float = 0.0


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board for one viewer. `steps` are set only on the viewer's turn; those that complete a
    turn are in `finishing_steps`. `secrets` are the solids whose faces not everyone sees."""

    view: str
    scene: BoardScene
    steps: tuple[str, ...] = ()
    finishing_steps: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    outcome: Ended | None = None
    seed: str = ""
    victory_effects: tuple[Effect, ...] = ()


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table for one viewer. `board` is missing until the game is dealt. No field is ever null:
    a patch uses null for what is gone."""

    stage: Stage
    position: int
    seats: tuple[Seat, ...]
    turn: int | None = None
    clocks: Clocks | None = None
    since: float | None = None
    """When the turn began (server time), in a running game without a clock."""
    draw_offer: int | None = None
    takeback_request: int | None = None
    warned: int | None = None
    rematch_requests: tuple[int, ...] = ()
    next_table: str = ""
    board: Board | None = None


class DescribedMove(msgspec.Struct, frozen=True):
    """Who made a move, and its description as a translatable message."""

    seat: int
    description: Message | None


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What never changes at a table."""

    id: str
    game: str
    options: dict[str, str | int]
    clock: Clock
    public: bool
    commitment: str
    first: int | None = None
    previous_table: str = ""
    score: tuple[float, ...] = ()
    """The points of each seat from previous games."""
    daily: str = ""
    """The date of a daily deal, which is played alone, once and without hints; otherwise empty."""
    secrets: bool = False
    """Whether the deal contains secrets: then moves can be undone only against bots."""
