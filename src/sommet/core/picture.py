"""A scene as a picture: standalone SVG."""

from __future__ import annotations

from hashlib import sha256
from html import escape
from typing import Literal

from sommet.core.palette import COLOURS
from sommet.core.projection import Projection, corners, painted
from sommet.core.scene import Label, Role, Scene, Solid
from sommet.core.shapes import SCALE, Brush, is_dark, number, paint

__all__ = ["svg"]


def svg(
    scene: Scene,
    *,
    ground: Literal["auto", "light", "dark", "none"] = "auto",
    width: int = 640,
    spots: bool = False,
    title: str = "",
) -> str:
    projection = Projection(scene.camera)
    brush = Brush(projection, "PREFIX")
    symbols: dict[str, str] = {}
    body: list[str] = []
    xs: list[float] = []
    ys: list[float] = []

    def reach(points):
        for p in points:
            x, y = projection(p)
            xs.append(x)
            ys.append(y)

    reach(scene.frame)
    for solid in scene.solids:
        reach(corners(solid))

    def use(solid: Solid, extra="") -> str:
        drawn = brush.draw(solid)
        name = symbols.setdefault(drawn, f"PREFIX{len(symbols)}")
        x, y = projection(solid.place)
        return f'<use href="#{name}" x="{number(x * SCALE)}" y="{number(y * SCALE)}"{extra}/>'

    for solid in painted(scene.solids, projection):
        if solid.kind.is_piece:
            body.append(brush.shadow(solid))
        body.append(use(solid))
    by_id = {s.id: s for s in scene.solids}
    for mark in scene.marks:
        body.append(use(mark if isinstance(mark, Solid) else by_id[mark]))
    if spots:
        for spot in scene.spots:
            if isinstance(spot.at, Solid):
                body.append(use(spot.at, ' opacity=".45"'))
    for label in scene.labels:
        x, y = projection(label.place)
        xs.append(x); ys.append(y)
        body.append(
            f'<text x="{number(x * SCALE)}" y="{number(y * SCALE)}" class="ink" font-size="20" '
            f'dy=".35em" text-anchor="middle">{escape(label.text)}</text>'
        )
    left, top = min(xs) - 0.4, min(ys) - 0.4
    w, h = max(xs) + 0.4 - left, max(ys) + 0.4 - top
    defs = "".join(brush.gradients.values()) + "".join(
        f'<g id="{name}">{drawn}</g>' for drawn, name in symbols.items()
    )
    dark = ground == "dark"
    paper, ink = ("#14161B", "#ECE7DD") if dark else ("#F6F2EA", "#1B1D22")
    style = f".ink{{fill:{ink};font-family:system-ui,sans-serif}}.rim{{stroke:#FFF;stroke-opacity:.5}}"
    box = " ".join(number(v * SCALE) for v in (left, top, w, h))
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{round(width*h/w)}" role="img">'
        f"<title>{escape(title or scene.title)}</title><style>{style}</style><defs>{defs}</defs>"
        f'<rect x="{number(left*SCALE)}" y="{number(top*SCALE)}" width="{number(w*SCALE)}" height="{number(h*SCALE)}" fill="{paper}"/>'
        f"{''.join(body)}</svg>"
    )
    return text.replace("PREFIX", "s" + sha256(text.encode()).hexdigest()[:6])
