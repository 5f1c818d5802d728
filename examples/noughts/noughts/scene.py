"""How Noughts looks: nine cells on a board, and a token where one was placed."""

from __future__ import annotations

from collections.abc import Iterator

from sommet.gamekit import (
    Camera,
    Effect,
    EffectKind,
    Kind,
    Label,
    Path,
    Place,
    Role,
    Scene,
    Solid,
    Spot,
    View,
)

from .rules import CELLS, COLOURS, FREE, NoughtsTable

__all__ = ["draw", "effects"]


def draw(view: View[NoughtsTable], path: Path) -> Scene:
    table = view.table.after(path) if path else view.table
    last = path or (view.history[-1].steps if view.history else ())
    return Scene(
        solids=(
            Solid("board", Kind.SLAB, (0.0, 0.0, -0.2), "board", (4.2, 4.2, 0.2)),
            *(hollow(cell) for cell in CELLS),
            *(token(cell, table.token(cell)) for cell in CELLS if table.token(cell) != FREE),
        ),
        spots=tuple(
            Spot(step, token(step, COLOURS[view.turn]), step) for step in view.steps(path).next
        ),
        labels=tuple(names()),
        marks=tuple(f"token {cell}" for cell in last),
        camera=Camera(tilt=60.0),
        title=view.game.name,
    )


def effects(view: View[NoughtsTable], path: Path) -> tuple[Effect, ...]:
    placed = token(path[-1], COLOURS[view.turn])
    return (Effect(EffectKind.ENTER, placed.id, placed),)


def place(cell: str) -> Place:
    return ("abc".index(cell[0]) - 1) * 1.1, ("123".index(cell[1]) - 1) * 1.1, 0.0


def names() -> Iterator[Label]:
    """The names of columns and rows, along two edges of the board."""
    for column, row in zip("abc", "123", strict=True):
        x, y, _ = place(column + row)
        yield Label((x, -1.85, 0.0), column, Role.NAME, "board")
        yield Label((-1.85, y, 0.0), row, Role.NAME, "board")


def hollow(cell: str) -> Solid:
    return Solid(f"cell {cell}", Kind.HOLLOW, place(cell), "inlay", (0.9, 0.9, 0.1), cell=cell)


def token(cell: str, colour: str) -> Solid:
    return Solid(f"token {cell}", Kind.TOKEN, place(cell), colour, (0.8, 0.8, 0.3), cell=cell)
