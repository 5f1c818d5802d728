"""A drawing for the terminal: short texts at rows and columns, before anyone has colours for them.

Like a scene, a canvas holds codes only: pieces are letters and styles are names (`quiet` for what
only helps to read, `open` for what can be done now, `touched` for what was done last). Whoever
shows it turns them into marks, colours and words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sommet.core.hidden_state import UNKNOWN
from sommet.core.message import Message

__all__ = [
    "Canvas",
    "CanvasLine",
    "ColourName",
    "Span",
    "Piece",
    "StyledText",
    "counts_line",
    "secret_line",
]


@dataclass(frozen=True)
class StyledText:
    """A text, or a phrase that a language has words for, in a style."""

    text: str | Message
    style: str = ""


@dataclass(frozen=True)
class Piece:
    """A piece by its colour's letter, between two signs; `times` of them stand side by side."""

    letter: str
    left: str = " "
    right: str = " "
    times: int = 1
    typed: bool = False
    """Whether the letter that is typed for the piece stands beside it."""


@dataclass(frozen=True)
class ColourName:
    """The name of a colour, by its letter."""

    letter: str


Span: TypeAlias = str | StyledText | Piece | ColourName
CanvasLine: TypeAlias = tuple[Span, ...]
"""Parts, one after the other."""


class Canvas:
    """Lines, each put at a row and a column. What a line covers is pushed to the right."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, CanvasLine]] = {}

    def put(self, row: int, column: int, *parts: Span) -> None:
        """Put parts there; they replace what began at the same place."""
        self._rows.setdefault(row, {})[column] = parts

    def free(self, row: int, column: int) -> bool:
        """Whether nothing begins there yet."""
        return column not in self._rows.get(row, {})

    def rows(self) -> Iterator[tuple[tuple[int, CanvasLine], ...]]:
        """From row 0 to the last one, the lines of each with their columns, from left to right."""
        for row in range(max(self._rows, default=-1) + 1):
            yield tuple(sorted(self._rows.get(row, {}).items(), key=lambda put: put[0]))


def counts_line(letters: str, order: str, digits: int = 2) -> CanvasLine:
    """How many of each there are, with the letter to type: `●B 3  ▲O 2`."""
    parts: list[Span] = []
    for letter in order:
        number = f" {letters.count(letter):>{digits}}"
        parts += ["  "] * bool(parts) + [Piece(letter, "", "", typed=True), number]
    return tuple(parts)


def secret_line(letters: str) -> CanvasLine:
    """A secret of colours: one with its name, several by their letters; `?` stays `?`."""
    if len(letters) == 1 and letters != UNKNOWN:
        return Piece(letters), " ", ColourName(letters)
    parts: list[Span] = []
    for letter in letters:
        parts += [" "] * bool(parts) + [Piece(letter, "", "", typed=True)]
    return tuple(parts)
