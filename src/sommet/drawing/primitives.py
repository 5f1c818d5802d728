"""Outlines, tones, faces and shadows, from which solids are drawn.

The light comes from the upper left of the screen, however the table is rotated.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sommet.core.scene import Kind, Place, Solid
from sommet.drawing.constants import (
    DOT_AT,
    EDGE_ON_TOLERANCE,
    EIGHT_DIRECTIONS,
    PRESSED,
    PYRAMID_TOP,
    SCALE,
    SEAM,
    TOUCH_TOLERANCE,
    TRAIL,
)
from sommet.drawing.light import (
    CAST,
    CONTACT,
    FADE,
    LIGHT,
    RESTING_SHADOW,
    RIM_OFFSET,
    SHADE,
    SHADOW,
    SLOPE,
    TONE,
    Cast,
)
from sommet.drawing.palette import BLACK, MARKS, UMBER, WHITE
from sommet.drawing.projection import (
    Frame,
    Point,
    Projection,
    add,
    corners,
    cross,
    dot,
    frame,
    minus,
    rectangle,
    scaled,
    unit,
)
from sommet.drawing.svg import Sheet, closed_path, element, is_dark, mix, number, paint, shade_for

__all__ = ["ORIGIN", "Brush", "Face", "cross_section", "middle"]

ORIGIN: Place = (0.0, 0.0, 0.0)


class Face(NamedTuple):
    """A flat face, its lower edge first, and its normal."""

    corners: Sequence[Place]
    normal: Place
    is_upper: bool = False


class Brush:
    """Draws solids with a projection; shared definitions go on the sheet."""

    def __init__(self, projection: Projection, sheet: Sheet) -> None:
        self.projection = projection
        self.sheet = sheet
        self.light = projection.direction(*unit(LIGHT))

    # --- where things are on the screen ----------------------------------------------------------

    def silhouette(self, solid: Solid) -> str:
        """The outline of a piece with its place at the origin."""
        up = scaled(frame(solid.facing).up, solid.size[2])
        if solid.kind is Kind.BALL:
            return self.disc(scaled(up, 0.5), solid.size[0] / 2, self.projection.toward, ORIGIN)
        if solid.kind is Kind.TOKEN:
            return self.disc(ORIGIN, solid.size[0] / 2, solid.facing, up)
        return closed_path(_hull(self.extent_points(replace(solid, place=ORIGIN))))

    def disc(self, at: Place, radius: float, facing: Place, rise: Place) -> str:
        """The outline of a disc raised by `rise` along `facing`: two half ellipses.

        A circle looks as wide as it is across the direction that it faces, and narrower along it.
        """
        toward = self.projection.depth(unit(facing))
        across, down = self.projection(unit(facing))
        length = math.hypot(across, down)
        side_x, side_y = (-down / length, across / length) if length > 0.01 else (1.0, 0.0)
        x, y = self.projection(at)
        up_x, up_y = self.projection(rise)
        a, b, c, d = (
            _coordinates(
                x + end * radius * side_x + lift * up_x, y + end * radius * side_y + lift * up_y
            )
            for lift, end in ((0, 1), (0, -1), (1, -1), (1, 1))
        )
        turned = math.degrees(math.atan2(side_y, side_x))
        half = f"A{_coordinates(radius, radius * abs(toward))} {number(turned)} 0 1 "
        return f"M{a}{half}{b}L{c}{half}{d}Z"

    def extent_points(self, solid: Solid) -> list[Point]:
        """Points on the screen whose bounding box is that of the solid."""
        if solid.kind is Kind.PYRAMID:
            ends = (*cross_section(solid, 0), *cross_section(solid, 1))
            return [self.projection(add(solid.place, end)) for end in ends]
        if solid.kind not in (Kind.BALL, Kind.TOKEN):
            return [self.projection(corner) for corner in corners(solid)]
        radius, axes = solid.size[0] / 2, frame(solid.facing)
        low, high = solid.place, axes.place(solid.place, 0.0, 0.0, solid.size[2])
        wide = tall = radius
        if solid.kind is Kind.BALL:
            low = high = scaled(add(low, high), 0.5)
        else:
            (a, b), (c, d) = self.projection(axes.right), self.projection(axes.away)
            wide, tall = radius * math.hypot(a, c), radius * math.hypot(b, d)
        return [
            (x + wide * sign, y + tall * sign)
            for x, y in map(self.projection, (low, high))
            for sign in (-1, 1)
        ]

    def dot_position(self, ghost: Solid) -> Point:
        """The position of the dot where a piece can go."""
        rise = DOT_AT[ghost.kind] * ghost.size[2]
        return self.projection(add(ghost.place, scaled(frame(ghost.facing).up, rise)))

    def trail(self, start: Solid, end: Solid) -> str:
        """The path of a trail from one piece to another, slightly curved upwards."""
        one, two = (self.middle(solid) for solid in (start, end))
        far = math.dist(one, two)
        if far < 1e-6:
            return ""
        gaps = (start.size[0] * TRAIL.start / far, 1 - end.size[0] * TRAIL.end / far)
        (ax, ay), (bx, by) = one, two
        points = ((ax + (bx - ax) * share, ay + (by - ay) * share) for share in gaps)
        (ax, ay), (bx, by) = points
        control = _coordinates((ax + bx) / 2, (ay + by) / 2 - far * TRAIL.rise)
        return f"M{_coordinates(ax, ay)}Q{control} {_coordinates(bx, by)}"

    def middle(self, solid: Solid) -> Point:
        """The centre of a solid's bounding box on the screen."""
        across, down = zip(*self.extent_points(solid), strict=True)
        return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2

    def bounding_shape(self, solid: Solid) -> list[Point]:
        """The corners of a solid's bounding box on the screen: a square for what is round."""
        ends = self.extent_points(solid)
        if solid.kind in (Kind.BALL, Kind.TOKEN):
            across, down = zip(*ends, strict=True)
            ends = [(x, y) for x in (min(across), max(across)) for y in (min(down), max(down))]
        return _hull(ends)

    def polygon(self, places: Iterable[Place]) -> str:
        return closed_path(self.projection(place) for place in places)

    def plane_transform(self, axes: Frame, at: Place, size: float) -> str:
        """The transform of a picture 1 wide, y down, in the plane of a frame."""
        (a, b), (c, d) = self.projection(axes.right), self.projection(axes.away)
        parts = " ".join(f"{part * SCALE * size:.2f}" for part in (a, b, -c, -d))
        return f"matrix({parts} {_coordinates(*self.projection(at))})"

    # --- light and shade -------------------------------------------------------------------------

    def tone(self, colour: str, normal: Place) -> str:
        """A colour as it looks on a face at this angle to the light."""
        bright = dot(unit(normal), self.light) - TONE.middle
        return mix(colour, WHITE if bright > 0 else shade_for(colour), abs(bright) * TONE.strength)

    def shadow(self, solid: Solid) -> str:
        """The shadow of a piece on the plane below it, relative to the projection of its place; the
        higher the piece, the further away."""
        if solid.kind in (Kind.CUBE, Kind.PYRAMID):
            faded = self.sheet.gradient("faded", FADE, UMBER)
            return self.cast_shadow(
                [self.body_corners(replace(solid, place=ORIGIN))], self.projection.up, CAST, faded
            )
        axes, width = frame(solid.facing), solid.size[0]
        height = max(0.0, dot(solid.place, axes.up))
        slant = minus(self.light, scaled(axes.up, dot(self.light, axes.up)))
        fall = scaled(slant, -(SHADOW.offset + SHADOW.offset_per_height * height) * width)
        fill = self.sheet.gradient("shade", SHADE, UMBER)
        size = width * (SHADOW.size + SHADOW.size_per_height * height)
        transforms = [self.plane_transform(axes, fall, size)]
        if solid.kind is Kind.BALL and height > RESTING_SHADOW.min_height:
            x, y = self.projection(scaled(axes.up, solid.size[2] / 2))
            off, wide = RESTING_SHADOW.offset * width, RESTING_SHADOW.size * width * SCALE
            across, down = self.projection(scaled(self.light, -off))
            transforms.append(
                f"matrix({wide:.2f} 0 0 {wide:.2f} {_coordinates(x + across, y + down)})"
            )
        elif solid.kind is Kind.BALL:
            transforms.append(self.plane_transform(axes, ORIGIN, width * CONTACT))
        return "".join(element("circle", r="1", transform=where, fill=fill) for where in transforms)

    def body_corners(self, solid: Solid) -> Sequence[Place]:
        """The corners of a piece with corners."""
        if solid.kind is Kind.PYRAMID:
            return [
                add(solid.place, end)
                for end in (*cross_section(solid, 0), *cross_section(solid, 1))
            ]
        return corners(solid)

    def cast_shadow(
        self, bodies: Sequence[Sequence[Place]], up: Place, look: Cast, fill: str = BLACK
    ) -> str:
        """The common shadow of bodies on the ground below their lowest corner, with a soft edge.
        It's no darker where two overlap, and invisible on the side of the light."""
        floor = min(dot(point, up) for body in bodies for point in body)
        right, down = SLOPE
        drawn = ""
        for share, rim in look.layers:
            soft = [
                ((x + RIM_OFFSET) * rim / SCALE, (y + RIM_OFFSET) * rim / SCALE)
                for x, y in EIGHT_DIRECTIONS
            ]
            shape = ""
            for body in bodies:
                ends = list[Point]()
                for point in body:
                    height = dot(point, up) - floor
                    x, y = self.projection(minus(point, scaled(up, height)))
                    fall = look.length * share * height
                    ends += ((x + right * fall + a, y + down * fall + b) for a, b in soft)
                shape += closed_path(_hull(ends))
            drawn += element("path", d=shape, fill=fill, fill_opacity=look.opacity)
        return drawn

    # --- faces -----------------------------------------------------------------------------------

    def visible_faces(self, low: Sequence[Place], high: Sequence[Place]) -> list[Face]:
        """The visible faces of a body between two outlines, the upper one first."""
        around = zip(low, (*low[1:], low[0]), (*high[1:], high[0]), high, strict=True)
        upper = Face(high, _normal(high), is_upper=True)
        faces = (upper, *(Face(side, _normal(side)) for side in around))
        return [face for face in faces if self.projection.depth(face.normal) > EDGE_ON_TOLERANCE]

    def prism_faces(self, prism: Solid) -> list[Face]:
        points = corners(prism)
        return self.visible_faces(points[: len(points) // 2], points[len(points) // 2 :])

    def fill_faces(self, faces: Iterable[Face], colour: str, width: float = SEAM) -> str:
        """Faces in their tones; a line of the same tone closes the seams and rounds the corners."""
        drawn = dict[str, str]()
        for face in faces:
            tone = self.tone(colour, face.normal)
            drawn[tone] = drawn.get(tone, "") + self.polygon(face.corners)
        return "".join(
            element("path", d=shape, fill=tone, stroke=tone, stroke_width=width)
            for tone, shape in drawn.items()
        )

    def mark(self, colour: str, axes: Frame, at: Place, size: float) -> str:
        """The mark of a colour, engraved in a plane."""
        if colour not in MARKS:
            return ""
        ground, shape, (light, dark, lit, shaded, shift) = paint(colour), MARKS[colour], PRESSED
        ink = mix(ground, WHITE, light) if is_dark(ground) else mix(ground, BLACK, dark)
        edge = mix(ground, BLACK, shaded) if is_dark(ground) else mix(ground, WHITE, lit)
        pressed = element("path", d=shape, transform=shift, fill=edge)
        shown = element("path", d=shape, fill=ink)
        return element("g", pressed + shown, transform=self.plane_transform(axes, at, size))

    def axes(self, face: Face) -> Frame:
        """The frame of a face, along its first edge."""
        right, up = unit(minus(face.corners[1], face.corners[0])), unit(face.normal)
        return Frame(right, cross(up, right), up)


def cross_section(pyramid: Solid, share: float) -> list[Place]:
    """The outline of a pyramid at a share of its height, its place at the origin."""
    axes, (width, length, height) = frame(pyramid.facing), pyramid.size
    wide = 1 - (1 - PYRAMID_TOP) * share
    around = rectangle(width * wide, length * wide)
    return [axes.place(ORIGIN, right, away, height * share) for right, away in around]


def middle(places: Sequence[Place]) -> Place:
    return scaled(add(*places), 1 / len(places))


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex shapes overlap."""
    return not (_is_separated_by(one, other) or _is_separated_by(other, one))


def _is_separated_by(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether an edge of one shape separates it from the other."""
    for (ax, ay), (bx, by) in zip((*one[-1:], *one), one, strict=False):
        width = TOUCH_TOLERANCE * math.hypot(bx - ax, by - ay)
        if all((bx - ax) * (y - ay) - (by - ay) * (x - ax) < width for x, y in other):
            return True
    return False


def _coordinates(x: float, y: float) -> str:
    return f"{number(x * SCALE)} {number(y * SCALE)}"


def _normal(face: Sequence[Place]) -> Place:
    return cross(minus(face[1], face[0]), minus(face[2], face[1]))


def _hull(points: Iterable[Point]) -> list[Point]:
    """The convex hull of points."""
    ordered = sorted({*points})

    def half(ordered: Iterable[Point]) -> list[Point]:
        found: list[Point] = []
        for x, y in ordered:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                found.pop()
            found.append((x, y))
        return found[:-1]

    return half(ordered) + half(reversed(ordered))
