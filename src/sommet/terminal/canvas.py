"""A canvas for the terminal: short texts at rows and columns.

Like a scene, a canvas holds codes only: pieces are letters and styles are names (`quiet` for
reading aids, `open` for what can be done now, `touched` for the last move). The command line turns
them into glyphs, colours and translated text.
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
    "Piece",
    "Span",
    "StyledText",
    "counts_line",
    "secret_line",
]


@dataclass(frozen=True)
class StyledText:
    """A text or a translatable message in a style."""

    text: str | Message
    style: str = ""


@dataclass(frozen=True)
class Piece:
    """A piece by its colour's letter, between two characters; `times` repeats it."""

    letter: str
    left: str = " "
    right: str = " "
    times: int = 1
    typed: bool = False
    """Whether the letter to type for the piece is shown next to it."""


@dataclass(frozen=True)
class ColourName:
    """The name of a colour, by its letter."""

    letter: str


Span: TypeAlias = str | StyledText | Piece | ColourName
CanvasLine: TypeAlias = tuple[Span, ...]
"""A run of spans on one row."""


class Canvas:
    """Lines at rows and columns. A line that would be covered is pushed to the right."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, CanvasLine]] = {}

    def put(self, row: int, column: int, *spans: Span) -> None:
        """Put a line there; it replaces a line that starts at the same place."""
        self._rows.setdefault(row, {})[column] = spans

    def is_free(self, row: int, column: int) -> bool:
        """Whether no line starts there yet."""
        return column not in self._rows.get(row, {})

    def rows(self) -> Iterator[tuple[tuple[int, CanvasLine], ...]]:
        """For each row from 0, its lines with their columns, from left to right."""
        for row in range(max(self._rows, default=-1) + 1):
            yield tuple(sorted(self._rows.get(row, {}).items(), key=lambda put: put[0]))


def counts_line(letters: str, order: str, digits: int = 2) -> CanvasLine:
    """The number of pieces of each colour, with the letter to type: `●B 3  ▲O 2`."""
    spans: list[Span] = []
    for letter in order:
        number = f" {letters.count(letter):>{digits}}"
        spans += ["  "] * bool(spans) + [Piece(letter, "", "", typed=True), number]
    return tuple(spans)


def secret_line(letters: str) -> CanvasLine:
    """A secret: one colour with its name, several colours by their letters; `?` stays `?`."""
    if len(letters) == 1 and letters != UNKNOWN:
        return Piece(letters), " ", ColourName(letters)
    spans: list[Span] = []
    for letter in letters:
        spans += [" "] * bool(spans) + [Piece(letter, "", "", typed=True)]
    return tuple(spans)
