"""How Color Pop looks."""

from __future__ import annotations

import math

from sommet.core.move import Path
from sommet.core.projection import frame
from sommet.core.scene import Camera, Effect, Kind, Label, Place, Role, Scene, Solid
from sommet.core.view import View
from sommet.games.colorpop.board import NAMES, cells, name, token
from sommet.games.colorpop.rules import ColorPopTable

__all__ = ["draw", "effects"]

ANGLE = math.radians(24)
SLOPE: Place = (0.0, round(-math.sin(ANGLE), 4), round(math.cos(ANGLE), 4))
PLANE = frame(SLOPE)


def on_slope(right: float, along: float) -> Place:
    x, y, z = PLANE.place((0, 0, 0), right, along, 0)
    return round(x, 3), round(y, 3), round(z, 3)


def draw(view: View[ColorPopTable], path: Path) -> Scene:
    table = view.table
    y, z = math.cos(ANGLE) * 10.7, math.sin(ANGLE) * 10.7
    wedge = Solid("board", Kind.SLAB, (-5.3, 0, 0), "board", (10, 10, 10.6), (1.0, 0.0, 0.0), outline=((0.4, -.3), (0.4, y),( -z, y), (0, -.3)))
    solids = [wedge]
    for slide in range(10):
        solids.append(Solid(f"slide{slide}", Kind.SLAB, on_slope(slide - 4.5, 5), "inlay", (.8, 10, 0), SLOPE))
    for cell in cells(table.slides):
        s, h = cell
        solids.append(Solid(name(cell), Kind.TOKEN, on_slope(s - 4.5, h + .5), token(table.slides, cell), (.9, .9, .2), SLOPE))
    return Scene(tuple(solids), camera=Camera(0, 58), title="Color Pop")


def effects(view: View[ColorPopTable], path: Path) -> tuple[Effect, ...]:
    return ()
