"""One scene within a picture: solids from back to front, then marks, spots and labels on top."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby

from sommet.core.scene import Kind, Label, Place, Role, Scene, Solid, Target, Trail
from sommet.drawing.constants import (
    BADGE,
    CHIP,
    DOT,
    FONT_SIZE,
    LABEL_MARGIN,
    OUTLINE,
    RING,
    SCALE,
    SCENE_MARGIN,
    THIN_RING,
    TOUCH_TOLERANCE,
    TRAIL,
    WREATH,
    Ring,
)
from sommet.drawing.light import CAST_SLAB
from sommet.drawing.palette import BLACK, WHITE
from sommet.drawing.primitives import ORIGIN, Brush, overlap
from sommet.drawing.projection import Point, Projection, corners, covers, dot, draw_order, frame
from sommet.drawing.shapes import draw
from sommet.drawing.svg import Sheet, element, ink_on, is_dark, mix, number, paint

__all__ = ["Panel"]

NEARBY = (1.5, 0.95)
"""The margins of a close-up, across and down."""


class Panel:
    """A scene on a sheet, with its rectangle on the screen."""

    def __init__(
        self,
        scene: Scene,
        sheet: Sheet,
        around: Sequence[Place] = (),
        spots: bool = False,
        edge: float = SCENE_MARGIN.picture,
    ) -> None:
        self.scene = scene if spots else replace(scene, spots=(), ahead=())
        self.sheet = sheet
        self.projection = Projection(scene.camera)
        self.brush = Brush(self.projection, sheet)
        self.solids_by_id = {solid.id: solid for solid in scene.solids}
        self.drawn: dict[Solid, str] = {}
        across, down = zip(*self.extent(around) or [(0.0, 0.0)], strict=True)
        self.left, self.top = min(across) - edge, min(down) - edge
        self.width, self.height = max(across) + edge - self.left, max(down) + edge - self.top

    def extent(self, around: Sequence[Place]) -> list[Point]:
        """Points that the panel has to show: everything, or what is near the places `around`."""
        wide, high = NEARBY if around else (LABEL_MARGIN, LABEL_MARGIN)
        points = map(self.projection, around or (label.place for label in self.scene.labels))
        found = [(x + sign * wide, y + sign * high) for x, y in points for sign in (-1, 1)]
        if not around:
            found += map(self.projection, self.scene.frame)
            ghosts = (*self.scene.marks, *(spot.at for spot in self.scene.spots))
            for solid in (*self.scene.solids, *ghosts):
                found += self.brush.extent_points(solid) if isinstance(solid, Solid) else []
        return found

    def draw(self) -> str:
        targets = dict.fromkeys(spot.at for spot in self.scene.spots)
        gone = (mark for mark in self.scene.marks if isinstance(mark, Solid))
        labels = map(self.label, filter(self.is_visible, self.scene.labels))
        return "".join(
            (
                self.ground_shadow(),
                *self.solids(),
                *map(self.ghost, gone),
                *map(self.trail, self.scene.trails),
                *map(self.dot, map(self.projection, self.scene.ahead)),
                *map(self.spot, targets),
                *labels,
            )
        )

    def ground_shadow(self) -> str:
        """The shadow of the boards on the cloth."""
        up = self.projection.up
        slabs = [corners(solid) for solid in self.scene.solids if solid.kind is Kind.SLAB]
        lows = [min(dot(corner, up) for corner in slab) for slab in slabs]
        low = [
            slab
            for slab, lowest in zip(slabs, lows, strict=True)
            if lowest < min(lows) + TOUCH_TOLERANCE
        ]
        return self.brush.cast_shadow(low, up, CAST_SLAB) if low else ""

    def solids(self) -> Iterator[str]:
        """From back to front. Shadows of pieces on the board are below all pieces; a piece on
        another one casts its shadow on that one, unless it's a cube, which leans on others."""
        for _, run in groupby(self.ordered(), lambda solid: solid.kind is Kind.SLAB):
            solids = [*run]
            low = [solid for solid in solids if solid.kind.is_piece and not solid.level]
            for solid in solids:
                if low and solid.kind.is_piece:
                    yield from map(self.shadow, low)
                    low = []
                if solid.kind.is_piece and solid.level and solid.kind is not Kind.CUBE:
                    yield self.shadow(solid)
                yield self.solid(solid)
                if solid.id in self.scene.marks:
                    yield self.ring(solid, "last-move", RING)

    def ordered(self) -> list[Solid]:
        """The solids in drawing order, but first all slabs that cover nothing else, in their own
        order: they stay unchanged while pieces and hollows come and go."""
        wood, among = list[Solid](), list[Solid]()
        lines = list[list[Point]]()
        for solid in draw_order(self.scene.solids, self.projection):
            line = self.brush.bounding_shape(solid)
            if solid.kind is not Kind.SLAB or any(overlap(line, other) for other in lines):
                among.append(solid)
                lines.append(line)
            else:
                wood.append(solid)
        return [*draw_order(wood, self.projection), *among]

    def shadow(self, solid: Solid) -> str:
        return self.sheet.use(self.brush.shadow(solid), self.projection(solid.place))

    def solid(self, solid: Solid) -> str:
        alike = replace(solid, id="", place=ORIGIN, cell="", level=0, tray=None)
        if alike not in self.drawn:
            self.drawn[alike] = draw(self.brush, alike)
        return self.sheet.use(self.drawn[alike], self.projection(solid.place))

    # --- marks and targets -----------------------------------------------------------------------

    def ghost(self, mark: Solid) -> str:
        """A thin ring where the last move removed a piece."""
        return self.ring(mark, "last-move", THIN_RING)

    def spot(self, target: Target) -> str:
        """A dot where a piece can go, a ring round one that can be chosen."""
        if not isinstance(target, Solid):
            return self.ring(self.solids_by_id[target], "choosable", THIN_RING)
        return self.dot(self.brush.dot_position(target))

    def dot(self, at: Point) -> str:
        x, y = at
        look = {"r": DOT.radius, "stroke_width": DOT.line}
        return element("circle", cx=x * SCALE, cy=y * SCALE, **look, **self.sheet.style("dot"))

    def trail(self, trail: Trail) -> str:
        """A thin line from where a piece came."""
        start, end = (
            each if isinstance(each, Solid) else self.solids_by_id[each] for each in trail
        )
        shape = {"d": self.brush.trail(start, end), "fill": "none"}
        return "".join(
            element("path", **shape, stroke_width=width, **self.sheet.style(style))
            for width, style in ((TRAIL.halo, "halo"), (TRAIL.line, "last-move"))
        )

    def ring(self, solid: Solid, style: str, look: Ring) -> str:
        """A light line on a dark one, visible on any background."""
        x, y = self.projection(solid.place)
        where = f"translate({number(x * SCALE)} {number(y * SCALE)})"
        halo, line = self.sheet.style("halo"), self.sheet.style(style)
        shape = {"d": self.brush.silhouette(solid), "fill": "none"}
        under = element("path", **shape, stroke_width=look.halo, **halo)
        over = element("path", **shape, stroke_width=look.line, **line)
        return element("g", under + over, transform=where)

    # --- labels ----------------------------------------------------------------------------------

    def is_visible(self, label: Label) -> bool:
        """Whether a label is visible: on a rotated table, pieces may cover names on the wood."""
        if label.role is not Role.NAME or not self.scene.camera.turn:
            return True
        at = self.projection(label.place)
        pieces = (solid for solid in self.scene.solids if solid.kind.is_piece)
        return not any(covers(self.projection, solid, at) for solid in pieces)

    def label(self, label: Label) -> str:
        across, down = self.projection(label.place)
        at = (across * SCALE, down * SCALE)
        if label.role is Role.NAME:
            return self.text(label.text, at, FONT_SIZE.name, **self.text_style(label.colour))
        if label.role is Role.HEAD:
            ink = {**self.text_style(label.colour), "font_weight": "700"}
            return self.text(label.text, at, FONT_SIZE.head, **ink)
        if label.role is Role.COUNT:
            return self.chip(label, at)
        size = min(1.0, self.max_badge_scale(label))
        if size == 1:
            return self.badge(label, at)
        (x, y), scale = (number(part * (1 - size)) for part in at), f"{size:.2f}"
        return element("g", self.badge(label, at), transform=f"matrix({scale} 0 0 {scale} {x} {y})")

    def max_badge_scale(self, label: Label) -> float:
        """How large a player's number may be next to the pieces in their tray."""
        tilt_factor = abs(self.projection(frame(self.scene.camera.up).away)[1])
        x, y = self.projection(label.place)
        distances = []
        for solid in self.scene.solids:
            if label.tray is not None and solid.tray == label.tray and solid.kind.is_piece:
                (right, down), (width, length, _) = self.projection(solid.place), solid.size
                gaps = abs(x - right) - width / 2, abs(y - down) - length * tilt_factor / 2
                distances.append(math.hypot(*(max(0.0, each) for each in gaps)))
        reach = BADGE.ring + BADGE.ring_width / 2
        return max(BADGE.min_scale, min(distances, default=math.inf) * SCALE / reach)

    def badge(self, label: Label, at: Point) -> str:
        """A player's number on a disc, in their colour if it's known. A gold ring marks the player
        to move, a wreath the winner."""
        rim, ink = self.sheet.style("seat"), self.sheet.style("seat-text")
        if label.colour:
            fill = paint(label.colour)
            one, two = (WHITE, BLACK) if is_dark(fill) else (BLACK, WHITE)
            rim = {"fill": fill, "stroke": mix(one, two, BADGE.rim_contrast)}
            ink = {"fill": ink_on(fill), "font_weight": "600"}
        badge = element("path", d=_disc(at, BADGE.radius), stroke_width=BADGE.line, **rim)
        badge += self.text(label.text, at, FONT_SIZE.number, **ink)
        if label.role is Role.WINNER:
            leaves = {"d": _disc(at, WREATH.radius), "fill": "none"}
            under, over = self.sheet.style("halo"), self.sheet.style("last-move")
            over["stroke_dasharray"] = WREATH.leaves
            wreath = element("path", **leaves, stroke_width=WREATH.width + 2, **under)
            return wreath + element("path", **leaves, stroke_width=WREATH.width, **over) + badge
        if label.role is Role.TURN:
            around = {"d": _disc(at, BADGE.ring), "fill": "none"}
            badge += element(
                "path", **around, stroke_width=BADGE.ring_width, **self.sheet.style("last-move")
            )
        return badge

    def text(self, text: str, at: Point, size: int, **attributes: str) -> str:
        x, y = at
        down = FONT_SIZE.baseline
        return element("text", escape(text), x=x, y=y, dy=down, font_size=size, **attributes)

    def text_style(self, material: str) -> dict[str, str]:
        """Legible ink for a material; without one, the text style of the background."""
        if not material:
            return self.sheet.style("text")
        return {"fill": ink_on(paint(material))}

    def chip(self, label: Label, at: Point) -> str:
        """A count on a small plate of the colour it counts."""
        fill = paint(label.colour or "ivory")
        (x, y), high = at, CHIP.height
        wide = CHIP.width + CHIP.letter * len(label.text)
        plate = {"x": x - wide / 2, "y": y - high / 2, "width": wide, "height": high}
        line = {"fill": fill, "stroke": mix(fill, BLACK, OUTLINE.share)}
        ink = {"fill": ink_on(fill), "font_weight": "600"}
        return element("rect", **plate, rx=CHIP.round, **line, stroke_width=CHIP.line) + self.text(
            label.text, at, FONT_SIZE.number, **ink
        )


def _disc(at: Point, radius: float) -> str:
    x, y = at
    half = f"A{number(radius)} {number(radius)} 0 1 1 "
    left, right = (f"{number(x + side * radius)} {number(y)}" for side in (-1, 1))
    return f"M{left}{half}{right}{half}{left}Z"
