"""The colours that games share: a letter, a name and a shape for each."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COLOURS", "JOKER", "MATERIALS", "PALETTE", "SHAPES", "Colour", "in_order"]


@dataclass(frozen=True)
class Colour:
    """A colour of pieces. The shape says the same as the colour, for eyes that see it otherwise."""

    letter: str
    name: str
    shape: str
    hexadecimal: str


COLOURS = {
    colour.letter: colour
    for colour in (
        Colour("B", "blue", "●", "#315ADF"),
        Colour("O", "orange", "▲", "#CD4A0E"),
        Colour("G", "green", "■", "#3AAD84"),
        Colour("P", "pink", "◆", "#FB91D5"),
        Colour("Y", "yellow", "★", "#FFE951"),
        Colour("V", "violet", "✚", "#391D5D"),
    )
}
"""In palette order; a game with n colours uses the first n."""

PALETTE = "".join(COLOURS)
JOKER = "*"

SHAPES = {**{colour.letter: colour.shape for colour in COLOURS.values()}, "?": "?"}
"""The shape on each piece of a colour. Dark wood has an inlaid line, light wood has none."""

MATERIALS = {
    "L": "#E3C08F",
    "D": "#6B4430",
    JOKER: "#F4EFE4",
    "?": "#8E8A86",
    "ivory": "#EFE8DA",
    "board": "#A39A8B",
    "inlay": "#8B8274",
    "tray": "#B9B0A0",
}
"""What else things are made of: maple and walnut, jokers, hidden faces, boards."""


def in_order(letters: str) -> str:
    """The letters in palette order, jokers last."""
    return "".join(sorted(letters, key=(PALETTE + JOKER).index))
