"""The colours that games share: a letter, a name and a shape for each."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COLOURS", "JOKER", "PALETTE", "Colour", "in_order"]


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
        Colour("B", "blue", "●", "#2643D9"),
        Colour("O", "orange", "▲", "#B23600"),
        Colour("G", "green", "■", "#65B88A"),
        Colour("P", "pink", "◆", "#FF8EDF"),
        Colour("Y", "yellow", "★", "#FCFF25"),
        Colour("V", "violet", "✚", "#1C0340"),
    )
}
"""In palette order; a game with n colours uses the first n."""

PALETTE = "".join(COLOURS)
JOKER = "*"


def in_order(letters: str) -> str:
    """The letters in palette order, jokers last."""
    return "".join(sorted(letters, key=(PALETTE + JOKER).index))
