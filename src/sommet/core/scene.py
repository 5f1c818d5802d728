"""How a view looks, before anyone draws it: solids in space, spots to click, labels, effects.

Lengths are in the size of one piece; at the camera's rest x goes right, y goes away from the viewer
and z goes up. A scene holds codes only: whoever draws it turns them into shapes, colours and words.
`sommet.drawing.projection` says where everything falls on the screen, `to_plain` gives JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sommet.core.outcome import Outcome

if TYPE_CHECKING:
    from sommet.core.move import Move
    from sommet.core.view import View

__all__ = [
    "EffectKind",
    "Camera",
    "Effect",
    "Kind",
    "Label",
    "Place",
    "Role",
    "Scene",
    "Solid",
    "Spot",
    "Target",
    "Trail",
    "hop",
    "to_plain",
    "apply_effects",
    "lift",
    "reveal_effects",
    "seat_label",
    "turn_effects",
]

Place: TypeAlias = tuple[float, float, float]
"""A point, or a direction."""

UP: Place = (0.0, 0.0, 1.0)


class Kind(StrEnum):
    """The vocabulary of the board: pieces first, then what they stand on."""

    BALL = "ball"
    CUBE = "cube"
    PYRAMID = "pyramid"
    TOKEN = "token"
    SLAB = "slab"
    HOLLOW = "hollow"
    SOCKET = "socket"

    @property
    def is_piece(self) -> bool:
        return self in (Kind.BALL, Kind.CUBE, Kind.PYRAMID, Kind.TOKEN)


@dataclass(frozen=True)
class Solid:
    """A thing with a place. No two solids of a scene have the same id.

    `place` is the centre of its underside and `facing` the direction of its upper side; `size` is
    its extent to the right, away and up in the frame of `facing`. `colour` is a letter (`L` and `D`
    wood, `B O G P Y V` and `*` the palette, `?` a face nobody may see) or the name of a material
    (`board`, `inlay`, `tray`). `rings` are the bands of colour round a pyramid. The `outline` of a
    slab, points to the right and away, goes round against the clock; without one it is a rectangle.
    A hollow is round, a socket is where a cube's corner goes: both are as deep as their size says.

    Nobody who shows a scene guesses where things belong. A piece, a hollow or a socket of the board
    has a `cell`, the name of its place as people type it; what lies in a player's tray, and the
    tray itself, has the `tray` of that seat. `level` is how many levels are below it, on the board
    or in a pile: what can be lifted off, or spread, to look beneath.
    """

    id: str
    kind: Kind
    place: Place
    colour: str
    size: Place = (1.0, 1.0, 1.0)
    facing: Place = UP
    rings: int = 0
    outline: tuple[tuple[float, float], ...] = ()
    # Not in `repr`, by which pictures are told apart: this is not seen.
    cell: str = field(default="", repr=False)
    level: int = field(default=0, repr=False)
    tray: int | None = field(default=None, repr=False)


Target: TypeAlias = str | Solid
"""The id of a solid that is there, or a ghost: a solid that could be there, or was."""


Trail: TypeAlias = tuple[Target, Target]
"""From where something came to where it is."""


@dataclass(frozen=True)
class Spot:
    """What can be clicked, and the step it stands for; `label` names it in the game's notation."""

    step: str
    at: Target
    label: str = ""


class Role(StrEnum):
    """What a label is about."""

    NAME = "name"
    """The name of a cell or a row."""
    HEAD = "head"
    """The name of what the counts beside it tell of."""
    COUNT = "count"
    """A number of pieces; with a colour, of pieces of that colour."""
    SEAT = "seat"
    """A player's number, from 1."""
    TURN = "turn"
    """The number of the player to move."""
    WINNER = "winner"
    """The number of a player who won."""


@dataclass(frozen=True)
class Label:
    """A short text whose centre is at a place; what it says of a player's tray has its `tray`."""

    place: Place
    text: str
    role: Role = Role.COUNT
    colour: str = ""
    tray: int | None = None


@dataclass(frozen=True)
class Camera:
    """From where the table is looked at, without perspective.

    `turn` goes round the `up` axis (the table turns with the clock) and `tilt` is the height above
    the horizon, both in degrees: 90 looks straight down.
    """

    turn: float = 0.0
    tilt: float = 60.0
    up: Place = UP


@dataclass(frozen=True)
class Scene:
    """Everything there is to draw.

    `marks` are what the last move touched: solids that came, ghosts of those that left; `trails`
    lead from where they came. `frame` are points that the picture always reaches, so that it keeps
    its size while pieces come and go. `cloth` is the name of what lies behind the board. `ahead`
    are places where what can be chosen now could go next: points to look at, not to be clicked.

    Trays have their places, but a painter may lay them elsewhere beside the board: a slab with a
    `tray` is such a tray, and whatever else has the same `tray` goes with it.
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


class EffectKind(StrEnum):
    """What can happen to a solid."""

    ENTER = "enter"
    MOVE = "move"
    LEAVE = "leave"
    REVEAL = "reveal"


@dataclass(frozen=True)
class Effect:
    """One thing that happens to the solid `id`.

    `solid` is what it becomes, with its new id and place (None when it leaves); `via` are places
    it passes on the way, which lie in that solid's tray if it has one.
    """

    act: EffectKind
    id: str
    solid: Solid | None = None
    via: tuple[Place, ...] = ()


def apply_effects(solids: Iterable[Solid], effects: Iterable[Effect]) -> frozenset[Solid]:
    """The solids once the effects have happened, in order."""
    now = {solid.id: solid for solid in solids}
    for effect in effects:
        if effect.act is not EffectKind.ENTER:
            del now[effect.id]
        if effect.solid is not None:
            assert effect.solid.id not in now, f"two solids share the id {effect.solid.id}"
            now[effect.solid.id] = effect.solid
    return frozenset(now.values())


def reveal_effects(before: Scene, after: Scene) -> tuple[Effect, ...]:
    """The solids that only show another face: what happens to a scene when secrets come out."""
    shown = {solid.id: solid for solid in after.solids}
    return tuple(
        Effect(EffectKind.REVEAL, solid.id, shown[solid.id])
        for solid in before.solids
        if shown.get(solid.id, solid) != solid
    )


def turn_effects(before: View[Any], move: Move, after: View[Any]) -> tuple[Effect, ...]:
    """Everything that happens from one view's scene to the next one's: each step, then reveals."""
    steps = move.steps
    made = (before.effects(steps[:count]) for count in range(1, len(steps) + 1))
    shown = reveal_effects(before.scene(steps), after.scene())
    return (*(effect for effects in made for effect in effects), *shown)


def to_plain(thing: Any) -> Any:
    """A scene, an effect or a part of one as plain data for JSON; defaults are left out."""
    if isinstance(thing, tuple):
        return [to_plain(part) for part in thing]
    if not is_dataclass(thing):
        return thing
    values = ((name, getattr(thing, name), default) for name, default in _usual(thing.__class__))
    return {name: to_plain(value) for name, value, default in values if value != default}


@cache
def _usual(kind: type[Any]) -> tuple[tuple[str, object], ...]:
    """The fields of a part with their defaults."""
    return tuple((each.name, each.default) for each in fields(kind))


def lift(solid: Solid, by: Place = (0.0, 0.0, 0.5)) -> Solid:
    """A piece in hand, above its place."""
    x, y, z = (round(at + shift, 3) for at, shift in zip(solid.place, by, strict=True))
    return replace(solid, place=(x, y, z))


def hop(solid: Solid, by: Place = (0.0, 0.0, 0.5)) -> Effect:
    """A piece leaves its place for a moment: what one does for joy."""
    return Effect(EffectKind.MOVE, solid.id, solid, via=(lift(solid, by).place,))


def seat_label(view: View[Any], seat: int, place: Place) -> Label:
    """A player's number in their tray, in their colour if that is no secret, told apart when it is
    their turn or they won."""
    if view.outcome is None:
        role = Role.TURN if seat == view.turn else Role.SEAT
    else:
        winners = view.outcome.winners if isinstance(view.outcome, Outcome) else ()
        alike = len(winners) == view.game.seats > 1  # a draw tells nobody apart
        role = Role.WINNER if seat in winners and not alike else Role.SEAT
    return _seat_label(seat, place, role, view.game.open_colours[seat : seat + 1])


@cache
def _seat_label(seat: int, place: Place, role: Role, colour: str) -> Label:
    return Label(place, str(seat + 1), role, colour, seat)
