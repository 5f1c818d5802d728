"""The number of stable sets of cells, by enumeration, checks which cells rest on which."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

import pytest

from sommet.games.pylos import board as pylos
from sommet.games.triedre import board as triedre


def count_stable_sets(levels: list[list[str]], below: dict[str, tuple[str, ...]]) -> int:
    """Count the sets in which every cell has all the cells it rests on; levels from the base up."""

    @cache
    def above(height: int, open_cells: frozenset[str]) -> int:
        if height == len(levels):
            return 1
        return sum(above(height + 1, resting(height + 1, filled)) for filled in subsets(open_cells))

    def resting(height: int, filled: frozenset[str]) -> frozenset[str]:
        cells = levels[height] if height < len(levels) else ()
        return frozenset(cell for cell in cells if filled.issuperset(below[cell]))

    return above(0, frozenset(levels[0]))


def subsets(cells: frozenset[str]) -> Iterator[frozenset[str]]:
    sizes = range(len(cells) + 1)
    return map(frozenset, chain.from_iterable(combinations(cells, size) for size in sizes))


def by_level(cells: tuple[str, ...], sizes: tuple[int, ...]) -> list[list[str]]:
    rest = iter(cells)
    return [[next(rest) for _ in range(size)] for size in sizes]


@pytest.mark.parametrize(
    ("levels", "below", "count"),
    [
        (by_level(pylos.CELLS, (16, 9, 4, 1)), pylos.BELOW, 141_120),
        (by_level(triedre.CELLS, (15, 10, 6, 3, 1)), triedre.BELOW, 161_422),
    ],
    ids=["pylos", "triedre"],
)
def test_the_number_of_stable_sets_is_known(
    levels: list[list[str]], below: dict[str, tuple[str, ...]], count: int
) -> None:
    assert count_stable_sets(levels, below) == count
