"""The scene of Trièdre: the corner of a cube seen from above its tip, the stocks next to the board.

The cube on cell `xyz` has its centre at (-x, -y, -z), so the tip points along (1, 1, 1).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from sommet.core.errors import IllegalMove
from sommet.core.move import Path
from sommet.core.scene import (
    Camera,
    Effect,
    EffectKind,
    Kind,
    Label,
    Place,
    Role,
    Scene,
    Solid,
    Spot,
    hop,
    lift,
)
from sommet.core.view import View, seat_label
from sommet.drawing.projection import frame
from sommet.games.triedre.board import CELLS, FACES, FREE, LEVELS, level
from sommet.games.triedre.rules import COLOURS, MAJORITY, TriedreTable

__all__ = ["draw", "effects", "step_for_touch", "victory_effects"]

TIP: Place = (1.0, 1.0, 1.0)
GROUND = frame(TIP)
BASE = -4.5 / math.sqrt(3)
"""The height of the board along the tip's axis: halfway up the lower edges of the base cubes."""

ROWS = {False: (5,), True: (2, 2, 3, 3, 3)}
"""Cubes in each row of a stock, from the board's middle down: the other colour, the own colour."""

OUTER, COLUMN, ROW = 4.06, 0.61, 0.52
"""How far from the middle the outermost cubes of a stock are, within the width of the board, and
the distance from one cube to the next, towards the board and down along it."""


COUNT_SPACING = 0.5
"""The distance between the two counts of a face."""


def on_board(right: float, away: float, up: float = 0.0) -> Place:
    """A point on or above the board's upper side, in the coordinates of a viewer above the tip."""
    x, y, z = GROUND.place((0.0, 0.0, 0.0), right, away, BASE + up)
    return round(x, 3), round(y, 3), round(z, 3)


def place_of(cell: str) -> Place:
    x, y, z = map(float, cell)
    return 0.0 - x, 0.0 - y, -z - 0.5


LEDGE = ((-1.22, -1.98), (2.36, -1.98), (-0.61, 3.2), (-1.22, 3.2))
"""The outline of the tray of light's stock, relative to its middle: it fills the corner next to the
board."""


def ledge(seat: int) -> Iterator[Solid]:
    """The tray of a stock and its inside."""
    side = 1 if seat else -1
    for name, colour, low, high, share in (
        ("tray", "tray", -0.4, 0.16, 1.0),
        ("inside", "inlay", -0.24, 0.01, 0.93),
    ):
        shape = tuple((round(-side * x * share, 3), round(y * share, 3)) for x, y in LEDGE)
        yield Solid(
            f"{name} {seat}",
            Kind.SLAB,
            on_board(side * 3.28, -3.08, low),
            colour,
            (round(3.58 * share, 3), round(5.18 * share, 3), high),
            TIP,
            outline=shape[::-side],
        )


BOARD = (
    Solid(
        "board",
        Kind.SLAB,
        on_board(0.0, 0.0, -0.4),
        "board",
        (8.72, 7.55, 0.4),
        TIP,
        outline=(
            (-4.36, 1.25),
            (-1.1, -4.4),
            (1.1, -4.4),
            (4.36, 1.25),
            (3.26, 3.15),
            (-3.26, 3.15),
        ),
    ),
    *ledge(0),
    *ledge(1),
    *(
        Solid(f"socket {cell}", Kind.SOCKET, place_of(cell), "inlay", cell=cell)
        for cell in CELLS[: LEVELS[0]]
    ),
)


@cache
def cube(cell: str, colour: str) -> Solid:
    return Solid(cell, Kind.CUBE, place_of(cell), colour, cell=cell, level=level(cell) - 1)


@cache
def stock_cube(seat: int, colour: str, index: int) -> Solid:
    """Light's stock is at the lower left, dark's at the lower right, own colour first."""
    own = colour == COLOURS[seat]
    row, column = next(
        (row, index - sum(ROWS[own][:row]))
        for row in range(len(ROWS[own]))
        if index < sum(ROWS[own][: row + 1])
    )
    right, away = OUTER - COLUMN * column, -1.9 - ROW * row if own else -4.63
    x, y, z = on_board(right if seat else -right, away)
    name, size = f"stock {seat}{colour}{index}", (0.43, 0.43, 0.43)
    return Solid(name, Kind.CUBE, (x, y, round(z - 0.215, 3)), colour, size, tray=seat)


def in_hand(table: TriedreTable, path: Path) -> Solid | None:
    """The cube that has been chosen from a stock but not placed."""
    if len(path) % 2 == 0:
        return None
    owner, colour = (table.turn if len(path) == 1 else 1 - table.turn), path[-1][-1]
    now, _ = table.during(path)
    count = now.stocks[owner][COLOURS.index(colour)]
    return lift(stock_cube(owner, colour, count - 1), lift_offset(owner))


def lift_offset(owner: int) -> Place:
    """Up and a little towards the board, so that the lift is visible from above."""
    x, y, z = GROUND.place((0.0, 0.0, 0.0), -0.2 if owner else 0.2, 0.2, 0.6)
    return x, y, z


def draw(view: View[TriedreTable], path: Path) -> Scene:
    now, _ = view.table.during(path)
    cubes = [
        cube(cell, colour) for cell, colour in zip(CELLS, now.cubes, strict=True) if colour != FREE
    ]
    stocks = {
        solid.id: solid
        for seat, stock in enumerate(now.stocks)
        for colour, count in zip(COLOURS, stock, strict=True)
        for solid in (stock_cube(seat, colour, index) for index in range(count))
    }
    held = in_hand(view.table, path)
    if held:
        stocks[held.id] = held
    last = path or (view.history[-1].steps if view.history else ())
    return Scene(
        solids=(*BOARD, *cubes, *stocks.values()),
        spots=tuple(spots(view, path, now)),
        labels=(*counts(now), *stock_labels(view, now)),
        marks=(*last[1::2], *((held.id,) if held else ())),
        camera=Camera(tilt=90.0, up=TIP),
        frame=tuple(on_board(right, away) for right in (-4.5, 4.5) for away in (-5.2, 3.25)),
        title=view.game.name,
        cloth="slate",
        ahead=tuple(ahead(view, path)),
    )


def spots(view: View[TriedreTable], path: Path, now: TriedreTable) -> Iterator[Spot]:
    """The cubes of the stock that can be chosen, or ghosts where the chosen one can go."""
    for step in view.steps(path).next:
        if step[-1] in COLOURS:
            owner = 1 - view.turn if path else view.turn
            for index in range(now.stocks[owner][COLOURS.index(step[-1])]):
                yield Spot(step, stock_cube(owner, step[-1], index).id, step[-1])
        else:
            yield Spot(step, cube(step, path[-1][-1]), step)


def ahead(view: View[TriedreTable], path: Path) -> Iterator[Place]:
    """Where a cube can go (T2) or has to go (T3), before it is chosen."""
    if len(path) % 2 or not view.steps(path).next:
        return
    _, pending = view.table.during(path)
    for cell in pending if path else view.table.places:
        x, y, z = place_of(cell)
        yield x, y, z + 0.5


def step_for_touch(view: View[TriedreTable], path: Path, solid: str) -> str | IllegalMove:
    """A tap on a cube in stock picks it up, a tap on a cell places the cube in hand."""
    if len(path) % 2:
        cell = solid.removeprefix("socket ")
        return cell if cell in CELLS else ""
    if solid.startswith(f"stock {view.turn}") and path:
        return IllegalMove(
            "T3", "opponents_stock", "A forced cube comes from your opponent's stock."
        )
    if solid.startswith(f"stock {1 - view.turn}") and not path:
        return IllegalMove("T2", "others_cubes", "These cubes are not yours.")
    return ""


def counts(now: TriedreTable) -> Iterator[Label]:
    """T5: at the edge of each face, its name and how many squares of each colour it shows."""
    sides = ((math.sqrt(0.75), -0.5), (0.0, 1.0), (-math.sqrt(0.75), -0.5))
    for face, (right, away) in zip(FACES, sides, strict=True):
        light, dark = map(str, now.squares(face))
        along = (-away, right) if right < 0 else (away, -right)
        texts = (
            (-0.6, face, Role.HEAD, "board"),
            (0.0, light, Role.COUNT, "L"),
            (COUNT_SPACING, dark, Role.COUNT, "D"),
        )
        for far, text, role, colour in texts:
            at = (
                2.78 * right + far * along[0],
                2.78 * away + far * along[1],
            )
            yield Label(on_board(*at), text, role, colour)


def stock_labels(view: View[TriedreTable], now: TriedreTable) -> Iterator[Label]:
    for seat, stock in enumerate(now.stocks):
        side = 1 if seat else -1
        yield seat_label(view, seat, on_board(side * 4.05, -0.46))
        for index, (colour, count) in enumerate(zip(COLOURS, stock, strict=True)):
            own_first = index if seat == 0 else 1 - index
            at = on_board(side * (4.16 - 0.54 * own_first), -1.28)
            yield Label(at, str(count), Role.COUNT, colour, seat)


def effects(view: View[TriedreTable], path: Path) -> tuple[Effect, ...]:
    held = in_hand(view.table, path)
    if held:
        return (Effect(EffectKind.MOVE, held.id, held),)
    held = in_hand(view.table, path[:-1])
    assert held is not None
    there = cube(path[-1], held.colour)
    above = lift(there, (2.0, 2.0, 2.0)).place
    return (Effect(EffectKind.MOVE, held.id, there, via=(above,)),)


def victory_effects(view: View[TriedreTable], winners: tuple[int, ...]) -> Iterator[Effect]:
    """The winner's cubes hop on the faces they won (T5)."""
    [winner] = winners
    won = [cells for face, cells in FACES.items() if view.table.squares(face)[winner] >= MAJORITY]
    for cell in dict.fromkeys(cell for cells in won for cell in cells):
        if view.table.cube(cell) == COLOURS[winner]:
            yield hop(cube(cell, COLOURS[winner]), (0.35, 0.35, 0.35))
