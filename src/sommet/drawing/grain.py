"""The grain of wood on faces, balls and boards."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sommet.core.scene import Place
from sommet.drawing.constants import SCALE
from sommet.drawing.grain_constants import FIBRE, FIBRE_OPACITY, FIBRES, GRAIN_AXIS, GROWTH_RINGS
from sommet.drawing.palette import BLACK
from sommet.drawing.primitives import ORIGIN, Brush, Face, middle
from sommet.drawing.projection import Frame, Point, add, cross, dot, minus, scaled, unit
from sommet.drawing.svg import element, mix, number

__all__ = ["board_grain", "face_grain", "growth_rings", "inset", "round_corners"]


def board_grain(brush: Brush, face: Face, along: Place) -> str:
    """The grain of a board on one of its faces, along a direction."""
    up = unit(face.normal)
    right = unit(minus(along, scaled(up, dot(along, up))))
    transform = brush.plane_transform(Frame(right, cross(up, right), up), ORIGIN, 1 / SCALE)
    name = "grain" + "".join(f"{round(part * 9) + 9:02d}" for part in (*up, *right))
    fill = brush.sheet.grain(name, transform)
    return element("path", d=brush.polygon(face.corners), fill=fill)


def face_grain(brush: Brush, face: Face, colour: str, size: float) -> str:
    """Lines across a square face."""
    transform = brush.plane_transform(brush.axes(face), middle(face.corners), size)
    look = {"stroke": mix(colour, BLACK, FIBRE.share), "stroke-opacity": FIBRE_OPACITY}
    width = f"{FIBRE.width / SCALE:.3f}"
    return element("path", d=FIBRES, transform=transform, fill="none", **look, stroke_width=width)


def growth_rings(brush: Brush, centre: Place, radius: float, colour: str) -> str:
    """The visible growth rings of a ball: the front parts of circles round an axis.

    The part of a circle that faces the viewer lies to both sides of the direction in its plane that
    comes nearest to theirs; it is drawn in two halves, each less than half an ellipse.
    """
    toward, axis = brush.projection.toward, unit(GRAIN_AXIS)
    slope = dot(axis, toward)
    near = unit(minus(toward, scaled(axis, slope)))
    side = cross(axis, near)
    (ax, ay), (bx, by) = brush.projection(near), brush.projection(side)
    sweep = int(ax * by > ay * bx)
    turned = number(math.degrees(math.atan2(by, bx)))
    shape = ""
    for offset in GROWTH_RINGS:
        wide = math.sqrt(1 - offset * offset)
        hidden = -offset * slope / (wide * dot(near, toward))
        if hidden >= 1:
            continue
        end = math.acos(max(-1.0, hidden))
        half = f"A{_units(radius * wide)} {_units(radius * wide * abs(slope))} {turned} 0 {sweep} "
        middle_of = add(centre, scaled(axis, offset * radius))
        ends = (
            add(
                middle_of,
                scaled(near, radius * wide * math.cos(turn)),
                scaled(side, radius * wide * math.sin(turn)),
            )
            for turn in (-end, 0.0, end)
        )
        one, two, three = (" ".join(map(_units, brush.projection(each))) for each in ends)
        shape += f"M{one}{half}{two}{half}{three}"
    look = {"stroke": mix(colour, BLACK, FIBRE.share), "stroke-opacity": FIBRE_OPACITY}
    return element("path", d=shape, fill="none", **look, stroke_width=FIBRE.width)


def round_corners(outline: Sequence[Point], radius: float, steps: int) -> list[Point]:
    """An outline with rounded corners."""
    found = []
    around = zip((outline[-1], *outline[:-1]), outline, (*outline[1:], outline[0]), strict=True)
    for before, corner, after in around:
        one, two = (_toward(corner, other, radius) for other in (before, after))
        for step in range(steps + 1):
            t = step / steps
            shares = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
            ends = (one, corner, two)
            x, y = (
                sum(share * end[axis] for share, end in zip(shares, ends, strict=True))
                for axis in (0, 1)
            )
            found.append((x, y))
    return found


def inset(outline: Sequence[Point], size: Place, by: float) -> list[Point]:
    """An outline round the origin, inset on each side."""
    width, length, _ = size
    return [(x * (1 - 2 * by / width), y * (1 - 2 * by / length)) for x, y in outline]


def _toward(corner: Point, other: Point, radius: float) -> Point:
    """The point at a distance from a corner towards another one, less than halfway."""
    (x, y), (to_x, to_y) = corner, other
    share = min(0.45, radius / math.dist(corner, other))
    return x + (to_x - x) * share, y + (to_y - y) * share


def _units(length: float) -> str:
    return number(length * SCALE)
