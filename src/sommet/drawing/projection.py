"""Projects a scene onto the screen and finds the drawing order of its solids.

The projection is orthographic. Every direction `n` has a frame of three unit vectors:

    right(n) = y × n        away(n) = n × right(n)        up(n) = n        (y = (0, 1, 0))

The camera takes the frame R, A, U of its `up`, turns it by θ = `turn` and looks down from
τ = `tilt` above the horizon, so that a point p falls on

    across(p) =  p·R cos θ + p·A sin θ                     to the right
    along(p)  = -p·R sin θ + p·A cos θ                     (away on the table)
    down(p)   = -(along(p) sin τ + p·U cos τ)              down the screen, as SVG has it
    depth(p)  =  p·U sin τ - along(p) cos τ                towards the viewer

Lengths on the screen are those of the scene: one piece is about 1 wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from sommet.core.scene import Camera, Kind, Place, Solid
from sommet.drawing.constants import EDGE_ON_TOLERANCE, TOUCH_TOLERANCE

__all__ = [
    "Frame",
    "Point",
    "Projection",
    "add",
    "corners",
    "covers",
    "cross",
    "dot",
    "draw_order",
    "frame",
    "minus",
    "rectangle",
    "scaled",
    "unit",
]

Point: TypeAlias = tuple[float, float]
"""A point of a plane: across and down on the screen, or right and away in a frame."""


def dot(a: Place, b: Place) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def add(*places: Place) -> Place:
    x = y = z = 0.0
    for place in places:
        x, y, z = x + place[0], y + place[1], z + place[2]
    return x, y, z


def minus(a: Place, b: Place) -> Place:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scaled(place: Place, by: float) -> Place:
    return place[0] * by, place[1] * by, place[2] * by


def cross(a: Place, b: Place) -> Place:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def unit(a: Place) -> Place:
    return scaled(a, 1 / math.sqrt(dot(a, a)))


class Frame(NamedTuple):
    """Three perpendicular unit vectors."""

    right: Place
    away: Place
    up: Place

    def place(self, origin: Place, right: float, away: float, up: float) -> Place:
        """The point at these distances to the right, away from and above `origin`."""
        (x, y, z), (rx, ry, rz), (ax, ay, az), (ux, uy, uz) = origin, *self
        return (
            x + rx * right + ax * away + ux * up,
            y + ry * right + ay * away + uy * up,
            z + rz * right + az * away + uz * up,
        )


@lru_cache(256)
def frame(facing: Place) -> Frame:
    """The frame of a direction (any but ±y)."""
    up = unit(facing)
    right = unit(cross((0.0, 1.0, 0.0), up))
    return Frame(right, cross(up, right), up)


class Projection:
    """The orthographic projection of a camera. `toward` is the direction to the viewer."""

    def __init__(self, camera: Camera) -> None:
        rest = frame(camera.up)
        turn, tilt = math.radians(camera.turn), math.radians(camera.tilt)
        self.up = rest.up
        self.across = add(scaled(rest.right, math.cos(turn)), scaled(rest.away, math.sin(turn)))
        along = add(scaled(rest.right, -math.sin(turn)), scaled(rest.away, math.cos(turn)))
        self.down = add(scaled(along, -math.sin(tilt)), scaled(rest.up, -math.cos(tilt)))
        self.toward = add(scaled(along, -math.cos(tilt)), scaled(rest.up, math.sin(tilt)))

    def __call__(self, place: Place) -> Point:
        """Project a point or a direction."""
        (x, y, z), (ax, ay, az), (dx, dy, dz) = place, self.across, self.down
        return x * ax + y * ay + z * az, x * dx + y * dy + z * dz

    def depth(self, place: Place) -> float:
        """The depth of a point: how far it is towards the viewer."""
        return dot(place, self.toward)

    def direction(self, across: float, down: float, toward: float) -> Place:
        """The direction in space of a direction on the screen."""
        return add(
            scaled(self.across, across), scaled(self.down, down), scaled(self.toward, toward)
        )


def rectangle(width: float, length: float) -> tuple[Point, ...]:
    """The outline of a rectangle round the origin, counterclockwise."""
    x, y = width / 2, length / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def corners(solid: Solid) -> tuple[Place, ...]:
    """The corners of a solid's bounding prism, the lower ones first.

    Of a shape sunk into a board only the rim counts: a hollow is flat, a socket has six
    corners.
    """
    axes = frame(solid.facing)
    width, length, height = solid.size
    outline = solid.outline or rectangle(width, length)
    heights = (0.0,) if solid.kind is Kind.HOLLOW else (0.0, height)
    found = tuple(
        axes.place(solid.place, right, away, up) for up in heights for right, away in outline
    )
    return found[1:6] + found[7:] if solid.kind is Kind.SOCKET else found


def covers(projection: Projection, solid: Solid, at: Point) -> bool:
    """Whether a piece, seen as a ball, covers a point on the screen."""
    width, _, height = solid.size
    x, y = projection(add(solid.place, scaled(projection.up, height / 2)))
    return math.dist((x, y), at) < width / 2


def draw_order(solids: Sequence[Solid], projection: Projection) -> list[Solid]:
    """The solids in drawing order: what is hidden comes before what hides it, and boards and
    hollows come before all pieces that they don't hide.

    Two solids are ordered by an axis along which one begins where the other ends: the one on the
    viewer's side hides the other. The axes are those of the solids' frames. Where there is none, a
    piece is in a hollow and a hollow in a board, slanted boards are side by side, and of
    two pieces (stacked pyramids) the one with the nearer centre is drawn later.
    """
    facings = dict.fromkeys(solid.facing for solid in solids)
    axes = dict.fromkeys(axis for facing in facings for axis in frame(facing))
    sides = [projection.depth(axis) for axis in axes]
    bodies = [corners(solid) for solid in solids]
    spans = [[_span(dot(corner, axis) for corner in body) for axis in axes] for body in bodies]
    boxes = []
    for body in bodies:
        points = [projection(corner) for corner in body]
        boxes.append((_span(x for x, _ in points), _span(y for _, y in points)))
    ranks = [0 if solid.kind is Kind.SLAB else 1 + solid.kind.is_piece for solid in solids]
    depths = [round(projection.depth(scaled(add(*body), 1 / len(body))), 6) for body in bodies]

    def compare(a: int, b: int) -> int:
        """1 when a, the nearer one, comes after b, -1 when before it, 0 when it doesn't matter:
        when two axes disagree, neither hides the other."""
        after = before = apart = False
        for (a_low, a_high), (b_low, b_high), side in zip(spans[a], spans[b], sides, strict=True):
            above, below = a_low >= b_high - TOUCH_TOLERANCE, b_low >= a_high - TOUCH_TOLERANCE
            if above or below:
                apart = True
                after = after or (side > EDGE_ON_TOLERANCE if above else side < -EDGE_ON_TOLERANCE)
                before = before or (
                    side < -EDGE_ON_TOLERANCE if above else side > EDGE_ON_TOLERANCE
                )
        if apart:
            return after - before
        one, other = ranks[a], ranks[b]
        return int(one == 2) if one == other else 1 if one > other else -1

    order = sorted(range(len(solids)), key=lambda index: (depths[index], index))
    hidden: list[list[int]] = [[] for _ in solids]
    for rank, a in enumerate(order):
        (a_left, a_right), (a_top, a_bottom) = boxes[a]
        for b in order[:rank]:
            (b_left, b_right), (b_top, b_bottom) = boxes[b]
            if a_left < b_right and b_left < a_right and a_top < b_bottom and b_top < a_bottom:
                over = compare(a, b)
                if over > 0:
                    hidden[a].append(b)
                elif over < 0:
                    hidden[b].append(a)

    done, result = set[int](), list[Solid]()

    def draw(index: int) -> None:
        if index not in done:
            done.add(index)
            for behind in hidden[index]:
                draw(behind)
            result.append(solids[index])

    for index in sorted(order, key=lambda index: solids[index].kind.is_piece):
        draw(index)
    return result


def _span(values: Iterable[float]) -> tuple[float, float]:
    listed = list(values)
    return min(listed), max(listed)
