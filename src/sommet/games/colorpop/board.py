"""The board of Color Pop: cells, groups, and how tokens slide.

The slides are strings of tokens from the bottom up, left to right, without empty ones. A cell is
slide and height, such as `c4`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from sommet.core.colours import JOKER, PALETTE

__all__ = [
    "COLOURS",
    "JOKERS",
    "NAMES",
    "SIZE",
    "TOKENS",
    "Cell",
    "Cells",
    "Places",
    "Slides",
    "cell_of",
    "cells",
    "cells_of",
    "first",
    "groups",
    "largest_block",
    "name",
    "neighbours",
    "place_of",
    "places_of",
    "token",
    "without",
]

SIZE = 10
NAMES = "abcdefghij"
COLOURS = PALETTE[:5]
TOKENS = 19
"""Tokens of each colour."""
JOKERS = 5

Slides: TypeAlias = tuple[str, ...]
Cell: TypeAlias = tuple[int, int]
"""Slide and height, both from 0."""
Cells: TypeAlias = tuple[Cell, ...]
"""Smallest slide first, then smallest height."""
Places: TypeAlias = int
"""A set of cells as the bits of a number: one for each cell, slide by slide, and one gap after each
slide, so that the top of a slide is not next to the bottom of another."""

UP, RIGHT = 1, SIZE + 1
"""The shift to the next cell up, and to the slide on the right."""

CELLS: Cells = tuple((slide, height) for slide in range(SIZE) for height in range(RIGHT))
"""The cell of each bit."""

_ONLY = {
    letter: str.maketrans({other: str(int(other == letter)) for other in (*COLOURS, JOKER, " ")})
    for letter in (*COLOURS, JOKER)
}


def name(cell: Cell) -> str:
    """The text of a cell, such as `c4`."""
    return f"{NAMES[cell[0]]}{cell[1] + 1}"


def cell_of(text: str) -> Cell:
    """The cell of a text."""
    return NAMES.index(text[0]), int(text[1:]) - 1


def token(slides: Slides, cell: Cell) -> str:
    """The token on a cell, or an empty text."""
    slide, height = cell
    if 0 <= slide < len(slides) and 0 <= height < len(slides[slide]):
        return slides[slide][height]
    return ""


def cells(slides: Slides) -> Iterator[Cell]:
    """The cells that hold a token, smallest slide first, then smallest height."""
    for slide, tokens in enumerate(slides):
        for height in range(len(tokens)):
            yield slide, height


def places_of(slides: Slides) -> dict[str, Places]:
    """The cells of each colour and of the jokers."""
    places = "".join([slide.ljust(RIGHT) for slide in slides])[::-1]  # the lowest bit comes last
    return {letter: int(places.translate(_ONLY[letter]) or "0", 2) for letter in _ONLY}


def place_of(cell: Cell) -> Places:
    """The set of a single cell."""
    return 1 << CELLS.index(cell)


def cells_of(places: Places) -> Cells:
    """The cells of a set, in order."""
    found = []
    while places:
        found.append(first(places))
        places &= places - 1
    return tuple(found)


def first(places: Places) -> Cell:
    """The first cell: smallest slide, then smallest height."""
    return CELLS[(places & -places).bit_length() - 1]


def neighbours(places: Places) -> Places:
    """The neighbours on all four sides; some may be off the board."""
    return places << RIGHT | places >> RIGHT | places << UP | places >> UP


def groups(some: Places, belongs: Places) -> Iterator[Places]:
    """Every connected set of two or more cells of `belongs` that contains one of `some`."""
    left = some & neighbours(belongs)
    while left:
        group = left & -left
        while (grown := (group | neighbours(group)) & belongs) != group:
            group = grown
        yield group
        left &= ~group


def largest_block(slides: Slides, with_jokers: bool = False) -> int:
    """C1: the size of the largest connected set of tokens of one colour, without jokers or with
    them. (Jokers alone are never more than five.)"""
    places = places_of(slides)
    jokers = places[JOKER] if with_jokers else 0
    blocks = (
        block for colour in COLOURS for block in groups(places[colour], places[colour] | jokers)
    )
    return max(map(int.bit_count, blocks), default=1)


def without(slides: Slides, group: Cells) -> Slides:
    """C5: the slides after a group is removed: tokens slide down, empty slides close up."""
    left = list(slides)
    for slide, height in reversed(group):  # from the top, so that the others are still in place
        left[slide] = left[slide][:height] + left[slide][height + 1 :]
    return tuple([tokens for tokens in left if tokens])
