"""How Trièdre looks: the corner of a cube seen from above its tip, the stocks beside it."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.projection import frame
from sommet.core.scene import Camera, Effect, Kind, Label, Place, Role, Scene, Solid, Spot, seat_label
from sommet.core.view import View
from sommet.games.triedre.board import CELLS, FACES, FREE
from sommet.games.triedre.rules import TriedreTable

__all__ = ["draw", "effects"]

TIP: Place = (1.0, 1.0, 1.0)
GROUND = frame(TIP)
BASE = -2.598


def on_ground(right: float, away: float, up: float = 0.0) -> Place:
    x, y, z = GROUND.place((0, 0, 0), right, away, BASE + up)
    return round(x, 3), round(y, 3), round(z, 3)


OUTLINE = ((-4.15, 1.3), (-0.95, -4.25), (0.95, -4.25), (4.15, 1.3), (3.2, 2.95), (-3.2, 2.95))
BOARD = Solid("board", Kind.SLAB, on_ground(0, 0, -0.4), "board", (8, 8, 0.4), TIP, outline=OUTLINE)


def cell_place(cell: str) -> Place:
    x, y, z = (-float(digit) for digit in cell)
    return x, y, z - 0.5


SOCKETS = tuple(Solid(f"socket{cell}", Kind.SOCKET, cell_place(cell), "inlay") for cell in CELLS[:15])


def cube(cell: str, colour: str) -> Solid:
    return Solid(cell, Kind.CUBE, cell_place(cell), colour)


ROWS = {True: (3, 3, 3, 4), False: (5,)}


def stock_cube(seat: int, colour: str, index: int) -> Solid:
    own = colour == "LD"[seat]
    rows = ROWS[own]
    row = 0
    left = index
    while left >= rows[row]:
        left -= rows[row]
        row += 1
    away = -1.75 - row * 0.62 if own else -4.45
    right = (-1 if seat == 0 else 1) * (4.4 - left * 0.66)
    x, y, z = on_ground(right, away, 0.0)
    return Solid(f"stock{seat}{colour}{index}", Kind.CUBE, (x, y, z - .25), colour, (0.46, 0.46, 0.46))


def draw(view: View[TriedreTable], path: Path) -> Scene:
    table, _ = view.table.during(path)
    cubes = [cube(cell, colour) for cell, colour in zip(CELLS, table.cubes) if colour != FREE]
    stocks = [stock_cube(seat, colour, i) for seat in (0, 1) for ci, colour in enumerate("LD") for i in range(table.stocks[seat][ci])]
    labels = []
    for face, (r, a) in zip(FACES, ((2.9, -1.9), (0, 2.6), (-2.9, -1.9))):
        l, d = table.squares(face)
        labels.append(Label(on_ground(r - .5, a), face, Role.NAME))
        labels.append(Label(on_ground(r, a), str(l), Role.COUNT, "L"))
        labels.append(Label(on_ground(r + .5, a), str(d), Role.COUNT, "D"))
    return Scene((BOARD, *SOCKETS, *cubes, *stocks), (), tuple(labels), camera=Camera(0, 90, TIP), title="Trièdre")


def effects(view: View[TriedreTable], path: Path) -> tuple[Effect, ...]:
    return ()
