"""How each kind of solid is drawn: SVG around the point where its place falls on the screen.

One light comes from the upper left of the screen. A face is a plain tone of its colour, by how it
stands to the light; round things have a highlight, a core shade and a little light from below.
Every piece has a dark line round it and a light one round that, so that it stands out from any
ground, and a mark on its upper side, so that colour is never the only sign.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sommet.core.palette import COLOURS, JOKER, MATERIALS, PALETTE
from sommet.core.projection import (
    Frame,
    Point,
    Projection,
    add,
    corners,
    cross,
    dot,
    frame,
    scaled,
    unit,
)
from sommet.core.scene import Kind, Place, Solid

__all__ = ["SCALE", "Brush", "number", "path"]

SCALE = 64
"""Units of the picture for a length of 1."""

LIGHT = unit((-0.5, -0.62, 0.6))
"""Where the light comes from: across, down and towards the viewer."""

WHITE, BLACK = "#FFFFFF", "#17120F"

MARKS = {
    "●": "M-.34 0A.34 .34 0 1 1 .34 0A.34 .34 0 1 1-.34 0Z",
    "▲": "M0-.4L.42 .32H-.42Z",
    "■": "M-.31-.31H.31V.31H-.31Z",
    "◆": "M0-.44L.36 0L0 .44L-.36 0Z",
    "★": "M0-.45L.115-.13L.45-.12L.18 .08L.28 .41L0 .22L-.28 .41L-.18 .08L-.45-.12L-.115-.13Z",
    "✚": "M-.14-.4H.14V-.14H.4V.14H.14V.4H-.14V.14H-.4V-.14H-.14Z",
    "?": "M-.24-.16A.24 .24 0 1 1 .1 .06Q0 .11 0 .2V.24M0 .4V.41",
}
"""The shapes of the colours, about 1 across, y down. `?` is a line, the others are areas."""


def number(value: float) -> str:
    """A coordinate with one decimal, as short as it can be."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def path(points: Iterable[Point]) -> str:
    """A closed line through points of the screen."""
    return "M" + "L".join(f"{number(x * SCALE)} {number(y * SCALE)}" for x, y in points) + "Z"


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    parts = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def is_dark(colour: str) -> bool:
    red, green, blue = _parts(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128


def paint(colour: str) -> str:
    """The hexadecimal colour of a letter or a material."""
    return COLOURS[colour].hexadecimal if colour in COLOURS else MATERIALS.get(colour, "#8E8A86")


class Brush:
    """Draws solids for one projection; ids of shared gradients begin with `prefix`."""

    def __init__(self, projection: Projection, prefix: str) -> None:
        self.projection = projection
        self.prefix = prefix
        self.light = projection.direction(*LIGHT)
        self.gradients: dict[str, str] = {}

    # --- light and shade -------------------------------------------------------------------------

    def tone(self, colour: str, normal: Place) -> str:
        """A colour as it looks on a face that stands like this to the light."""
        bright = dot(unit(normal), self.light)
        if bright > 0.55:
            return mix(colour, WHITE, (bright - 0.55) * 0.55)
        return mix(colour, BLACK, (0.55 - bright) * 0.5)

    def gradient(self, name: str, source: str) -> str:
        """The reference to a shared gradient, which is kept for the picture's beginning."""
        self.gradients[name] = source.replace("ID", f"{self.prefix}{name}")
        return f"url(#{self.prefix}{name})"

    def round_fill(self, colour: str) -> str:
        """The fill of a ball: highlight, core shade, a little light from below."""
        stops = (
            (0, mix(colour, WHITE, 0.5)),
            (0.22, mix(colour, WHITE, 0.26)),
            (0.55, colour),
            (0.86, mix(colour, BLACK, 0.42)),
            (1, mix(colour, BLACK, 0.3)),
        )
        return self.gradient(
            f"ball{colour[1:]}",
            '<radialGradient id="ID" cx=".42" cy=".4" r=".64" fx=".34" fy=".29">'
            + "".join(f'<stop offset="{at}" stop-color="{stop}"/>' for at, stop in stops)
            + "</radialGradient>",
        )

    def shadow_fill(self) -> str:
        return self.gradient(
            "shade",
            '<radialGradient id="ID"><stop offset=".35" stop-color="#0B0806" stop-opacity=".5"/>'
            '<stop offset=".7" stop-color="#0B0806" stop-opacity=".2"/>'
            '<stop offset="1" stop-color="#0B0806" stop-opacity="0"/></radialGradient>',
        )

    # --- the parts of a drawing ------------------------------------------------------------------

    def matrix(self, axes: Frame, at: Place, size: float) -> str:
        """The transform of a unit picture that lies in a plane."""
        right, away = self.projection(axes.right), self.projection(axes.away)
        x, y = self.projection(at)
        scale = SCALE * size
        parts = (right[0] * scale, right[1] * scale, -away[0] * scale, -away[1] * scale)
        return (
            f'transform="matrix({" ".join(f"{part:.2f}" for part in parts)} '
            f'{number(x * SCALE)} {number(y * SCALE)})"'
        )

    def mark(self, colour: str, axes: Frame, at: Place, size: float) -> str:
        """The mark of a colour, pressed into a surface."""
        ground = paint(colour)
        ink = mix(ground, WHITE, 0.86) if is_dark(ground) else mix(ground, BLACK, 0.78)
        edge = mix(ground, BLACK, 0.55) if is_dark(ground) else mix(ground, WHITE, 0.6)
        where = self.matrix(axes, at, size)
        if colour == "?":
            return (
                f'<path {where} d="{MARKS["?"]}" fill="none" stroke="#FFF" stroke-width=".13" '
                'stroke-linecap="round"/>'
            )
        shape = MARKS[COLOURS[colour].shape]
        return (
            f'<g {where}><path d="{shape}" transform="translate(.03 .05)" fill="{edge}"/>'
            f'<path d="{shape}" fill="{ink}"/></g>'
        )

    def outlined(self, shape: str, colour: str, inside: str) -> str:
        """A drawing with its two lines round it: `shape` is an element without its end."""
        line = mix(colour, BLACK, 0.72)
        return (
            f'{shape} class="rim" fill="none" stroke-width="4.4" stroke-linejoin="round"/>'
            f'{shape} fill="{line}" stroke="{line}" stroke-width="2" stroke-linejoin="round"/>'
            + inside
        )

    # --- the kinds -------------------------------------------------------------------------------

    def draw(self, solid: Solid) -> str:
        """The solid, its place at the origin."""
        here = Solid("", solid.kind, (0, 0, 0), solid.colour, solid.size, solid.facing,
                     solid.rings, solid.outline)
        match solid.kind:
            case Kind.BALL:
                return self.ball(here)
            case Kind.CUBE:
                return self.cube(here)
            case Kind.PYRAMID:
                return self.pyramid(here)
            case Kind.TOKEN:
                return self.token(here)
            case Kind.SLAB:
                return self.slab(here)
            case Kind.HOLLOW:
                return self.hollow(here)
            case Kind.SOCKET:
                return self.socket(here)

    def ball(self, solid: Solid) -> str:
        x, y = self.projection(scaled(frame(solid.facing).up, solid.size[2] / 2))
        radius = solid.size[0] / 2 * SCALE
        circle = f'<circle cx="{number(x * SCALE)}" cy="{number(y * SCALE)}" r="{number(radius)}"'
        return self.outlined(circle, paint(solid.colour), f'{circle} fill="{self.round_fill(paint(solid.colour))}"/>')

    def faces(self, low: Sequence[Place], high: Sequence[Place]) -> list[tuple[list[Place], Place]]:
        """The faces that can be seen of a body between two outlines, each with its direction."""
        count = len(low)
        found = [list(high)]
        for at in range(count):
            after = (at + 1) % count
            found.append([low[at], low[after], high[after], high[at]])
        seen = []
        for face in found:
            normal = cross(_minus(face[1], face[0]), _minus(face[2], face[1]))
            if self.projection.depth(normal) > 1e-6:
                seen.append((face, normal))
        return seen

    def prism(self, solid: Solid) -> list[tuple[list[Place], Place]]:
        points = corners(solid)
        half = len(points) // 2
        return self.faces(points[:half], points[half:])

    def polygon(self, face: Sequence[Place]) -> str:
        return path(self.projection(corner) for corner in face)

    def filled(self, faces: Iterable[tuple[Sequence[Place], Place]], colour: str) -> str:
        """Faces in their tones; a line of the same tone closes the seams."""
        drawn = []
        for face, normal in faces:
            tone = self.tone(colour, normal)
            drawn.append(
                f'<path d="{self.polygon(face)}" fill="{tone}" stroke="{tone}" stroke-width=".8" '
                'stroke-linejoin="round"/>'
            )
        return "".join(drawn)

    def cube(self, solid: Solid) -> str:
        faces = self.prism(solid)
        colour = paint(solid.colour)
        whole = f'<path d="{"".join(self.polygon(face) for face, _ in faces)}"'
        inside = self.filled(faces, colour)
        edge = mix(colour, WHITE, 0.45)
        inner = []
        for face, _ in faces:
            middle = scaled(add(*face), 1 / len(face))
            inset = [add(scaled(corner, 0.9), scaled(middle, 0.1)) for corner in face]
            inner.append(self.polygon(inset))
        inside += (
            f'<path d="{"".join(inner)}" fill="none" stroke="{edge}" stroke-opacity=".35" '
            'stroke-width="1.2" stroke-linejoin="round"/>'
        )
        return self.outlined(whole, colour, inside)

    def slab(self, solid: Solid) -> str:
        """A part of the board: corners rounded by a broad line of the face's own tone."""
        colour = paint(solid.colour)
        faces = self.prism(solid)
        whole = "".join(self.polygon(face) for face, _ in faces)
        edge = mix(colour, BLACK, 0.5)
        drawn = f'<path d="{whole}" fill="{edge}" stroke="{edge}" stroke-width="16" stroke-linejoin="round"/>'
        for face, normal in sorted(faces, key=lambda face: self.is_top(face[1], frame(solid.facing))):
            tone = self.tone(colour, normal)
            drawn += (
                f'<path d="{self.polygon(face)}" fill="{tone}" stroke="{tone}" stroke-width="14" '
                'stroke-linejoin="round"/>'
            )
        return drawn

    def pyramid(self, solid: Solid) -> str:
        axes = frame(solid.facing)
        width, length, height = solid.size
        top = 0.44

        def level(share: float) -> list[Place]:
            """The outline at a share of the height."""
            wide = 1 - (1 - top) * share
            x, y = width / 2 * wide, length / 2 * wide
            around = ((-x, -y), (x, -y), (x, y), (-x, y))
            return [axes.place((0, 0, 0), right, away, height * share) for right, away in around]

        body = self.faces(level(0), level(1))
        whole = f'<path d="{"".join(self.polygon(face) for face, _ in body)}"'
        colour = paint(solid.colour)
        ground = colour if solid.rings == 0 else MATERIALS["ivory"]
        drawn = self.filled(body, ground)
        bands = ((0.08, 0.4), (0.56, 0.8))[: solid.rings]
        for low, high in bands:
            band = self.faces(level(low), level(high))
            drawn += self.filled([face for face in band if not self.is_top(face[1], axes)], colour)
        cap = [face for face in body if self.is_top(face[1], axes)]
        drawn += self.filled(cap, colour)
        if cap:
            drawn += self.mark(solid.colour, axes, scaled(axes.up, height), 0.34 * width)
        return self.outlined(whole, colour, drawn)

    def is_top(self, normal: Place, axes: Frame) -> bool:
        return dot(unit(normal), axes.up) > 0.99

    def token(self, solid: Solid) -> str:
        axes = frame(solid.facing)
        radius, height = solid.size[0] / 2, solid.size[2]
        colour = paint(solid.colour)
        top = scaled(axes.up, height)
        disc = f'<circle r="1" {self.matrix(axes, (0, 0, 0), radius)}'
        ex, ey = self.projection(top)
        side = self.side(axes, radius, top)
        line = f'<path d="{side}"'
        inside = f'{line} fill="{mix(colour, BLACK, 0.38)}"/>'
        where = self.matrix(axes, top, radius)
        inside += f'<circle r="1" {where} fill="{self.face_fill(colour)}"/>'
        inside += (
            f'<circle r=".8" {where} fill="none" stroke="{mix(colour, BLACK, 0.3)}" '
            'stroke-width=".05" stroke-opacity=".6"/>'
        )
        if solid.colour == JOKER:
            inside += self.pinwheel(axes, top, radius)
        else:
            inside += self.mark(solid.colour, axes, top, radius * 1.25)
        return self.outlined(line, colour, inside)

    def face_fill(self, colour: str) -> str:
        stops = ((0, mix(colour, WHITE, 0.3)), (0.5, colour), (1, mix(colour, BLACK, 0.14)))
        return self.gradient(
            f"face{colour[1:]}",
            '<linearGradient id="ID" x1=".1" y1=".05" x2=".85" y2=".95">'
            + "".join(f'<stop offset="{at}" stop-color="{stop}"/>' for at, stop in stops)
            + "</linearGradient>",
        )

    def pinwheel(self, axes: Frame, at: Place, radius: float) -> str:
        """A joker's face: every colour at once."""
        drawn = []
        colours = PALETTE[:5]
        for index, letter in enumerate(colours):
            a, b = (math.tau * (index + part) / len(colours) for part in (0, 1))
            drawn.append(
                f'<path d="M0 0L{math.sin(a) * 0.7:.2f} {-math.cos(a) * 0.7:.2f}'
                f'A.7 .7 0 0 1 {math.sin(b) * 0.7:.2f} {-math.cos(b) * 0.7:.2f}Z" fill="{paint(letter)}"/>'
            )
        return f'<g {self.matrix(axes, at, radius)}>{"".join(drawn)}<circle r=".26" fill="#FFF"/></g>'

    def side(self, axes: Frame, radius: float, top: Place) -> str:
        """The outline of a disc of that height: two arcs and the straight lines between."""
        right, away = self.projection(axes.right), self.projection(axes.away)
        rise = self.projection(top)
        # The lines touch the ellipse where its tangent runs along the rise.
        angle = math.atan2(
            away[0] * rise[1] - away[1] * rise[0], right[0] * rise[1] - right[1] * rise[0]
        )
        points = []
        steps = 24
        for half, lift in ((0, 1), (1, 0)):
            for step in range(steps + 1):
                turn = angle + math.pi * (half + step / steps)
                x = radius * (math.cos(turn) * right[0] + math.sin(turn) * away[0])
                y = radius * (math.cos(turn) * right[1] + math.sin(turn) * away[1])
                points.append((x + rise[0] * lift, y + rise[1] * lift))
        return path(points)

    def hollow(self, solid: Solid) -> str:
        axes = frame(solid.facing)
        radius = solid.size[0] / 2
        colour = paint(solid.colour)
        fill = self.gradient(
            f"hollow{colour[1:]}",
            '<linearGradient id="ID" x1=".2" y1=".1" x2=".75" y2=".95">'
            f'<stop offset="0" stop-color="{mix(colour, BLACK, 0.5)}"/>'
            f'<stop offset=".6" stop-color="{mix(colour, BLACK, 0.16)}"/>'
            f'<stop offset="1" stop-color="{mix(colour, WHITE, 0.18)}"/></linearGradient>',
        )
        return f'<circle r="1" {self.matrix(axes, (0, 0, 0), radius)} fill="{fill}"/>'

    def socket(self, solid: Solid) -> str:
        x, y, z = (length / 2 for length in solid.size)
        low, high = 0.0, 2 * z
        walls = (
            [(-x, -y, low), (-x, y, low), (-x, y, high), (-x, -y, high)],
            [(x, -y, low), (-x, -y, low), (-x, -y, high), (x, -y, high)],
            [(-x, -y, low), (x, -y, low), (x, y, low), (-x, y, low)],
        )
        normals: tuple[Place, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        seen = [
            (wall, normal)
            for wall, normal in zip(walls, normals, strict=True)
            if self.projection.depth(normal) > 0
        ]
        return self.filled(seen, paint(solid.colour))

    def shadow(self, solid: Solid) -> str:
        """The shadow that a piece throws on what it stands on; further off the higher it stands."""
        axes = frame(solid.facing)
        height = max(0.0, dot(solid.place, axes.up))
        throw = add(self.light, scaled(axes.up, -dot(self.light, axes.up)))
        reach = 0.1 + 0.07 * height
        at = add(solid.place, scaled(throw, -reach / max(0.2, dot(self.light, axes.up)) * 0.9))
        size = solid.size[0] * (0.62 + 0.03 * height)
        return f'<circle r="1" {self.matrix(axes, at, size)} fill="{self.shadow_fill()}"/>'


def _minus(a: Place, b: Place) -> Place:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]
