"""Pieces as tiles: a mark on its colour, so that either alone says which piece it is."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from sommet.cli.console import glyph
from sommet.cli.language import language
from sommet.core.colours import JOKER
from sommet.core.hidden_state import UNKNOWN
from sommet.core.i18n import tell
from sommet.core.message import Phrase
from sommet.drawing.palette import COLOURS, MATERIALS
from sommet.terminal.canvas import Canvas, Line, Name, Part, Piece, Words

__all__ = ["drawn", "painted"]

PLAIN = {"·": ".", "…": ":"}
"""What stands in for signs that boards use, where the terminal cannot show them."""


@dataclass(frozen=True)
class Face:
    """How a piece looks: the mark, and the colour under it."""

    mark: str
    ground: str

    @property
    def style(self) -> str:
        """Ink that stands out, on the piece's colour."""
        red, green, blue = (int(self.ground[start : start + 2], 16) for start in (1, 3, 5))
        light = 0.299 * red + 0.587 * green + 0.114 * blue > 128
        return f"bold {'#000000' if light else '#FFFFFF'} on {self.ground}"


FACES = {
    "L": Face("○", MATERIALS["L"]),
    "D": Face("●", MATERIALS["D"]),
    JOKER: Face("*", MATERIALS[JOKER]),
    UNKNOWN: Face("?", MATERIALS[UNKNOWN]),
    **{letter: Face(colour.shape, colour.paint) for letter, colour in COLOURS.items()},
}


def face(letter: str) -> Face:
    """The face of a colour; a letter that is none stands for itself."""
    return FACES.get(letter) or Face(letter, MATERIALS[UNKNOWN])


def tile(piece: Piece) -> Text:
    """A piece, or a row of them, on its colour."""
    mark = glyph(face(piece.letter).mark, piece.letter)
    beside = piece.letter if piece.typed and mark != piece.letter else ""
    return Text(f"{piece.left}{mark * piece.times}{beside}{piece.right}", face(piece.letter).style)


def painted(line: Line, game: str = "") -> Text:
    """A line with its colours and marks, and with the words of a game for its phrases."""
    return Text.assemble(*(_part(part, game) for part in line))


def _part(part: Part, game: str) -> Text:
    match part:
        case Piece():
            return tile(part)
        case Name(letter):
            known = letter in FACES
            return Text(tell(Phrase(f"colour.{letter}"), language()) if known else letter)
        case Words(text, style):
            told = tell(text, language(), game) if isinstance(text, Phrase) else text
            return Text(_shown(told), style)
    return Text(_shown(part))


def _shown(text: str) -> str:
    for sign, plain in PLAIN.items():
        text = text.replace(sign, glyph(sign, plain))
    return text


def drawn(canvas: Canvas, game: str = "") -> Text:
    """The whole drawing, with the words of a game."""
    lines = []
    for row in canvas.rows():
        line = Text()
        for column, parts in row:
            line.append(" " * (column - len(line))).append_text(painted(parts, game))
        lines.append(line)
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)
