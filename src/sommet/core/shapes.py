"""How each kind of solid is drawn: SVG around the point where its place falls on the screen.

A face is a plain tone of its colour, by how it stands to the light; round things have a highlight,
a core shade and a little light from below. Every piece has a dark line round it and a light one
round that, so that it stands out from any ground, and a mark: colour is never the only sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from sommet.core.brush import ORIGIN, Brush, Face, level
from sommet.core.ink import BLACK, SCALE, WHITE, element, mix, paint
from sommet.core.palette import JOKER, PALETTE
from sommet.core.projection import add, frame, rectangle, scaled
from sommet.core.scene import Kind, Place, Solid

__all__ = ["draw"]

ACROSS = {"x1": ".15", "y1": ".05", "x2": ".8", "y2": ".95"}
"""A gradient from the light's side to the other."""

BANDS = ((0.05, 0.4), (0.58, 0.84))
"""Where the rings of a pyramid lie, as shares of its height."""

INLAID = {"D": "L"}
"""The wood that has a line of another let into it."""

INLAY = math.radians(26)
"""How far from its top the inlaid line of a ball runs."""


def draw(brush: Brush, solid: Solid) -> str:
    """A solid whose place is the origin."""
    inside = KINDS[solid.kind](brush, solid)
    if not solid.kind.is_piece:
        return inside
    around, dark = brush.silhouette(solid), mix(paint(solid.colour), BLACK, 0.72)
    light = element(
        "path", d=around, fill="none", stroke="#FFF", stroke_opacity=".45", stroke_width=4.6
    )
    return light + element("path", d=around, fill=dark, stroke=dark, stroke_width=2.2) + inside


def ball(brush: Brush, solid: Solid) -> str:
    colour, radius, axes = paint(solid.colour), solid.size[0] / 2, frame(solid.facing)
    stops = [
        (0, mix(colour, WHITE, 0.55), 1),
        (0.22, mix(colour, WHITE, 0.28), 1),
        (0.55, colour, 1),
        (0.86, mix(colour, BLACK, 0.42), 1),
        (1, mix(colour, BLACK, 0.3), 1),
    ]
    focus = {"cx": ".42", "cy": ".4", "r": ".64", "fx": ".34", "fy": ".29"}
    fill = brush.sheet.gradient(f"ball{colour[1:]}", "radialGradient", *stops, **focus)
    drawn = element("path", d=brush.silhouette(solid), fill=fill)
    in_sight = brush.projection.depth(axes.up) > math.sin(INLAY)
    if solid.colour not in INLAID or not in_sight:
        return drawn
    where = brush.plane(axes, scaled(axes.up, radius * (1 + math.cos(INLAY))), 1.0)
    return drawn + element(
        "circle",
        r=f"{radius * math.sin(INLAY):.3f}",
        transform=where,
        fill="none",
        stroke=paint(INLAID[solid.colour]),
        stroke_width=".022",
        stroke_opacity=".6",
    )


def cube(brush: Brush, solid: Solid) -> str:
    colour, faces = paint(solid.colour), brush.sides(solid)
    if inlay := INLAID.get(solid.colour):
        share, line, opacity, width = 0.74, paint(inlay), ".6", 1.9 * solid.size[0]
    else:
        share, line, opacity, width = 0.93, WHITE, ".3", 1.2
    inner = "".join(brush.polygon(_shrunk(face.corners, share)) for face in faces)
    return brush.filled(faces, colour) + element(
        "path", d=inner, fill="none", stroke=line, stroke_opacity=opacity, stroke_width=width
    )


def pyramid(brush: Brush, solid: Solid) -> str:
    """In its colour, or ivory between its rings; marked above, and below for when it is covered."""
    colour, width = paint(solid.colour), solid.size[0]
    body = brush.between(level(solid, 0), level(solid, 1))
    upper = [face for face in body if face.is_upper]
    drawn = brush.filled(body, paint("ivory") if solid.rings else colour)
    for low, high in BANDS[: solid.rings]:
        sides = brush.between(level(solid, low), level(solid, high))
        band = [face for face in sides if not face.is_upper]
        drawn += brush.filled(band, colour)
        if low == BANDS[0][0]:
            front = max(band, key=lambda face: brush.projection.depth(face.normal))
            drawn += brush.mark_on(front, solid.colour, 0.2 * width)
    drawn += brush.filled(upper, colour)
    return drawn + "".join(brush.mark_on(face, solid.colour, 0.36 * width) for face in upper)


def token(brush: Brush, solid: Solid) -> str:
    colour, radius, axes = paint(solid.colour), solid.size[0] / 2, frame(solid.facing)
    top = scaled(axes.up, solid.size[2])
    stops = [
        (0, mix(colour, WHITE, 0.3), 1),
        (0.5, colour, 1),
        (1, mix(colour, BLACK, 0.14), 1),
    ]
    fill = brush.sheet.gradient(f"face{colour[1:]}", "linearGradient", *stops, **ACROSS)
    edge = mix(colour, BLACK, 0.3)
    groove = element("circle", r=".82", fill="none", stroke=edge, stroke_width=".05")
    inside = _pinwheel() if solid.colour == JOKER else groove
    face = element("circle", r="1", fill=fill) + inside
    return (
        element("path", d=brush.silhouette(solid), fill=mix(colour, BLACK, 0.4))
        + element("g", face, transform=brush.plane(axes, top, radius))
        + brush.mark(solid.colour, axes, top, 1.3 * radius)
    )


def slab(brush: Brush, solid: Solid) -> str:
    """A part of the board, its corners rounded by a broad line within its outline."""
    colour, (width, length, _) = paint(solid.colour), solid.size
    broad = min(0.22, 0.3 * min(width, length))
    outline = solid.outline or rectangle(width, length)
    inset = tuple((x * (1 - broad / width), y * (1 - broad / length)) for x, y in outline)
    faces = brush.sides(replace(solid, outline=inset))
    shape, dark = "".join(brush.polygon(face.corners) for face in faces), mix(colour, BLACK, 0.55)
    edge = element("path", d=shape, fill=dark, stroke=dark, stroke_width=broad * SCALE + 2)
    return edge + brush.filled(reversed(faces), colour, broad * SCALE)


def hollow(brush: Brush, solid: Solid) -> str:
    colour = paint(solid.colour)
    stops = [
        (0, mix(colour, BLACK, 0.5), 1),
        (0.6, mix(colour, BLACK, 0.16), 1),
        (1, mix(colour, WHITE, 0.25), 1),
    ]
    fill = brush.sheet.gradient(f"hollow{colour[1:]}", "linearGradient", *stops, **ACROSS)
    where = brush.plane(frame(solid.facing), ORIGIN, solid.size[0] / 2)
    return element("circle", r="1", transform=where, fill=fill)


def socket(brush: Brush, solid: Solid) -> str:
    """The three walls that meet at the lowest corner, as far as they can be seen."""
    x, y, z = solid.size[0] / 2, solid.size[1] / 2, solid.size[2]
    walls = (
        Face([(-x, -y, 0.0), (-x, y, 0.0), (-x, y, z), (-x, -y, z)], (1.0, 0.0, 0.0)),
        Face([(x, -y, 0.0), (-x, -y, 0.0), (-x, -y, z), (x, -y, z)], (0.0, 1.0, 0.0)),
        Face([(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0)], (0.0, 0.0, 1.0)),
    )
    seen = [wall for wall in walls if brush.projection.depth(wall.normal) > 0]
    return brush.filled(seen, paint(solid.colour))


KINDS: dict[Kind, Callable[[Brush, Solid], str]] = {
    Kind.BALL: ball,
    Kind.CUBE: cube,
    Kind.PYRAMID: pyramid,
    Kind.TOKEN: token,
    Kind.SLAB: slab,
    Kind.HOLLOW: hollow,
    Kind.SOCKET: socket,
}


def _shrunk(face: Sequence[Place], share: float) -> list[Place]:
    """The corners of a face, moved towards its middle."""
    middle = scaled(add(*face), (1 - share) / len(face))
    return [add(scaled(corner, share), middle) for corner in face]


def _pinwheel() -> str:
    """The face of a joker, 2 wide: every colour at once."""
    colours = PALETTE[:5]
    turns = [math.tau * at / len(colours) for at in range(len(colours) + 1)]
    rim = [f"{0.8 * math.sin(turn):.2f} {-0.8 * math.cos(turn):.2f}" for turn in turns]
    wings = (
        element("path", d=f"M0 0L{rim[at]}A.8 .8 0 0 1 {rim[at + 1]}Z", fill=paint(letter))
        for at, letter in enumerate(colours)
    )
    hub = element("circle", r=".34", fill=paint(JOKER), stroke=BLACK, stroke_width=".06")
    return "".join((*wings, hub))
