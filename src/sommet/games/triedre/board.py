"""The board of Trièdre, a cube's corner: its cells, what rests on what, its three faces.

A cell is three digits `xyz`, the distances from the three faces. The cubes are a string of 35
letters in board order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

__all__ = [
    "ABOVE",
    "BELOW",
    "CARRIED",
    "CELLS",
    "FACES",
    "FREE",
    "INDEX",
    "LEVELS",
    "is_supported",
    "level",
    "put",
]

FREE = "."
LEVELS = (15, 10, 6, 3, 1)
"""How many cells each level has, from the base up."""


def level(cell: str) -> int:
    """The level of a cell: 1 for the base, 5 for the summit."""
    return 5 - sum(map(int, cell))


def _moved(cell: str, axis: int, by: int) -> str:
    return "".join(str(int(digit) + by * (axis == index)) for index, digit in enumerate(cell))


CELLS = tuple(
    sorted(
        (f"{x}{y}{z}" for x in range(5) for y in range(5 - x) for z in range(5 - x - y)),
        key=lambda cell: (level(cell), cell),
    )
)
"""The 35 cells in board order."""

BELOW = {
    cell: tuple(_moved(cell, axis, 1) for axis in range(3)) if level(cell) > 1 else ()
    for cell in CELLS
}
"""The three cells that each cell rests on."""

ABOVE = {cell: tuple(over for over in CELLS if cell in BELOW[over]) for cell in CELLS}

FACES = {
    face: tuple(cell for cell in CELLS if cell[axis] == "0") for axis, face in enumerate("XYZ")
}
"""The 15 cells that show a square on each face."""

INDEX = {cell: index for index, cell in enumerate(CELLS)}

CARRIED = {
    cell: tuple(
        (over, one, other)
        for over in ABOVE[cell]
        for one, other in [[INDEX[under] for under in BELOW[over] if under != cell]]
    )
    for cell in CELLS
}
"""The cells that each cell helps to carry, with the indices of the other two carrying cubes."""


def _letters(cells: tuple[str, ...]) -> Callable[[str], Sequence[str]]:
    """A function that picks the letters of these cells, faster than one by one."""
    return itemgetter(*(INDEX[cell] for cell in cells)) if cells else lambda cubes: ()


_UNDER = {cell: _letters(BELOW[cell]) for cell in CELLS}


def is_supported(cubes: str, cell: str) -> bool:
    """T2: whether the cell is on the base or rests on three cubes."""
    return FREE not in _UNDER[cell](cubes)


def put(cubes: str, cell: str, cube: str) -> str:
    """The cubes with this one on the cell."""
    index = INDEX[cell]
    return cubes[:index] + cube + cubes[index + 1 :]
