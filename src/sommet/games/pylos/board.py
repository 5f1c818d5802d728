"""The pyramid of Pylos: its cells, what rests on what, squares and lines.

A cell is level, column, row, such as `2b1`. The balls are a string of 30 letters in board order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TypeAlias

__all__ = [
    "ABOVE",
    "BELOW",
    "CELLS",
    "FREE",
    "INDEX",
    "LEVELS",
    "LINES",
    "SQUARES",
    "SUMMIT",
    "Shapes",
    "is_supported",
    "other_cells",
    "put",
    "supports_another",
]

LEVELS = (4, 3, 2, 1)
"""The width of each level, from the board up."""

FREE = "."

Shapes: TypeAlias = dict[str, tuple[frozenset[str], ...]]
"""For each cell, the other cells of every shape that it belongs to."""

CELLS = tuple(
    f"{level}{column}{row}"
    for level, width in enumerate(LEVELS, 1)
    for row in range(1, width + 1)
    for column in "abcd"[:width]
)
"""The 30 cells in board order."""

SUMMIT = CELLS[-1]


def _block(level: int, column: int, row: int, width: int, height: int) -> tuple[str, ...]:
    """The cells of a rectangle; `column` counts from 0, `row` from 1."""
    return tuple(
        f"{level}{'abcd'[column + right]}{row + up}"
        for up in range(height)
        for right in range(width)
    )


def _coordinates(cell: str) -> tuple[int, int, int]:
    return int(cell[0]), "abcd".index(cell[1]), int(cell[2])


def _blocks(level: int, width: int, height: int) -> tuple[tuple[str, ...], ...]:
    """Every rectangle of that size on a level."""
    across = LEVELS[level - 1]
    return tuple(
        _block(level, column, row, width, height)
        for row in range(1, across - height + 2)
        for column in range(across - width + 1)
    )


BELOW = {
    cell: _block(level - 1, column, row, 2, 2) if level > 1 else ()
    for cell in CELLS
    for level, column, row in [_coordinates(cell)]
}
"""The four cells that each cell rests on."""

ABOVE = {cell: tuple(over for over in CELLS if cell in BELOW[over]) for cell in CELLS}

SQUARES = tuple(square for level in (1, 2, 3) for square in _blocks(level, 2, 2))
LINES = tuple(
    line
    for level, length in ((1, 4), (2, 3))
    for line in (*_blocks(level, length, 1), *_blocks(level, 1, length))
)
"""P4: rows and columns of four on level 1 and of three on level 2."""

INDEX = {cell: index for index, cell in enumerate(CELLS)}


def other_cells(shapes: tuple[tuple[str, ...], ...]) -> Shapes:
    """For each cell, the other cells of every shape that it belongs to."""
    return {
        cell: tuple(frozenset(shape) - {cell} for shape in shapes if cell in shape)
        for cell in CELLS
    }


def _letters(cells: tuple[str, ...]) -> Callable[[str], Sequence[str]]:
    """A function that picks the letters of these cells, faster than one by one."""
    return itemgetter(*(INDEX[cell] for cell in cells)) if cells else lambda balls: ()


_UNDER = {cell: _letters(BELOW[cell]) for cell in CELLS}
_OVER = {cell: _letters(ABOVE[cell]) for cell in CELLS}


def is_supported(balls: str, cell: str) -> bool:
    """P2a, P2b: whether the cell is on level 1 or rests on four balls of any colour."""
    return FREE not in _UNDER[cell](balls)


def supports_another(balls: str, cell: str) -> bool:
    """Whether a ball on this cell carries another."""
    return _OVER[cell](balls).count(FREE) < len(ABOVE[cell])


def put(balls: str, cell: str, ball: str) -> str:
    """The balls with this one on the cell, or with the cell empty if `ball` is FREE."""
    index = INDEX[cell]
    return balls[:index] + ball + balls[index + 1 :]
