"""Scenes as pictures: standalone SVG that suits a light page, a dark page or a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import Literal, TypeAlias

from sommet.core.scene import Place, Role, Scene
from sommet.drawing.constants import ASPECT_RATIOS, SCALE, SCENE_MARGIN
from sommet.drawing.light import CORNER, LAMP
from sommet.drawing.palette import CLOTHS, SIGNS, WHITE
from sommet.drawing.scene_svg import Panel
from sommet.drawing.svg import Sheet, element, number
from sommet.drawing.tray_layout import lay_out_trays

__all__ = ["Ground", "inlaid", "inlay", "link_picture", "svg"]

Ground: TypeAlias = Literal["auto", "light", "dark"]

MARGIN = 0.3

GAP = 0.9
"""Between two scenes, where the arrow is."""

LINK_PICTURE_SIZE = 1200, 630
"""Width and height of the picture next to a link to a page, which many sites expect."""
LINK_PICTURE_MARGIN = 24


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

    Its background is the scene's cloth, which is lighter by day than at night; with
    `ground="auto"` it follows the reader's preference. Without `backdrop` it is transparent.
    `spots` shows what can be done; a close-up shows only what is `around` some places. The same
    scenes always give the same text, it asks for nothing from elsewhere, and several can be in
    one page.
    """
    scenes = (scene, *then)
    content = repr((scenes, ground, backdrop, spots, around)).encode()
    sheet = Sheet(f"s{sha256(content).hexdigest()[:7]}-")
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
            **({} if around else {"overflow": "visible"}),
        )
        across += panel.width + GAP
    wide, high = (across - GAP + MARGIN) * SCALE, (height + 2 * MARGIN) * SCALE
    cloth = _cloth(sheet, wide, high) if backdrop else ""
    return element(
        "svg",
        element("title", escape(title or scene.title or "Sommet"))
        + element("style", _style(sheet, scene.cloth, ground))
        + element("defs", sheet.defs())
        + cloth
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


@lru_cache(16)
def inlaid(scene: Scene, viewer: int | None = None) -> str:
    """A scene as part of a page, whose style sheet supplies what depends on the background: one
    picture for each tray layout for this viewer. Each has the names of its `ASPECT_RATIOS` as
    classes, and the page shows the one that fits. The latest few are cached, since visitors
    of a table see the same pictures. Coordinates are left out."""
    scene = _without_coordinates(scene)
    layouts: dict[object, tuple[Scene, list[str]]] = {}
    for name, aspect_ratio in ASPECT_RATIOS.items():
        layout = lay_out_trays(scene, aspect_ratio, viewer)
        moves = tuple(sorted(layout.moves.items()))
        layouts.setdefault(moves, (layout.scene(scene), []))[1].append(name)
    return "".join(_inlaid(laid_out, names) for laid_out, names in layouts.values())


def inlay(scene: Scene) -> str:
    """The same as one picture, with its trays where the scene has them."""
    return _inlaid(scene, [])


def _inlaid(scene: Scene, rooms: list[str]) -> str:
    sheet = Sheet("-".join(("first", scene.cloth, *rooms[:1], "")), classes="")
    panel = Panel(scene, sheet, edge=SCENE_MARGIN.page)
    drawn = panel.draw()
    box = (panel.left, panel.top, panel.width, panel.height)
    return element(
        "svg",
        element("defs", sheet.defs()) + drawn,
        class_=" ".join(("first", *rooms)),
        viewBox=" ".join(number(length * SCALE) for length in box),
        role="img",
        data_cloth=scene.cloth,
        aria_label=escape(scene.title or "Sommet"),
        stroke_linejoin="round",
        text_anchor="middle",
    )


def link_picture(scene: Scene, font_family: str) -> str:
    """A scene as the picture next to a link to a page, by day. It's shown small, so coordinates
    and the grain of the wood, which takes most of the time to draw as PNG, are left out."""
    wide, high = LINK_PICTURE_SIZE
    scene = _without_coordinates(lay_out_trays(scene, wide / high).scene(scene))
    sheet = Sheet("link-", grain=False)
    panel = Panel(scene, sheet)
    box = (panel.left, panel.top, panel.width, panel.height)
    drawn = element(
        "svg",
        panel.draw(),
        x=LINK_PICTURE_MARGIN,
        y=LINK_PICTURE_MARGIN,
        width=wide - 2 * LINK_PICTURE_MARGIN,
        height=high - 2 * LINK_PICTURE_MARGIN,
        viewBox=" ".join(number(length * SCALE) for length in box),
        overflow="visible",
    )
    whole = {"width": wide, "height": high}
    lamp = sheet.gradient("lamp", LAMP, WHITE)
    return element(
        "svg",
        element("style", _style(sheet, scene.cloth, "light"))
        + element("defs", sheet.defs())
        + element("rect", **whole, **sheet.style("cloth"))
        + element("rect", **whole, fill=lamp)
        + drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        font_family=font_family,
        stroke_linejoin="round",
        text_anchor="middle",
        **whole,
    )


def _without_coordinates(scene: Scene) -> Scene:
    return replace(scene, labels=tuple(each for each in scene.labels if each.role is not Role.NAME))


def _arrow(sheet: Sheet, across: float, down: float) -> str:
    at = f"translate({number(across * SCALE)} {number(down * SCALE)})"
    shape = "M-18 0H14M4-11L16 0L4 11"
    style = sheet.style("line")
    return element("path", d=shape, transform=at, fill="none", stroke_width=3, **style)


def _cloth(sheet: Sheet, wide: float, high: float) -> str:
    """Felt under a lamp, with round corners."""
    lamp = sheet.gradient("lamp", LAMP, WHITE)
    felt = sheet.felt()
    whole = {"width": wide, "height": high, "rx": CORNER}
    return (
        element("rect", **whole, **sheet.style("cloth"))
        + element("rect", **whole, fill=lamp)
        + element("rect", **whole, filter=felt)
    )


def _style(sheet: Sheet, cloth: str, ground: Ground) -> str:
    """The styles that depend on the background, and those of signs; the rest is set inline."""
    light, dark, gold = (SIGNS[name] for name in ("light", "dark", "gold"))
    rules = {
        "text": f"fill:{light};stroke:{dark};stroke-width:3;paint-order:stroke",
        "line": f"stroke:{light}",
        "halo": f"stroke:{dark};stroke-opacity:.75",
        "choosable": f"stroke:{light};stroke-opacity:.7",
        "last-move": f"stroke:{gold}",
        "dot": f"fill:{light};stroke:{dark};stroke-opacity:.85",
        "seat": f"fill:{dark};stroke:{light}",
        "seat-text": f"fill:{light};font-weight:600",
    }
    signs = "".join(f".{sheet.prefix}{name}{{{rule}}}" for name, rule in rules.items())
    day, night = (f".{sheet.prefix}cloth{{fill:{tone}}}" for tone in CLOTHS[cloth])
    if ground != "auto":
        return signs + (day if ground == "light" else night)
    return f"{signs}{day}@media(prefers-color-scheme:dark){{{night}}}"
