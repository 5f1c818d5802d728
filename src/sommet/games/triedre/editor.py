"""Setting up a position of Trièdre: cubes move between the stocks and the pyramid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sommet.core.editor import Edit
from sommet.core.move import Path
from sommet.core.scene import Spot
from sommet.core.view import View
from sommet.games.triedre.board import ABOVE, CELLS, FREE, is_supported, put
from sommet.games.triedre.rules import COLOURS, START, Stocks, TriedreTable
from sommet.games.triedre.scene import cube, stock_cube
from sommet.games.triedre.text import write

__all__ = ["edits"]


def edits(view: View[TriedreTable], path: Path) -> Iterator[Edit]:
    return _targets(view.table, path[0]) if path else _sources(view.table)


def _sources(table: TriedreTable) -> Iterator[Edit]:
    """The cubes that can be picked up: those in stock, by seat and colour (`0L`), and those that
    carry no cube, by their cell."""
    for seat, stock in enumerate(table.stocks):
        for colour, count in zip(COLOURS, stock, strict=True):
            for index in range(count):
                yield Edit(Spot(f"{seat}{colour}", stock_cube(seat, colour, index).id, colour))
    for cell in CELLS:
        if table.cube(cell) != FREE and all(table.cube(over) == FREE for over in ABOVE[cell]):
            yield Edit(Spot(cell, cell, cell))


def _targets(table: TriedreTable, held: str) -> Iterator[Edit]:
    """Where the cube in hand may go: to a cell where it rests, or into a stock with room for it."""
    stocked = held[-1] in COLOURS
    colour = held[-1] if stocked else table.cube(held)
    if stocked:
        left = replace(table, stocks=_with_count_changed(table.stocks, int(held[0]), colour, -1))
    else:
        left = replace(table, cubes=put(table.cubes, held, FREE))
    for cell in CELLS:
        if left.cube(cell) == FREE and cell != held and is_supported(left.cubes, cell):
            changed = replace(left, cubes=put(left.cubes, cell, colour))
            yield Edit(Spot(cell, cube(cell, colour), cell), write(changed, ()))
    for seat, stock in enumerate(left.stocks):
        count = stock[COLOURS.index(colour)]
        if f"{seat}{colour}" != held and count < START[seat][COLOURS.index(colour)]:
            changed = replace(left, stocks=_with_count_changed(left.stocks, seat, colour, 1))
            there = stock_cube(seat, colour, count)
            yield Edit(Spot(f"{seat}{colour}", there, colour), write(changed, ()))


def _with_count_changed(stocks: Stocks, seat: int, colour: str, more: int) -> Stocks:
    """The stocks with `more` cubes of a colour added to one of them."""
    light, dark = (
        tuple(
            count + more * (owner == seat and each == colour)
            for each, count in zip(COLOURS, stock, strict=True)
        )
        for owner, stock in enumerate(stocks)
    )
    return (light[0], light[1]), (dark[0], dark[1])
