"""One scene within a picture: solids from back to front, then marks, spots and labels on top."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from sommet.core.brush import ORIGIN, Brush
from sommet.core.ink import BLACK, SCALE, WHITE, Sheet, element, is_dark, mix, number, paint
from sommet.core.projection import Point, Projection, painted
from sommet.core.scene import Kind, Label, Place, Role, Scene, Solid, Target
from sommet.core.shapes import draw

__all__ = ["Panel"]

ROOM = (0.3, 0.3)
"""What a label takes to each side, across and down."""

EDGE = 0.12
"""What lines and brackets take beyond a solid."""

NEARBY = (1.5, 0.95)
"""How far a close-up goes beyond what it is about, across and down."""


class Panel:
    """A scene on a sheet, with the rectangle of the screen that it takes."""

    def __init__(self, scene: Scene, sheet: Sheet, around: Sequence[Place], spots: bool) -> None:
        self.scene = scene if spots else replace(scene, spots=())
        self.sheet = sheet
        self.projection = Projection(scene.camera)
        self.brush = Brush(self.projection, sheet)
        self.there = {solid.id: solid for solid in scene.solids}
        self.drawn: dict[Solid, str] = {}
        across, down = zip(*self.extent(around) or [(0.0, 0.0)], strict=True)
        self.left, self.top = min(across) - EDGE, min(down) - EDGE
        self.width, self.height = max(across) + EDGE - self.left, max(down) + EDGE - self.top

    def extent(self, around: Sequence[Place]) -> list[Point]:
        """Points that the panel has to show: everything, or what lies near the places `around`."""
        wide, high = NEARBY if around else ROOM
        points = map(self.projection, around or (label.place for label in self.scene.labels))
        found = [(x + sign * wide, y + sign * high) for x, y in points for sign in (-1, 1)]
        if not around:
            found += map(self.projection, self.scene.frame)
            ghosts = (*self.scene.marks, *(spot.at for spot in self.scene.spots))
            for solid in (*self.scene.solids, *ghosts):
                found += self.brush.reach(solid) if isinstance(solid, Solid) else []
        return found

    def draw(self) -> str:
        targets = dict.fromkeys(spot.at for spot in self.scene.spots)
        ghosts = map(self.ghost, self.scene.marks)
        labels = map(self.label, self.scene.labels)
        return "".join((*self.solids(), *ghosts, *map(self.spot, targets), *labels))

    def solids(self) -> Iterator[str]:
        """Each piece after its shadow. Cubes lean on each other: their shadows all lie below."""
        order = painted(self.scene.solids, self.projection)
        cubes = [solid for solid in order if solid.kind is Kind.CUBE]
        for solid in order:
            if solid.kind is not Kind.CUBE:
                yield self.brush.shadow(solid)
            elif solid is cubes[0]:
                yield from map(self.brush.shadow, cubes)
            yield self.solid(solid)
            if solid.id in self.scene.marks:
                yield self.brackets(solid)

    def solid(self, solid: Solid, **attributes: str) -> str:
        alike = replace(solid, id="", place=ORIGIN)
        if alike not in self.drawn:
            self.drawn[alike] = draw(self.brush, alike)
        return self.sheet.use(self.drawn[alike], self.projection(solid.place), **attributes)

    # --- what was done and what can be done ------------------------------------------------------

    def ghost(self, mark: Target) -> str:
        """A broken line round what the last move took away."""
        if not isinstance(mark, Solid):
            return ""
        return self.solid(mark, opacity=".35") + self.ring(mark, "line", "6 5")

    def brackets(self, solid: Solid) -> str:
        """Brackets round what the last move brought."""
        points = self.brush.reach(solid)
        across, down = zip(*points, strict=True)
        left, right = (min(across) - 0.04) * SCALE, (max(across) + 0.04) * SCALE
        top, bottom = (min(down) - 0.04) * SCALE, (max(down) + 0.04) * SCALE
        arm = 0.25 * min(right - left, bottom - top)
        corners = (
            (left, top, 1, 1),
            (right, top, -1, 1),
            (right, bottom, -1, -1),
            (left, bottom, 1, -1),
        )
        shape = "".join(
            f"M{number(x)} {number(y + arm * down)}V{number(y)}H{number(x + arm * right)}"
            for x, y, right, down in corners
        )
        return "".join(
            element("path", d=shape, fill="none", stroke_width=width, **self.sheet.style(style))
            for width, style in ((7, "halo"), (3, "line"))
        )

    def spot(self, target: Target) -> str:
        """A broken line in the accent, round a piece or round the ghost of one."""
        if isinstance(target, Solid):
            return self.solid(target, opacity=".35") + self.ring(target, "can", "8 4")
        return self.ring(self.there[target], "can", "8 4")

    def ring(self, solid: Solid, style: str, dashes: str) -> str:
        """A broken line on an unbroken one, so that it can be seen on anything."""
        x, y = self.projection(solid.place)
        where = f"translate({number(x * SCALE)} {number(y * SCALE)})"
        halo, line = self.sheet.style("halo"), self.sheet.style(style)
        shape = {"d": self.brush.silhouette(solid), "fill": "none"}
        under = element("path", **shape, stroke_width=5, **halo)
        broken = element("path", **shape, stroke_width=3, stroke_dasharray=dashes, **line)
        return element("g", under + broken, transform=where)

    # --- labels ----------------------------------------------------------------------------------

    def label(self, label: Label) -> str:
        across, down = self.projection(label.place)
        at = (across * SCALE, down * SCALE)
        if label.role is Role.NAME:
            return self.text(label.text, at, 17, **self.ink_on(label.colour))
        if label.role is Role.COUNT:
            return self.chip(label, at)
        style = "seat" if label.role is Role.SEAT else "turn"
        shape = _star(at) if label.role is Role.WINNER else _disc(at, 15.5)
        badge = element("path", d=shape, stroke_width=2, **self.sheet.style(style))
        if label.role is Role.TURN:
            ring = {"d": _disc(at, 20), "fill": "none", "stroke_width": "2.5"}
            badge += element("path", **ring, **self.sheet.style("can"))
        return badge + self.text(label.text, at, 18, **self.sheet.style(f"{style}-text"))

    def text(self, text: str, at: Point, size: int, **attributes: str) -> str:
        x, y = at
        return element("text", escape(text), x=x, y=y, dy=".36em", font_size=size, **attributes)

    def ink_on(self, material: str) -> dict[str, str]:
        """Ink that can be read on a material, or on the ground when it is none."""
        if not material:
            return self.sheet.style("text")
        ground = paint(material)
        return {"fill": mix(ground, WHITE if is_dark(ground) else BLACK, 0.8)}

    def chip(self, label: Label, at: Point) -> str:
        """A count on a small plate in the colour that it counts."""
        fill = paint(label.colour or "ivory")
        x, y = at
        width = 14.0 + 11 * len(label.text)
        edge = {"fill": "none", "stroke": "#FFF", "stroke_opacity": ".5", "stroke_width": "4.4"}
        plate = {"x": x - width / 2, "y": y - 13, "width": width, "height": 26.0, "rx": 8.0}
        ink = {"fill": WHITE if is_dark(fill) else BLACK, "font_weight": "600"}
        line = {"fill": fill, "stroke": mix(fill, BLACK, 0.72), "stroke_width": "2"}
        return (
            element("rect", **plate, **edge)
            + element("rect", **plate, **line)
            + self.text(label.text, at, 18, **ink)
        )


def _disc(at: Point, radius: float) -> str:
    x, y = at
    half = f"A{number(radius)} {number(radius)} 0 1 1 "
    left, right = (f"{number(x + side * radius)} {number(y)}" for side in (-1, 1))
    return f"M{left}{half}{right}{half}{left}Z"


def _star(at: Point) -> str:
    x, y = at
    turns = [(math.pi * turn / 10, (23, 17)[turn % 2]) for turn in range(20)]
    ends = (
        f"{number(x + reach * math.sin(turn))} {number(y - reach * math.cos(turn))}"
        for turn, reach in turns
    )
    return f"M{'L'.join(ends)}Z"
