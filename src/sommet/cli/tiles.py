"""Pieces as tiles: a mark on its colour, so that either alone says which piece it is."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from sommet.cli.console import glyph
from sommet.core.palette import COLOURS, JOKER, MATERIALS
from sommet.core.secrets import UNKNOWN

__all__ = ["Canvas", "colour_name", "counts", "secret", "tile"]


@dataclass(frozen=True)
class Face:
    """How a piece looks: the mark, and the colour under it."""

    name: str
    mark: str
    ground: str

    @property
    def style(self) -> str:
        """Ink that stands out, on the piece's colour."""
        red, green, blue = (int(self.ground[start : start + 2], 16) for start in (1, 3, 5))
        light = 0.299 * red + 0.587 * green + 0.114 * blue > 128
        return f"bold {'#000000' if light else '#FFFFFF'} on {self.ground}"


FACES = {
    "L": Face("light", "○", MATERIALS["L"]),
    "D": Face("dark", "●", MATERIALS["D"]),
    JOKER: Face("joker", "*", MATERIALS[JOKER]),
    UNKNOWN: Face("unknown", "?", MATERIALS[UNKNOWN]),
    **{
        letter: Face(colour.name, colour.shape, colour.hexadecimal)
        for letter, colour in COLOURS.items()
    },
}


def colour_name(letter: str) -> str:
    """The name of a colour, such as `blue`."""
    return FACES[letter].name


def mark(letter: str) -> str:
    """The mark of a colour; its letter where the terminal cannot show the mark."""
    return glyph(FACES[letter].mark, letter)


def tile(letter: str, left: str = " ", right: str = " ", times: int = 1) -> Text:
    """A piece, or a row of them, on its colour."""
    return Text(f"{left}{mark(letter) * times}{right}", FACES[letter].style)


def counts(letters: str, order: str, digits: int = 2) -> Text:
    """How many of each there are, with the letter to type: `●B 3  ▲O 2`."""
    return Text("  ").join(
        Text.assemble(labelled(letter), f" {letters.count(letter):>{digits}}") for letter in order
    )


def labelled(letter: str) -> Text:
    """A piece with the letter that is typed for it."""
    return tile(letter, "", "" if mark(letter) == letter else letter)


def secret(letters: str) -> Text:
    """A secret with its name, or as `?` where the viewer may not know it."""
    if len(letters) == 1 and letters != UNKNOWN:
        return Text.assemble(tile(letters), f" {FACES[letters].name}")
    return Text(" ").join(map(labelled, letters))


class Canvas:
    """A drawing made of short texts, each put at a row and a column."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, Text]] = {}

    def put(self, row: int, column: int, text: Text | str, style: str = "") -> None:
        """Put a text; the places it covers are not looked at."""
        drawn = Text(text, style) if isinstance(text, str) else text
        self._rows.setdefault(row, {})[column] = drawn

    def text(self) -> Text:
        """The whole drawing, from row 0 to the last one."""
        lines = []
        for row in range(max(self._rows) + 1):
            line = Text()
            for column, text in sorted(self._rows.get(row, {}).items()):
                line.append(" " * (column - len(line))).append_text(text)
            lines.append(line)
        return Text("\n", no_wrap=True, overflow="ignore").join(lines)
