"""Scenes as pictures: standalone SVG that suits a light page, a dark page or a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from html import escape
from typing import Literal, TypeAlias

from sommet.core.scene import Place, Scene
from sommet.drawing.ink import Sheet, element, number
from sommet.drawing.measures import EDGE, SCALE
from sommet.drawing.panel import Panel

__all__ = ["Ground", "inlaid", "svg"]

Ground: TypeAlias = Literal["auto", "light", "dark"]

GROUNDS = {
    "light": {"paper": "#F6F2EA", "ink": "#1B1D22", "accent": "#007F9E"},
    "dark": {"paper": "#14161B", "ink": "#ECE7DD", "accent": "#3CC8E8"},
}
"""The accent, for what can be done now, is none of the pieces' colours."""

MARGIN = 0.2

GAP = 0.9
"""Between two scenes, where the arrow is."""


def svg(
    scene: Scene,
    *then: Scene,
    ground: Ground = "auto",
    backdrop: bool = True,
    width: int = 640,
    spots: bool = False,
    around: Sequence[Place] = (),
    title: str = "",
) -> str:
    """The picture of a scene, or of several with arrows between them, `width` pixels wide.

    With `ground="auto"` it follows the reader's preference for light or dark; without `backdrop` it
    lies transparent on whatever is there. `spots` shows what can be done; a close-up shows only
    what is `around` some places. The same scenes always give the same text, it asks for nothing
    from elsewhere, and several can stand in one page.
    """
    scenes = (scene, *then)
    told = repr((scenes, ground, backdrop, spots, around)).encode()
    sheet = Sheet(f"s{sha256(told).hexdigest()[:7]}-")
    panels = [Panel(each, sheet, around, spots) for each in scenes]
    height = max(panel.height for panel in panels)
    body, across = "", MARGIN
    for panel in panels:
        if across > MARGIN:
            body += _arrow(sheet, across - GAP / 2, MARGIN + height / 2)
        box = (panel.left, panel.top, panel.width, panel.height)
        body += element(
            "svg",
            panel.draw(),
            x=across * SCALE,
            y=(MARGIN + (height - panel.height) / 2) * SCALE,
            width=panel.width * SCALE,
            height=panel.height * SCALE,
            viewBox=" ".join(number(length * SCALE) for length in box),
        )
        across += panel.width + GAP
    wide, high = (across - GAP + MARGIN) * SCALE, (height + 2 * MARGIN) * SCALE
    paper = element("rect", width=wide, height=high, **sheet.style("paper")) if backdrop else ""
    return element(
        "svg",
        element("title", escape(title or scene.title or "Sommet"))
        + element("style", _style(sheet, ground))
        + element("defs", sheet.defs())
        + paper
        + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(high)}",
        width=width,
        height=round(width * high / wide),
        role="img",
        font_family="system-ui,sans-serif",
        stroke_linejoin="round",
        text_anchor="middle",
    )


def inlaid(scene: Scene) -> str:
    """The picture of a scene as a part of a page, whose style gives it what hangs on the ground."""
    sheet = Sheet("first-", classes="")
    panel = Panel(scene, sheet, edge=EDGE.page)
    drawn = panel.draw()
    box = (panel.left, panel.top, panel.width, panel.height)
    return element(
        "svg",
        element("defs", sheet.defs()) + drawn,
        viewBox=" ".join(number(length * SCALE) for length in box),
        role="img",
        aria_label=escape(scene.title or "Sommet"),
        stroke_linejoin="round",
        text_anchor="middle",
    )


def _arrow(sheet: Sheet, across: float, down: float) -> str:
    at = f"translate({number(across * SCALE)} {number(down * SCALE)})"
    shape = "M-18 0H14M4-11L16 0L4 11"
    style = sheet.style("line")
    return element("path", d=shape, transform=at, fill="none", stroke_width=3, **style)


def _style(sheet: Sheet, ground: Ground) -> str:
    """Everything that hangs on the ground, by class; the rest is written where it is drawn."""
    if ground != "auto":
        return _rules(sheet.prefix, **GROUNDS[ground])
    light, dark = (_rules(sheet.prefix, **GROUNDS[each]) for each in ("light", "dark"))
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"


def _rules(prefix: str, paper: str, ink: str, accent: str) -> str:
    rules = {
        "paper": f"fill:{paper}",
        "text": f"fill:{ink}",
        "line": f"stroke:{ink}",
        "halo": f"stroke:{paper}",
        "can": f"stroke:{accent}",
        "seat": f"fill:{paper};stroke:{ink}",
        "seat-text": f"fill:{ink};font-weight:600",
        "turn": f"fill:{accent};stroke:{paper}",
        "turn-text": f"fill:{paper};font-weight:600",
    }
    return "".join(f".{prefix}{name}{{{rule}}}" for name, rule in rules.items())
