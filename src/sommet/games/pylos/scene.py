"""The scene of Pylos: a board with hollows, the pyramid, and the reserves in front and behind."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

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
    Target,
    Trail,
    hop,
    lift,
)
from sommet.core.view import View, seat_label
from sommet.games.pylos.board import CELLS, FREE, LEVELS, SUMMIT
from sommet.games.pylos.rules import COLOURS, PylosTable

__all__ = ["draw", "effects", "step_for_touch", "victory_effects"]

RISE = math.sqrt(0.5)
"""How much higher a ball is that rests on four others."""

SINK = 0.18
"""How deep a ball sinks into its hollow."""

TABLE_Z = -0.5
"""The height of the table; the upper side of the board is at 0."""

TRAY_Z = TABLE_Z + 0.18
"""The height of the trays' upper side."""

RESERVE_Y = (-3.38, 3.66)
"""The middle of each reserve: light's in front of the board, dark's behind it, where the summit
doesn't hide it."""

CAMERA = Camera(tilt=52.0)
FRAME = ((0.0, 0.0, 3.4),)


def place_of(cell: str) -> Place:
    """Columns go right, rows come towards the viewer."""
    level, column, row = int(cell[0]), "abcd".index(cell[1]), int(cell[2])
    middle = (LEVELS[level - 1] - 1) / 2
    return column - middle, middle - (row - 1), round((level - 1) * RISE - SINK, 3)


def hollow(cell: str) -> Solid:
    x, y, _ = place_of(cell)
    size = (0.78, 0.78, SINK)
    return Solid(f"hollow {cell}", Kind.HOLLOW, (x, y, 0.0), "board", size, cell=cell)


def tray(seat: int) -> Iterator[Solid]:
    """A wooden tray and its inside."""
    y = RESERVE_Y[seat]
    wood, inside = (5.1, 1.06, TRAY_Z - TABLE_Z), (4.9, 0.88, 0.01)
    yield Solid(f"tray{seat}", Kind.SLAB, (0.0, y, TABLE_Z), "tray", wood, tray=seat)
    yield Solid(f"inside{seat}", Kind.SLAB, (0.0, y, TRAY_Z), "inlay", inside, tray=seat)


BOARD = (
    Solid("board", Kind.SLAB, (0.0, 0.0, TABLE_Z), "board", (5.1, 5.1, -TABLE_Z)),
    *tray(0),
    *tray(1),
    *map(hollow, CELLS[: LEVELS[0] ** 2]),
)
NAMES = (
    *(Label((column - 1.5, -2.28, 0.0), "abcd"[column], Role.NAME, "board") for column in range(4)),
    *(Label((-2.28, 1.5 - row, 0.16), str(row + 1), Role.NAME, "board") for row in range(4)),
)


@cache
def ball(cell: str, colour: str) -> Solid:
    """A ball of the pyramid."""
    return Solid(cell, Kind.BALL, place_of(cell), colour, cell=cell, level=int(cell[0]) - 1)


@cache
def reserve_ball(seat: int, index: int) -> Solid:
    """Two rows side by side, the far one in the gaps of the near one."""
    column, far = divmod(index, 2)
    x = round(-0.7 + 0.39 * (column + 0.5 * far), 3)
    y = round(RESERVE_Y[seat] - 0.21 + 0.34 * far, 2)  # a ball is drawn above its place
    place = (x, y, TRAY_Z)
    name, size = f"reserve {seat}.{index}", (0.39, 0.39, 0.39)
    return Solid(name, Kind.BALL, place, COLOURS[seat], size, tray=seat)


@cache
def count(seat: int, balls: int) -> Label:
    """How many balls a reserve has."""
    place = (-1.3, RESERVE_Y[seat], TRAY_Z)
    return Label(place, str(balls), Role.COUNT, COLOURS[seat], tray=seat)


def is_in_hand(table: PylosTable, path: Path) -> bool:
    """P2c: whether a ball has been picked up but not put down."""
    return len(path) == 1 and table.ball(path[0]) != FREE


def draw(view: View[PylosTable], path: Path) -> Scene:
    now = view.table.during(path)
    pyramid = {
        cell: ball(cell, colour)
        for cell, colour in zip(CELLS, now.balls, strict=True)
        if colour != FREE
    }
    if is_in_hand(view.table, path):
        pyramid[path[0]] = lift(pyramid[path[0]])
    reserves = [reserve_ball(seat, index) for seat in (0, 1) for index in range(now.reserve(seat))]
    mover, last = view.turn, path
    if not path and view.history:
        mover, last = 1 - view.turn, view.history[-1].steps
    labels = []
    for seat, y in enumerate(RESERVE_Y):
        labels.append(seat_label(view, seat, (-2.08, y, TRAY_Z)))
        labels.append(count(seat, now.reserve(seat)))
    return Scene(
        solids=(*BOARD, *pyramid.values(), *reserves),
        spots=tuple(spots(view, path, now)),
        labels=(*NAMES, *labels),
        marks=tuple(marks(now, last, COLOURS[mover])),
        camera=CAMERA,
        frame=FRAME,
        title=view.game.name,
        trails=tuple(trails(now, last, mover)),
        cloth="bottle",
    )


def spots(view: View[PylosTable], path: Path, now: PylosTable) -> Iterator[Spot]:
    """A ghost where a ball can go, and the balls that can be raised or taken back."""
    for step in view.steps(path).next:
        cell = step.lstrip("-x")
        yield spot(step, cell, now.colour if now.ball(cell) == FREE else "")


@cache
def spot(step: str, cell: str, ghost: str) -> Spot:
    """A place to click: a ghost of a colour, or the ball that is there."""
    return Spot(step, ball(cell, ghost) if ghost else cell, cell)


def step_for_touch(view: View[PylosTable], path: Path, solid: str) -> str | IllegalMove:
    """A tap on a ball or a hollow places a ball there, raises it or takes it back."""
    if solid.startswith("reserve ") and not solid.startswith(f"reserve {view.turn}"):
        return IllegalMove("P2", "others_reserve", "These balls are not yours.")
    cell = solid.removeprefix("hollow ")
    if cell not in CELLS or (is_in_hand(view.table, path) and cell == path[0]):
        return ""
    if is_in_hand(view.table, path):
        return f"-{cell}"
    return f"x{cell}" if path else cell


def marks(now: PylosTable, path: Path, colour: str) -> Iterator[Target]:
    """The balls that a turn placed, and the ghosts of those it removed."""
    for cell in dict.fromkeys(step.lstrip("-x") for step in path):
        yield cell if now.ball(cell) != FREE else ball(cell, colour)


def trails(now: PylosTable, path: Path, mover: int) -> Iterator[Trail]:
    """From where a ball was raised; a ball from the reserve has no trail."""
    for start, end in pairwise(path):
        if end[0] == "-" and now.ball(end[1:]) != FREE:
            yield ball(start, COLOURS[mover]), end[1:]


def effects(view: View[PylosTable], path: Path) -> tuple[Effect, ...]:
    step, cell = path[-1], path[-1].lstrip("-x")
    before = view.table.during(path[:-1])
    here = ball(cell, before.colour)
    reserve = before.reserve(before.turn)
    if is_in_hand(view.table, path):
        return (Effect(EffectKind.MOVE, cell, lift(here)),)
    if step[0] == "x":
        return (moved(cell, reserve_ball(before.turn, reserve)),)
    return (moved(path[0] if step[0] == "-" else reserve_ball(before.turn, reserve - 1).id, here),)


@cache
def moved(ball_id: str, to: Solid) -> Effect:
    """A ball comes down on its new place from above the pyramid."""
    return Effect(EffectKind.MOVE, ball_id, to, via=((to.place[0], to.place[1], 3.0),))


def victory_effects(view: View[PylosTable], winners: tuple[int, ...]) -> Iterator[Effect]:
    """P5: the winner's last balls rise, level by level, to the summit."""
    [winner] = winners
    free = [cell for cell in CELLS if view.table.ball(cell) == FREE]
    for left, cell in zip(range(view.table.reserve(winner), 0, -1), free, strict=False):
        yield moved(reserve_ball(winner, left - 1).id, ball(cell, COLOURS[winner]))
    yield hop(ball(SUMMIT, COLOURS[winner]), (0.0, 0.0, 1.0))
