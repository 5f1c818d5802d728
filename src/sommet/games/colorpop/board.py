"""The slides of Color Pop: cells, groups, and how tokens slide.

The slides are strings of tokens from the bottom up, left to right, empty ones left out. A cell is
slide and height, such as `c4`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from sommet.core.palette import JOKER, PALETTE

__all__ = [
    "COLOURS",
    "JOKERS",
    "NAMES",
    "SIZE",
    "TOKENS",
    "Cell",
    "Cells",
    "Slides",
    "beside",
    "cell_of",
    "connected",
    "groups",
    "largest_block",
    "name",
    "token",
    "without",
]

SIZE = 10
NAMES = "abcdefghij"
COLOURS = PALETTE[:5]
TOKENS = 19
"""Of each colour."""
JOKERS = 5

Slides: TypeAlias = tuple[str, ...]
Cell: TypeAlias = tuple[int, int]
"""Slide and height, both from 0."""
Cells: TypeAlias = frozenset[Cell]


def name(cell: Cell) -> str:
    """The text of a cell, such as `c4`."""
    return f"{NAMES[cell[0]]}{cell[1] + 1}"


def cell_of(text: str) -> Cell:
    """The cell of a text."""
    return NAMES.index(text[0]), int(text[1:]) - 1


def token(slides: Slides, cell: Cell) -> str:
    """The token on a cell, or nothing where there is none."""
    slide, height = cell
    if 0 <= slide < len(slides) and 0 <= height < len(slides[slide]):
        return slides[slide][height]
    return ""


def cells(slides: Slides) -> Iterator[Cell]:
    """The cells that hold a token, smallest slide first, then smallest height."""
    for slide, tokens in enumerate(slides):
        for height in range(len(tokens)):
            yield slide, height


def beside(cell: Cell) -> tuple[Cell, ...]:
    """Left, right, down, up; some may lie outside."""
    slide, height = cell
    return (slide - 1, height), (slide + 1, height), (slide, height - 1), (slide, height + 1)


def connected(slides: Slides, start: Cell, belongs: Callable[[str], bool]) -> Cells:
    """Every cell joined to `start` through cells whose tokens belong."""
    found, edge = {start}, [start]
    while edge:
        for cell in beside(edge.pop()):
            if cell not in found and (there := token(slides, cell)) and belongs(there):
                found.add(cell)
                edge.append(cell)
    return frozenset(found)


def groups(slides: Slides, colour: str, with_jokers: str = JOKER) -> Iterator[Cells]:
    """The connected sets of tokens of a colour and jokers that hold a token of that colour."""
    seen = set[Cell]()
    for cell in cells(slides):
        if cell not in seen and token(slides, cell) == colour:
            group = connected(slides, cell, (colour + with_jokers).__contains__)
            seen |= group
            yield group


def largest_block(slides: Slides) -> int:
    """C1: the size of the largest connected set of tokens of one colour; jokers do not count."""
    return max(len(group) for colour in COLOURS for group in groups(slides, colour, ""))


def without(slides: Slides, group: Iterable[Cell]) -> Slides:
    """C5: the slides once a group is gone: tokens slide down, empty slides close up."""
    gone = set(group)
    left = (
        "".join(kept for height, kept in enumerate(tokens) if (slide, height) not in gone)
        for slide, tokens in enumerate(slides)
    )
    return tuple(tokens for tokens in left if tokens)
