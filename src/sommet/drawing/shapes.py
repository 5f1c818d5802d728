"""How each kind of solid is drawn: SVG around the point where its place falls on the screen.

A face is a plain tone of its colour, by how it stands to the light; round things have a highlight,
a core shade and a little light from below. Every piece has a dark line round it and a light one
round that, so that it stands out from any ground, and a mark: colour is never the only sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from sommet.core.palette import JOKER
from sommet.core.scene import Kind, Place, Solid
from sommet.drawing.brush import ORIGIN, Brush, Face, level
from sommet.drawing.ink import element, mix, paint
from sommet.drawing.measures import (
    BALL,
    BANDS,
    CUBE,
    CUBE_INLAY,
    FACE,
    GROOVE,
    HOLLOW,
    HUB,
    INLAID,
    INLAY,
    INLAY_LINE,
    MARKED,
    OUTLINE,
    RIM,
    SCALE,
    SLAB,
    TOKEN,
    WINGS,
)
from sommet.drawing.palette import BLACK, WHITE
from sommet.drawing.projection import add, frame, rectangle, scaled

__all__ = ["draw"]


def draw(brush: Brush, solid: Solid) -> str:
    """A solid whose place is the origin."""
    inside = KINDS[solid.kind](brush, solid)
    if not solid.kind.is_piece:
        return inside
    around, dark = brush.silhouette(solid), mix(paint(solid.colour), BLACK, OUTLINE.share)
    edge = element("path", d=around, fill=dark, stroke=dark, stroke_width=OUTLINE.width)
    return element("path", d=around, **RIM) + edge + inside


def ball(brush: Brush, solid: Solid) -> str:
    colour, radius, axes = paint(solid.colour), solid.size[0] / 2, frame(solid.facing)
    fill = brush.sheet.gradient(f"ball{colour[1:]}", BALL, colour)
    drawn, inlay = element("path", d=brush.silhouette(solid), fill=fill), math.radians(INLAY)
    in_sight = brush.projection.depth(axes.up) > math.sin(inlay)
    if solid.colour not in INLAID or not in_sight:
        return drawn
    where = brush.plane(axes, scaled(axes.up, radius * (1 + math.cos(inlay))), 1.0)
    return drawn + element(
        "circle",
        r=f"{radius * math.sin(inlay):.3f}",
        transform=where,
        fill="none",
        stroke=paint(INLAID[solid.colour]),
        **INLAY_LINE,
    )


def cube(brush: Brush, solid: Solid) -> str:
    colour, faces = paint(solid.colour), brush.sides(solid)
    share, opacity, width = CUBE
    line = WHITE
    if inlay := INLAID.get(solid.colour):
        share, opacity, width = CUBE_INLAY
        line, width = paint(inlay), width * solid.size[0]
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
            drawn += brush.mark_on(front, solid.colour, MARKED.band * width)
    drawn += brush.filled(upper, colour)
    return drawn + "".join(brush.mark_on(face, solid.colour, MARKED.top * width) for face in upper)


def token(brush: Brush, solid: Solid) -> str:
    colour, radius, axes = paint(solid.colour), solid.size[0] / 2, frame(solid.facing)
    top = scaled(axes.up, solid.size[2])
    fill = brush.sheet.gradient(f"face{colour[1:]}", FACE, colour)
    edge = mix(colour, BLACK, TOKEN.edge)
    groove = element("circle", r=GROOVE.r, fill="none", stroke=edge, stroke_width=GROOVE.width)
    inside = _pinwheel() if solid.colour == JOKER else groove
    face = element("circle", r="1", fill=fill) + inside
    return (
        element("path", d=brush.silhouette(solid), fill=mix(colour, BLACK, TOKEN.side))
        + element("g", face, transform=brush.plane(axes, top, radius))
        + brush.mark(solid.colour, axes, top, MARKED.token * solid.size[0])
    )


def slab(brush: Brush, solid: Solid) -> str:
    """A part of the board, its corners rounded by a broad line within its outline."""
    colour, (width, length, _) = paint(solid.colour), solid.size
    broad = min(SLAB.broad, SLAB.share * min(width, length))
    outline = solid.outline or rectangle(width, length)
    inset = tuple((x * (1 - broad / width), y * (1 - broad / length)) for x, y in outline)
    faces = brush.sides(replace(solid, outline=inset))
    shape = "".join(brush.polygon(face.corners) for face in faces)
    dark, wide = mix(colour, BLACK, SLAB.dark), broad * SCALE + SLAB.line
    edge = element("path", d=shape, fill=dark, stroke=dark, stroke_width=wide)
    return edge + brush.filled(reversed(faces), colour, broad * SCALE)


def hollow(brush: Brush, solid: Solid) -> str:
    colour = paint(solid.colour)
    fill = brush.sheet.gradient(f"hollow{colour[1:]}", HOLLOW, colour)
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
    wings = (element("path", d=shape, fill=paint(letter)) for letter, shape in WINGS.items())
    hub = element("circle", r=HUB.r, fill=paint(JOKER), stroke=BLACK, stroke_width=HUB.width)
    return "".join((*wings, hub))
