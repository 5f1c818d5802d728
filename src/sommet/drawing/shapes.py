"""Draws each kind of solid as SVG, relative to the projection of its place.

A face is a plain tone of its colour, by its angle to the light; edges are a little round and
catch it. Round things have a soft highlight, a core shade and a little light from below. Every
piece has a dark line round it and a mark: colour is never the only sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sommet.core.colours import JOKER
from sommet.core.scene import Kind, Place, Solid
from sommet.drawing import grain
from sommet.drawing.constants import (
    ARRIS,
    CUBE,
    CUBE_INLAY,
    CUT,
    EDGE_LINE,
    HUB,
    INLAID,
    INLAY_ANGLE_DEG,
    INLAY_LINE,
    MARK_SIZE,
    OUTLINE,
    PYRAMID,
    PYRAMID_MARK_HEIGHT,
    PYRAMID_RINGS,
    SLAB,
    TOKEN,
    WINGS,
)
from sommet.drawing.light import BALL, DISH, FACE, FLANK, GROOVE, HOLLOW, LIP, PIT, SIDE, SOFT_EDGE
from sommet.drawing.palette import BLACK, WHITE
from sommet.drawing.primitives import ORIGIN, Brush, Face, cross_section, middle
from sommet.drawing.projection import Point, add, dot, frame, minus, rectangle, scaled
from sommet.drawing.svg import element, mix, paint

__all__ = ["draw"]


ROUND = (Kind.BALL, Kind.TOKEN)


def draw(brush: Brush, solid: Solid) -> str:
    """Draw a solid with its place at the origin."""
    inside = KINDS[solid.kind](brush, solid)
    if not solid.kind.is_piece:
        return inside
    around, colour = brush.silhouette(solid), paint(solid.colour)
    # Round pieces cover their whole outline.
    fill = "none"
    if solid.kind not in ROUND:
        fill = brush.sheet.gradient(f"soft{colour[1:]}", SOFT_EDGE, colour)
    dark = mix(colour, BLACK, OUTLINE.share)
    return element("path", d=around, fill=fill, stroke=dark, stroke_width=OUTLINE.width) + inside


def ball(brush: Brush, solid: Solid) -> str:
    colour, radius, axes = paint(solid.colour), solid.size[0] / 2, frame(solid.facing)
    fill = brush.sheet.gradient(f"ball{colour[1:]}", BALL, colour)
    drawn = element("path", d=brush.silhouette(solid), fill=fill)
    drawn += grain.growth_rings(brush, scaled(axes.up, radius), radius, colour)
    inlay = math.radians(INLAY_ANGLE_DEG)
    in_sight = brush.projection.depth(axes.up) > math.sin(inlay)
    if solid.colour not in INLAID or not in_sight:
        return drawn
    transform = brush.plane_transform(axes, scaled(axes.up, radius * (1 + math.cos(inlay))), 1.0)
    return drawn + element(
        "circle",
        r=f"{radius * math.sin(inlay):.3f}",
        transform=transform,
        fill="none",
        stroke=paint(INLAID[solid.colour]),
        **INLAY_LINE,
    )


def cube(brush: Brush, solid: Solid) -> str:
    """A cube: its faces end before its rounded edges."""
    colour, size = paint(solid.colour), solid.size[0]
    faces = [
        Face(_shrunk(face.corners, CUBE.share), face.normal, face.is_upper)
        for face in brush.prism_faces(solid)
    ]
    drawn = brush.fill_faces(faces, colour, CUBE.width * size)
    drawn += "".join(grain.face_grain(brush, face, colour, CUBE.share * size) for face in faces)
    if inlay := INLAID.get(solid.colour):
        share, opacity, width = CUBE_INLAY
        inner = "".join(brush.polygon(_shrunk(face.corners, share)) for face in faces)
        look = {"stroke": paint(inlay), "stroke-opacity": opacity}
        drawn += element("path", d=inner, fill="none", **look, stroke_width=width * size)
    return drawn


def pyramid(brush: Brush, solid: Solid) -> str:
    """A pyramid with pale rings; its mark is visible even under another piece."""
    colour, width = paint(solid.colour), solid.size[0]
    body = brush.visible_faces(cross_section(solid, 0), cross_section(solid, 1))
    drawn = "".join(_flank(brush, face, colour, width) for face in body)
    sides = [face for face in body if not face.is_upper]
    arrises = [(corners[at], corners[3 - at]) for corners, *_ in sides for at in (0, 1)]
    drawn += element(
        "path",
        d="".join(map(brush.polygon, arrises)),
        fill="none",
        stroke=mix(colour, WHITE, ARRIS.share),
        stroke_width=ARRIS.width * width,
    )
    for low, high in PYRAMID_RINGS[: solid.rings]:
        around = brush.visible_faces(cross_section(solid, low), cross_section(solid, high))
        drawn += brush.fill_faces([face for face in around if not face.is_upper], paint("ivory"))
    if sides:
        front = max(sides, key=lambda face: brush.projection.depth(face.normal))
        left, right, far_right, far_left = front.corners
        foot, brow = middle((left, right)), middle((far_right, far_left))
        at = add(scaled(foot, 1 - PYRAMID_MARK_HEIGHT), scaled(brow, PYRAMID_MARK_HEIGHT))
        drawn += brush.mark(solid.colour, brush.axes(front), at, MARK_SIZE.front * width)
    return drawn


def _flank(brush: Brush, face: Face, colour: str, width: float) -> str:
    """A side of a pyramid, which ends before the edges and is darker at the foot."""
    tone = brush.tone(colour, face.normal)
    fill = tone if face.is_upper else brush.sheet.gradient(f"flank{tone[1:]}", FLANK, tone)
    shape = brush.polygon(_shrunk(face.corners, PYRAMID.share))
    return element("path", d=shape, fill=fill, stroke=fill, stroke_width=PYRAMID.width * width)


def token(brush: Brush, solid: Solid) -> str:
    """A token of turned wood: a rounded edge, a groove, the mark inside it."""
    colour, radius, axes = paint(solid.colour), solid.size[0] / 2, frame(solid.facing)
    top = scaled(axes.up, solid.size[2])

    def disc(share: float) -> str:
        return brush.disc(top, radius * share, solid.facing, ORIGIN)

    side = brush.sheet.gradient(f"side{colour[1:]}", SIDE, colour)
    face = brush.sheet.gradient(f"face{colour[1:]}", FACE, colour)
    drawn = element("path", d=brush.silhouette(solid), fill=side)
    drawn += element("path", d=disc(TOKEN.rim), fill=face)
    if solid.colour == JOKER:
        return drawn + element("g", _pinwheel(), transform=brush.plane_transform(axes, top, radius))
    dish = brush.sheet.gradient(f"dish{colour[1:]}", DISH, colour)
    groove = brush.sheet.gradient(f"groove{colour[1:]}", GROOVE, colour)
    drawn += element("path", d=disc(TOKEN.groove), fill=groove)
    drawn += element("path", d=disc(TOKEN.dish), fill=dish)
    return drawn + brush.mark(solid.colour, axes, top, MARK_SIZE.token * solid.size[0])


def slab(brush: Brush, solid: Solid) -> str:
    """A slab: rounded corners, a bevelled edge, grain along its longer side."""
    colour, size, axes = paint(solid.colour), solid.size, frame(solid.facing)
    width, length, height = size
    sharp = solid.outline or rectangle(width, length)
    outline = grain.round_corners(
        sharp, min(SLAB.round, SLAB.share * min(width, length)), SLAB.steps
    )

    def ring(shape: Sequence[Point], up: float) -> list[Place]:
        return [axes.place(ORIGIN, right, away, up) for right, away in shape]

    bevel = SLAB.bevel if height > SLAB.thin else 0.0
    inner = grain.inset(outline, size, bevel)
    edge = ring(outline, height - bevel)
    sides = [face for face in brush.visible_faces(ring(outline, 0.0), edge) if not face.is_upper]
    above = brush.visible_faces(edge, ring(inner, height))
    upper = [face for face in above if face.is_upper]
    drawn = brush.fill_faces(
        [*sides, *(face for face in above if not face.is_upper), *upper], colour
    )
    along = axes.away if length > SLAB.long * width else axes.right
    drawn += "".join(grain.board_grain(brush, face, along) for face in upper)
    for face in sides:
        direction = minus(face.corners[1], face.corners[0])
        if dot(direction, direction) > SLAB.grain**2:
            drawn += grain.board_grain(brush, face, axes.up if height > SLAB.grain else direction)
    if height < SLAB.thin:
        lip = brush.sheet.gradient(f"lip{colour[1:]}", LIP, colour)
        rim = brush.polygon(edge)
        drawn += element("path", d=rim, fill="none", stroke=lip, stroke_width=EDGE_LINE)
    elif upper and min(width, length) > SLAB.least:
        drawn += _cut(brush, ring(grain.inset(outline, size, SLAB.inset), height), colour)
    return drawn


def _cut(brush: Brush, around: Sequence[Place], colour: str) -> str:
    """A line engraved in a board: dark towards the light, light on the other side."""
    shape = brush.polygon(around)
    return "".join(
        element(
            "path",
            d=shape,
            fill="none",
            stroke=mix(colour, ink, CUT.share),
            stroke_opacity=faint,
            stroke_width=CUT.width,
            transform=f"translate({off} {off})",
        )
        for faint, ink, off in ((CUT.light, WHITE, CUT.off), (CUT.dark, BLACK, 0))
    )


def hollow(brush: Brush, solid: Solid) -> str:
    colour = paint(solid.colour)
    inside = brush.sheet.gradient(f"hollow{colour[1:]}", HOLLOW, colour)
    lip = brush.sheet.gradient(f"lip{colour[1:]}", LIP, colour)
    around = brush.disc(ORIGIN, solid.size[0] / 2, solid.facing, ORIGIN)
    return element("path", d=around, fill=inside, stroke=lip, stroke_width=EDGE_LINE)


def socket(brush: Brush, solid: Solid) -> str:
    """A socket: the visible ones of the three walls that meet at its lowest corner."""
    x, y, z = solid.size[0] / 2, solid.size[1] / 2, solid.size[2]
    walls = (
        Face([(-x, -y, 0.0), (-x, y, 0.0), (-x, y, z), (-x, -y, z)], (1.0, 0.0, 0.0)),
        Face([(x, -y, 0.0), (-x, -y, 0.0), (-x, -y, z), (x, -y, z)], (0.0, 1.0, 0.0)),
        Face([(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0)], (0.0, 0.0, 1.0)),
    )
    seen = [wall for wall in walls if brush.projection.depth(wall.normal) > 0]
    colour = paint(solid.colour)
    pit = brush.sheet.gradient("pit", PIT, BLACK)
    lip = brush.sheet.gradient(f"lip{colour[1:]}", LIP, colour)
    around = {"d": brush.silhouette(solid), "fill": pit, "stroke": lip}
    return brush.fill_faces(seen, colour) + element("path", **around, stroke_width=EDGE_LINE)


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
    """A face shrunk towards its centre."""
    towards = scaled(middle(face), 1 - share)
    return [add(scaled(corner, share), towards) for corner in face]


def _pinwheel() -> str:
    """The face of a joker, 2 wide: every colour at once."""
    wings = (element("path", d=shape, fill=paint(letter)) for letter, shape in WINGS.items())
    hub = element("circle", r=HUB.r, fill=paint(JOKER), stroke=BLACK, stroke_width=HUB.width)
    return "".join((*wings, hub))
