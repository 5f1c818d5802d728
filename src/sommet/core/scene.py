"""Scenes: what a view looks like, independent of drawing: solids, spots to click, labels, effects.

Lengths are in units of one piece; in the default view x points right, y away from the viewer and z
up. A scene holds codes only; the renderer turns them into shapes, colours and text.
`sommet.drawing.projection` maps it to the screen, and `to_plain` converts it for JSON.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias

__all__ = [
    "Camera",
    "Effect",
    "EffectKind",
    "Kind",
    "Label",
    "Place",
    "Role",
    "Scene",
    "Solid",
    "Spot",
    "Target",
    "Trail",
    "apply_effects",
    "hop",
    "lift",
    "reveal_effects",
    "step_grid",
    "to_plain",
]

Place: TypeAlias = tuple[float, float, float]
"""A point, or a direction."""

UP: Place = (0.0, 0.0, 1.0)

MAX_BUTTONS = 64
"""The most buttons of `step_grid`."""
BUTTON_DEPTH = 0.8
"""How far a button extends away from the viewer."""
GAP = 0.2
"""The space between buttons, and around them."""


class Kind(StrEnum):
    """The kinds of solids: pieces first, then what they rest on."""

    BALL = "ball"
    CUBE = "cube"
    PYRAMID = "pyramid"
    TOKEN = "token"
    SLAB = "slab"
    HOLLOW = "hollow"
    SOCKET = "socket"

    def __init__(self, name: str) -> None:
        self.is_piece = name in ("ball", "cube", "pyramid", "token")


@dataclass(frozen=True)
class Solid:
    """An object in the scene. Ids are unique within a scene.

    `place` is the centre of its underside and `facing` the direction of its upper side; `size` is
    its extent right, away and up in the frame of `facing`. `colour` is a letter (`L` and `D` for
    wood, `B O G P Y V` and `*` for the palette, `?` for a hidden face) or the name of a material
    (`board`, `inlay`, `tray`). `rings` is the number of coloured bands on a pyramid. The `outline`
    of a slab is a list of points (right, away), counter-clockwise; without one it is a rectangle.
    Its corners are drawn rounded, by 0.26 but at most 30 % of the shorter side of `size`. A hollow
    is round, a socket holds a cube's corner: `size` gives their depth.

    A piece, hollow or socket of the board has a `cell`, its name in the notation. A player's tray
    and what is in it have the seat's number as `tray`. `level` is the number of levels below, on
    the board or in a pile: what can be lifted off or spread to look beneath.
    """

    id: str
    kind: Kind
    place: Place
    colour: str
    size: Place = (1.0, 1.0, 1.0)
    facing: Place = UP
    rings: int = 0
    outline: tuple[tuple[float, float], ...] = ()
    # Not in `repr`, which identifies pictures: these fields aren't visible.
    cell: str = field(default="", repr=False)
    level: int = field(default=0, repr=False)
    tray: int | None = field(default=None, repr=False)


Target: TypeAlias = str | Solid
"""The id of a solid in the scene, or a ghost: a solid that could be there, or was."""


Trail: TypeAlias = tuple[Target, Target]
"""Where something came from and where it is now."""


@dataclass(frozen=True)
class Spot:
    """A place to click and the step it makes. Every next step has a spot.

    `label` is what screen readers call the step; if empty, it's the step itself. A step without a
    place on the board, such as passing, has a button as its spot: a flat cube."""

    step: str
    at: Target
    label: str = ""


class Role(StrEnum):
    """The meaning of a label."""

    NAME = "name"
    """The name of a cell or a row."""
    HEAD = "head"
    """The heading of the counts next to it."""
    COUNT = "count"
    """A number of pieces, of one colour if the label has one."""
    SEAT = "seat"
    """A player's number, from 1."""
    TURN = "turn"
    """The number of the player to move."""
    WINNER = "winner"
    """The number of a player who won."""


@dataclass(frozen=True)
class Label:
    """A short text centred at a place; a label that belongs to a player's tray has its `tray`."""

    place: Place
    text: str
    role: Role = Role.COUNT
    colour: str = ""
    tray: int | None = None


@dataclass(frozen=True)
class Camera:
    """An orthographic camera.

    `turn` is the rotation about the `up` axis (the table turns clockwise) and `tilt` the elevation
    above the horizon, both in degrees: 90 looks straight down.
    """

    turn: float = 0.0
    tilt: float = 60.0
    up: Place = UP


@dataclass(frozen=True)
class Scene:
    """Everything there is to draw.

    `marks` are what the last move changed: solids that arrived, ghosts of those that left; `trails`
    lead from where they came. `frame` lists points that the picture always includes, so that it
    keeps its size while pieces come and go. `cloth` names the background: `slate`, `bottle`,
    `petrol` or `aubergine`. `ahead` are places where a piece that can be chosen now could go next:
    hints that can't be clicked. `stock` is the width of the pieces in trays if players choose among
    them: on a phone, the viewer's tray grows until a finger can.

    `solids` are kept in a fixed order, since it decides which of two equally near ones is drawn
    first: what pieces rest on, as given, then the pieces by id.

    A renderer may move trays elsewhere around the board: a slab with a `tray` is the tray itself,
    and everything with the same `tray` moves with it.
    """

    solids: tuple[Solid, ...]
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

    def __post_init__(self) -> None:
        supports, pieces = list[Solid](), list[Solid]()
        for solid in self.solids:
            (pieces if solid.kind.is_piece else supports).append(solid)
        pieces.sort(key=attrgetter("id"))
        object.__setattr__(self, "solids", (*supports, *pieces))


class EffectKind(StrEnum):
    """What happens to a solid."""

    ENTER = "enter"
    MOVE = "move"
    LEAVE = "leave"
    REVEAL = "reveal"


@dataclass(frozen=True)
class Effect:
    """One thing that happens to the solid `id`.

    `solid` is what it becomes, with its new id and place (None if it leaves); `via` are places it
    passes on the way, which belong to that solid's tray if it has one.
    """

    act: EffectKind
    id: str
    solid: Solid | None = None
    via: tuple[Place, ...] = ()


def apply_effects(solids: Iterable[Solid], effects: Iterable[Effect]) -> frozenset[Solid]:
    """The solids after the effects, applied in order."""
    now = {solid.id: solid for solid in solids}
    for effect in effects:
        if effect.act is not EffectKind.ENTER:
            del now[effect.id]
        if effect.solid is not None:
            assert effect.solid.id not in now, f"two solids share the id {effect.solid.id}"
            now[effect.solid.id] = effect.solid
    return frozenset(now.values())


def reveal_effects(before: Scene, after: Scene) -> tuple[Effect, ...]:
    """The effects of revealing secrets: solids that stay in place but look different."""
    shown = {solid.id: solid for solid in after.solids}
    return tuple(
        Effect(EffectKind.REVEAL, solid.id, shown[solid.id])
        for solid in before.solids
        if shown.get(solid.id, solid) != solid
    )


def to_plain(thing: Any) -> Any:
    """A scene, an effect or a part of one as plain data for JSON, without default values."""
    if isinstance(thing, tuple):
        return [to_plain(part) for part in thing]
    if not is_dataclass(thing):
        return thing
    values = ((name, getattr(thing, name), default) for name, default in _defaults(thing.__class__))
    return {name: to_plain(value) for name, value, default in values if value != default}


@cache
def _defaults(kind: type[Any]) -> tuple[tuple[str, object], ...]:
    """The fields of a dataclass with their defaults."""
    return tuple((each.name, each.default) for each in fields(kind))


def lift(solid: Solid, by: Place = (0.0, 0.0, 0.5)) -> Solid:
    """A piece lifted above its place."""
    x, y, z = (round(at + shift, 3) for at, shift in zip(solid.place, by, strict=True))
    return replace(solid, place=(x, y, z))


def hop(solid: Solid, by: Place = (0.0, 0.0, 0.5)) -> Effect:
    """An effect in which a piece hops in place, to celebrate."""
    return Effect(EffectKind.MOVE, solid.id, solid, via=(lift(solid, by).place,))


def step_grid(steps: Sequence[str], title: str, least: Sequence[str] = ()) -> Scene:
    """The scene of a game that isn't drawn: a board with a labelled button for each next step. It
    has space for these steps, and for those of `least`."""
    steps = steps[:MAX_BUTTONS]
    count = min(max(len(steps), len(least), 1), MAX_BUTTONS)
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    wide = max(1.0, 0.3 + 0.2 * max(map(len, (*steps, *least)), default=0))
    spots, labels = list[Spot](), list[Label]()
    for index, step in enumerate(steps):
        x = (wide + GAP) * (index % columns - (columns - 1) / 2)
        y = (BUTTON_DEPTH + GAP) * ((rows - 1) / 2 - index // columns)
        place, size = (round(x, 2), round(y, 2), 0.0), (wide, BUTTON_DEPTH, 0.1)
        spots.append(Spot(step, Solid(step, Kind.CUBE, place, "L", size, cell=step), step))
        labels.append(Label(place, step))
    across, away = columns * (wide + GAP) + GAP, rows * (BUTTON_DEPTH + GAP) + GAP
    size = (round(across, 2), round(away, 2), 0.3)
    board = Solid("board", Kind.SLAB, (0.0, 0.0, -0.3), "board", size)
    return Scene((board,), tuple(spots), tuple(labels), camera=Camera(tilt=75.0), title=title)
