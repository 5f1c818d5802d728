"""The remaining cost of a solo game of Color Pop: blocks, with lone tokens counted twice."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import TypeAlias

import pytest

pytest.importorskip("numba")

from sommet.games.colorpop import ColorPop, kernel
from sommet.games.colorpop.board import SIZE, Slides
from sommet.machine.kernel_interface import remaining_cost

Cell: TypeAlias = tuple[int, int]


def neighbours(cell: Cell) -> list[Cell]:
    slide, height = cell
    return [(slide + 1, height), (slide - 1, height), (slide, height + 1), (slide, height - 1)]


def surrounding(cell: Cell) -> list[Cell]:
    """The cell and its eight neighbours."""
    return [(cell[0] + x, cell[1] + y) for x, y in product((-1, 0, 1), repeat=2)]


def count_components(cells: set[Cell], near: Callable[[Cell], list[Cell]]) -> int:
    """The number of connected components of these cells."""
    rest, found = set(cells), 0
    while rest:
        found += 1
        reached = [rest.pop()]
        while reached:
            more = rest.intersection(near(reached.pop()))
            rest -= more
            reached += more
    return found


def expected_cost(slides: Slides, colour: str) -> int:
    """Blocks plus lone tokens of a colour minus the holes in blocks, counted cell by cell. Jokers
    join nothing, but a token next to one is not lone."""
    tokens = {(x, y): token for x, slide in enumerate(slides) for y, token in enumerate(slide)}
    own = {cell for cell, token in tokens.items() if token == colour}
    lone = [
        cell for cell in own if not {colour, "*"}.intersection(map(tokens.get, neighbours(cell)))
    ]
    around = range(-1, SIZE + 1)
    others = set(product(around, around)) - own
    holes = count_components(others, surrounding) - 1  # one component is everything outside
    return count_components(own, neighbours) - holes + len(lone)


@pytest.mark.parametrize("colours", [1, 3, 5])
def test_the_cost_counts_blocks_and_lone_tokens_of_the_colours_to_clear(colours: int) -> None:
    dice = random.Random(colours)
    for seed in range(4):
        position = ColorPop.create(players=1, colours=colours).start(seed)
        while not position.outcome:
            slides, to_clear = position.table.slides, position.secrets[0]
            state = kernel.encode(position.table, position.secrets)
            assert remaining_cost(state) == sum(
                expected_cost(slides, colour) for colour in to_clear
            )
            position = position.play(dice.choice(position.moves()))
