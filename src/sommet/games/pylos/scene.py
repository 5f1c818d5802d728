"""How Pylos looks: a board with hollows, the pyramid on it, the reserves before and behind it."""

from __future__ import annotations

import math
from dataclasses import replace

from sommet.core.move import Path
from sommet.core.scene import (
    Act,
    Camera,
    Effect,
    Kind,
    Place,
    Scene,
    Solid,
    Spot,
    Target,
    seat_label,
)
from sommet.core.view import View
from sommet.games.pylos.board import CELLS, FREE, INDEX, LEVELS
from sommet.games.pylos.rules import COLOURS, PylosTable

__all__ = ["draw", "effects"]

TABLE = -0.4
"""The height of the table on which the board lies; its upper side is at 0."""

RISE = math.sqrt(0.5)
"""How much higher a ball lies that rests on four others."""

BOARD = (
    Solid("board", Kind.SLAB, (0.0, 0.0, TABLE), "board", (4.9, 4.9, -TABLE)),
    *(
        Solid(f"tray{seat}", Kind.SLAB, (0.0, side * 3.42, TABLE), "tray", (4.9, 1.5, 0.1))
        for seat, side in enumerate((-1, 1))
    ),
)


def cell_place(cell: str) -> Place:
    """Columns go right, rows come towards the viewer."""
    level, column, row = int(cell[0]), "abcd".index(cell[1]), int(cell[2])
    middle = (LEVELS[level - 1] - 1) / 2
    return column - middle, middle - (row - 1), round((level - 1) * RISE, 3)


HOLLOWS = tuple(
    Solid(f"hollow{cell}", Kind.HOLLOW, cell_place(cell), "board", (0.74, 0.74, 0.2))
    for cell in CELLS[:16]
)


def ball(cell: str, colour: str) -> Solid:
    size = 0.98 + 0.03 * (int(cell[0]) - 1)
    return Solid(cell, Kind.BALL, cell_place(cell), colour, (size, size, size))


def reserve_ball(seat: int, index: int) -> Solid:
    side = (-1, 1)[seat]
    row, column = divmod(index, 8)
    x = -2.1 + column * 0.6 + 0.3 * row
    return Solid(f"reserve{seat}.{index}", Kind.BALL, (x, side * (3.12 + 0.56 * row), TABLE + 0.1), COLOURS[seat], (0.58,) * 3)


def draw(view: View[PylosTable], path: Path) -> Scene:
    table = view.table.during(path)
    balls = [ball(cell, colour) for cell, colour in zip(CELLS, table.balls) if colour != FREE]
    reserves = [reserve_ball(seat, i) for seat in (0, 1) for i in range(table.reserve(seat))]
    spots = []
    for step in view.steps(path).next:
        cell = step.lstrip("-x")
        there = table.ball(cell) != FREE
        spots.append(Spot(step, cell if there else ball(cell, table.colour), cell))
    return Scene((*BOARD, *HOLLOWS, *balls, *reserves), tuple(spots), camera=Camera(0, 62), title="Pylos")


def effects(view: View[PylosTable], path: Path) -> tuple[Effect, ...]:
    return ()
