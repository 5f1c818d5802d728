"""How a view looks, before anyone draws it: solids in space, spots to click, labels, effects.

Lengths are in the size of one piece; x goes right, y goes away from the viewer, z goes up. A scene
holds codes only: a page turns them into words, shapes and colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

__all__ = ["Camera", "Effect", "Label", "Place", "Scene", "Solid", "Spot", "play", "reveal"]

Place: TypeAlias = tuple[float, float, float]


class Kind(StrEnum):
    """The vocabulary of the board: pieces first, then what they stand on."""

    BALL = "ball"
    CUBE = "cube"
    PYRAMID = "pyramid"
    TOKEN = "token"
    SLAB = "slab"
    HOLLOW = "hollow"


@dataclass(frozen=True)
class Solid:
    """A thing with a place. Pieces of one scene have different ids.

    `place` is the centre of its underside, `size` its extent along x, y and z. `colour` is a
    letter of the palette (`L D B O G P Y V *`), `?` for a face nobody may see, or the name of a
    material (`board`).
    """

    id: str
    kind: Kind
    place: Place
    colour: str
    size: Place = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Spot:
    """A place that can be clicked, and the step it stands for.

    `kind` is the solid that would stand there (drawn as a ghost), or None when the spot lies on a
    piece that is there already; `solid` is then that piece's id.
    """

    place: Place
    step: str
    kind: Kind | None = None
    solid: str | None = None
    size: Place = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Label:
    """A short text at a place: a count, a height, a seat's number."""

    place: Place
    text: str
    role: str = "count"


@dataclass(frozen=True)
class Camera:
    """From where the table is looked at, without perspective.

    `turn` goes round the `up` axis and `tilt` is the height above the horizon, in degrees: 90
    looks straight down.
    """

    turn: float = 0.0
    tilt: float = 50.0
    up: Place = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Scene:
    """Everything there is to draw. `marked` are the ids of the solids that the last move touched."""

    solids: tuple[Solid, ...]
    spots: tuple[Spot, ...] = ()
    labels: tuple[Label, ...] = ()
    camera: Camera = Camera()
    marked: frozenset[str] = frozenset()


class Act(StrEnum):
    """What can happen to a solid."""

    ENTER = "enter"
    MOVE = "move"
    LEAVE = "leave"
    REVEAL = "reveal"


@dataclass(frozen=True)
class Effect:
    """One thing that happens to the solid `id`.

    `solid` is what it becomes, with its new id and place (None when it leaves); `via` are places
    it passes on the way.
    """

    act: Act
    id: str
    solid: Solid | None = None
    via: tuple[Place, ...] = ()


def play(solids: Iterable[Solid], effects: Iterable[Effect]) -> frozenset[Solid]:
    """The solids once the effects have happened, in order."""
    now = {solid.id: solid for solid in solids}
    for effect in effects:
        if effect.act is not Act.ENTER:
            del now[effect.id]
        if effect.solid is not None:
            assert effect.solid.id not in now, f"two solids would be called {effect.solid.id}"
            now[effect.solid.id] = effect.solid
    return frozenset(now.values())


def reveal(before: Scene, after: Scene) -> tuple[Effect, ...]:
    """The solids that only show another face: what happens to a scene when secrets come out."""
    shown = {solid.id: solid for solid in after.solids}
    return tuple(
        Effect(Act.REVEAL, solid.id, shown[solid.id])
        for solid in before.solids
        if shown.get(solid.id, solid) != solid
    )
