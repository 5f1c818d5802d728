"""Setting up a position of Pylos: balls move between the reserves and the pyramid."""

from __future__ import annotations

from collections.abc import Iterator

from sommet.core.editor import Edit
from sommet.core.move import Path
from sommet.core.scene import Spot
from sommet.core.view import View
from sommet.games.pylos.board import CELLS, FREE, is_supported, put, supports_another
from sommet.games.pylos.rules import COLOURS, PylosTable
from sommet.games.pylos.scene import ball, reserve_ball
from sommet.games.pylos.text import write

__all__ = ["edits"]


def edits(view: View[PylosTable], path: Path) -> Iterator[Edit]:
    return _targets(view.table, path[0]) if path else _sources(view.table)


def _sources(table: PylosTable) -> Iterator[Edit]:
    """The balls that can be picked up: those in reserve, by their colour, and those that carry no
    ball, by their cell."""
    for seat, colour in enumerate(COLOURS):
        for index in range(table.reserve(seat)):
            yield Edit(Spot(colour, reserve_ball(seat, index).id, colour))
    for cell in CELLS:
        if table.ball(cell) != FREE and not supports_another(table.balls, cell):
            yield Edit(Spot(cell, cell, cell))


def _targets(table: PylosTable, held: str) -> Iterator[Edit]:
    """Where the ball in hand may go: to a cell where it rests, or back to its reserve."""
    in_reserve = held in COLOURS
    colour = held if in_reserve else table.ball(held)
    left = table.balls if in_reserve else put(table.balls, held, FREE)
    for cell in CELLS:
        if left[CELLS.index(cell)] == FREE and cell != held and is_supported(left, cell):
            changed = PylosTable(table.game, put(left, cell, colour), table.turn)
            yield Edit(Spot(cell, ball(cell, colour), cell), write(changed, ()))
    if not in_reserve:
        seat = COLOURS.index(colour)
        back = reserve_ball(seat, table.reserve(seat))
        changed = PylosTable(table.game, left, table.turn)
        yield Edit(Spot(colour, back, colour), write(changed, ()))
