"""Line charts and interval charts as SVG, one colour per name, in light and dark mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from sommet.drawing.palette import COLOURS
from sommet.drawing.plot import GROUNDS
from sommet.drawing.svg import element

__all__ = ["Mark", "Point", "chart", "marks"]

Point: TypeAlias = tuple[float, float]
WIDE, HIGH, EDGE = 360.0, 240.0, 44.0
TICKS = 4
ROW, NAMES = 16.0, 250.0


class Mark(NamedTuple):
    """A value with its interval and its name."""

    value: float
    low: float
    high: float
    name: str


def chart(
    curves: Mapping[str, Sequence[Point]],
    title: str,
    across: str,
    up: str,
    *,
    most: Point = (1.0, 1.0),
    even: bool = False,
) -> str:
    """Curves from 0 to `most`, with labels for both axes; `even` adds the diagonal on which both
    are equal."""
    width, height = WIDE + 2 * EDGE + 110, HIGH + 2 * EDGE
    body = _sheet(title, across, width, height)
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
    return _picture(body, width, height)


def marks(rows: Mapping[str, Sequence[Mark]], title: str, across: str) -> str:
    """Values from 0 to 1 by row, each with its interval: one line each, one colour per name, and a
    tick at the fair share of the row."""
    names = list(dict.fromkeys(mark.name for own in rows.values() for mark in own))
    colours = dict(zip(names, COLOURS.values(), strict=False))
    lines = sum(len(own) + 1 for own in rows.values())
    width, height = NAMES + WIDE + 2 * EDGE, lines * ROW + 2 * EDGE
    body = _sheet(title, across, width, height)
    for tick in range(TICKS + 1):
        x = NAMES + EDGE + WIDE * tick / TICKS
        body += element("path", class_="line", d=f"M{x:g} {EDGE}V{height - EDGE:g}")
        body += element("text", f"{tick / TICKS:.3g}", class_="ink", x=x - 8, y=height - 26)
    y = EDGE + ROW
    for row, own in rows.items():
        body += element("text", escape(row), class_="ink", x=EDGE / 2, y=y + 4)
        fair = NAMES + EDGE + WIDE / len(own)
        body += element("path", class_="line", d=f"M{fair:g} {y - 8:g}v{ROW * len(own):g}")
        for mark in own:
            low, value, high = (
                NAMES + EDGE + WIDE * each for each in (mark.low, mark.value, mark.high)
            )
            paint = colours[mark.name].paint
            body += element("path", stroke=paint, stroke_width=2, d=f"M{low:g} {y:g}H{high:g}")
            body += element("circle", cx=value, cy=y, r=4, fill=paint)
            body += element("text", escape(mark.name), class_="ink", x=NAMES + EDGE - 16, y=y + 4)
            y += ROW
        y += ROW
    return _picture(body, width, height)


def _sheet(title: str, across: str, width: float, height: float) -> str:
    """The start of every chart: its title, its background and the label of the x axis."""
    light, dark = GROUNDS["light"], GROUNDS["dark"]
    style = (
        f".ground{{fill:{light['paper']}}}.ink{{fill:{light['ink']};font:12px sans-serif}}"
        f".line{{stroke:{light['ink']};opacity:.35;fill:none}}"
        f"@media(prefers-color-scheme:dark){{.ground{{fill:{dark['paper']}}}"
        f".ink{{fill:{dark['ink']}}}.line{{stroke:{dark['ink']}}}}}"
    )
    body = element("title", escape(title)) + element("style", style)
    body += element("rect", class_="ground", width=width, height=height)
    body += element("text", escape(title), class_="ink", x=EDGE, y=EDGE / 2)
    return body + element("text", escape(across), class_="ink", x=EDGE, y=height - 8)


def _picture(body: str, width: float, height: float) -> str:
    return element(
        "svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}"
    )


def _at(point: Point, most: Point) -> Point:
    return EDGE + WIDE * point[0] / most[0], EDGE + HIGH * (1 - point[1] / most[1])
