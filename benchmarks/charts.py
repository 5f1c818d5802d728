"""Curves as a picture: one colour a name, light and dark as the reader has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TypeAlias

from sommet.drawing.ink import element
from sommet.drawing.palette import COLOURS
from sommet.drawing.plot import GROUNDS

__all__ = ["Point", "chart"]

Point: TypeAlias = tuple[float, float]
WIDE, HIGH, EDGE = 360.0, 240.0, 44.0
TICKS = 4


def chart(
    curves: Mapping[str, Sequence[Point]],
    title: str,
    across: str,
    up: str,
    *,
    most: Point = (1.0, 1.0),
    even: bool = False,
) -> str:
    """Curves from 0 to `most`, with what is counted across and upwards; `even` adds the line on
    which both are the same."""
    light, dark = GROUNDS["light"], GROUNDS["dark"]
    style = (
        f".ground{{fill:{light['paper']}}}.ink{{fill:{light['ink']};font:12px sans-serif}}"
        f".line{{stroke:{light['ink']};opacity:.35;fill:none}}"
        f"@media(prefers-color-scheme:dark){{.ground{{fill:{dark['paper']}}}"
        f".ink{{fill:{dark['ink']}}}.line{{stroke:{dark['ink']}}}}}"
    )
    width, height = WIDE + 2 * EDGE + 110, HIGH + 2 * EDGE
    body = element("title", escape(title)) + element("style", style)
    body += element("rect", class_="ground", width=width, height=height)
    body += element("text", escape(title), class_="ink", x=EDGE, y=EDGE / 2)
    body += element("text", escape(across), class_="ink", x=EDGE, y=height - 8)
    body += element(
        "text", escape(up), class_="ink", transform=f"translate(14 {HIGH + EDGE}) rotate(-90)"
    )
    for tick in range(TICKS + 1):
        x, y = _at((most[0] * tick / TICKS, most[1] * tick / TICKS), most)
        body += element("path", class_="line", d=f"M{EDGE} {y:g}H{EDGE + WIDE}")
        body += element("text", f"{most[0] * tick / TICKS:.3g}", class_="ink", x=x, y=height - 26)
        body += element("text", f"{most[1] * tick / TICKS:.3g}", class_="ink", x=EDGE - 26, y=y + 4)
    if even:
        (left, foot), (right, top) = _at((0.0, 0.0), most), _at(most, most)
        body += element("path", class_="line", d=f"M{left:g} {foot:g}L{right:g} {top:g}")
    for number, ((name, points), colour) in enumerate(
        zip(curves.items(), COLOURS.values(), strict=False)
    ):
        places = " ".join("{:.1f},{:.1f}".format(*_at(point, most)) for point in points)
        body += element("polyline", points=places, fill="none", stroke=colour.paint, stroke_width=2)
        x, y = EDGE + WIDE + 8, EDGE + 18 * number + 8
        body += element("rect", x=x, y=y - 9, width=10, height=10, fill=colour.paint)
        body += element("text", escape(name), class_="ink", x=x + 14, y=y)
    return element(
        "svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}"
    )


def _at(point: Point, most: Point) -> Point:
    return EDGE + WIDE * point[0] / most[0], EDGE + HIGH * (1 - point[1] / most[1])
