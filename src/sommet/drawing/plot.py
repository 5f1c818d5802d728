"""Plots how a game went: a row of bars for every player, a bar for every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from sommet.drawing.palette import COLOURS
from sommet.drawing.svg import element

__all__ = ["Bar", "plot"]

WIDE, HIGH, ABOVE, LEFT, MARK = 8.0, 60.0, 26.0, 12.0, 7.0
GROUNDS = {
    "light": {"paper": "#F6F2EA", "ink": "#1B1D22"},
    "dark": {"paper": "#14161B", "ink": "#ECE7DD"},
}
WON, LOST = COLOURS["G"].paint, COLOURS["O"].paint


@dataclass(frozen=True)
class Bar:
    """A move: its seat, the value it left that seat with (0 to 1), whether the value is proven,
    whether the move was a mistake, and a description."""

    seat: int
    value: float
    proven: bool
    is_mistake: bool
    description: str


def plot(bars: Sequence[Bar], names: Sequence[str], title: str = "") -> str:
    """The moves of a game as SVG. A full bar is a proven value, a pale one an estimate; a
    triangle marks a mistake. The description of a move is a tooltip."""
    light, dark = GROUNDS["light"], GROUNDS["dark"]
    width, row = 2 * LEFT + WIDE * max(len(bars), 20), ABOVE + HIGH
    style = (
        f".ground{{fill:{light['paper']}}}.ink{{fill:{light['ink']};font:13px sans-serif}}"
        f".even{{stroke:{light['ink']};stroke-dasharray:2 3;opacity:.4}}"
        f"@media(prefers-color-scheme:dark){{.ground{{fill:{dark['paper']}}}"
        f".ink{{fill:{dark['ink']}}}.even{{stroke:{dark['ink']}}}}}"
    )
    height = row * len(names) + LEFT
    body = element("title", escape(title)) if title else ""
    body += element("style", style) + element("rect", class_="ground", width=width, height=height)
    for seat, name in enumerate(names):
        foot = row * (seat + 1)
        even = foot - HIGH / len(names)
        body += element("text", escape(name), class_="ink", x=LEFT, y=foot - HIGH - 8)
        body += element("path", class_="even", d=f"M{LEFT} {even}H{width - LEFT}")
        for number, bar in enumerate(bars):
            if bar.seat == seat:
                body += _bar(bar, LEFT + WIDE * number, foot)
    return element(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
    )


def _bar(bar: Bar, left: float, foot: float) -> str:
    high = max(2.0, bar.value * HIGH)
    inside = element("title", escape(bar.description))
    inside += element(
        "rect",
        x=left,
        y=foot - high,
        width=WIDE - 1,
        height=high,
        fill=LOST if bar.is_mistake else WON,
        opacity="1" if bar.proven else ".45",
    )
    if bar.is_mistake:
        top, middle = foot - HIGH - 3, left + (WIDE - 1) / 2
        inside += element(
            "path", d=f"M{middle - MARK / 2} {top - MARK}h{MARK}L{middle} {top}Z", fill=LOST
        )
    return element("g", inside)
