"""Colours: the paint, name and mark of each letter, and the materials of everything else.

Like `sommet.drawing.constants`, it's shared with the browser: see `sommet.drawing.js_export`.
"""

from __future__ import annotations

from typing import NamedTuple

from sommet.core.colours import JOKER

__all__ = [
    "BLACK",
    "CLOTHS",
    "COLOURS",
    "DARK_INK",
    "DARK_THRESHOLD",
    "LIGHT_INK",
    "LUMA",
    "MARKS",
    "MATERIALS",
    "SIGNS",
    "UMBER",
    "WHITE",
    "Cloth",
    "Colour",
]


class Colour(NamedTuple):
    """A colour of pieces. The shape says the same as the colour, for eyes that see it otherwise."""

    name: str
    shape: str
    paint: str


COLOURS = {
    "B": Colour("blue", "●", "#315ADF"),
    "O": Colour("orange", "▲", "#CD4A0E"),
    "G": Colour("green", "■", "#3AAD84"),
    "P": Colour("pink", "◆", "#FB91D5"),
    "Y": Colour("yellow", "★", "#FFE951"),
    "V": Colour("violet", "✚", "#391D5D"),
}
"""The colours that games share, by letter, in palette order."""

MATERIALS = {
    "L": "#E7C48D",
    "D": "#5E3A27",
    JOKER: "#F4EFE4",
    "?": "#ABA7A1",
    "ivory": "#F3EBDA",
    "board": "#B98955",
    "inlay": "#855A35",
    "tray": "#AD7F4D",
}
"""What else things are made of: maple and walnut, jokers, hidden faces, boards."""


class Cloth(NamedTuple):
    """A deep ground, lighter by day than at night."""

    day: str
    night: str


CLOTHS = {
    "bottle": Cloth("#336653", "#1E4235"),
    "slate": Cloth("#45617A", "#28394C"),
    "aubergine": Cloth("#584873", "#352B4A"),
    "petrol": Cloth("#2B5F6B", "#1A3D47"),
}
"""The cloth behind a board, by the name in its scene."""

SIGNS = {"light": "#FFF1D3", "gold": "#FFCB57", "dark": "#1C130C"}
"""The colours of marks on wood and cloth, by day and by night: possible moves, the last move, and
the dark halo behind both."""

WHITE = "#FFF7E8"
"""Light is a little warm …"""

BLACK = "#17110D"
"""… and so is shade …"""

UMBER = "#3D1C0A"
"""… except on warm colours such as wood, where black would look green …"""

WARM_RATIO = 1.25
"""… and a colour is warm from this ratio of red to blue on."""

DARK_INK = "#000000"
"""Text on light paint. It stays legible where the lamp leaves a board in shade at night."""

LIGHT_INK = "#FFFFFF"
"""Text on dark paint. It is pure white because warm white has too little contrast on orange."""

LUMA = (0.299, 0.587, 0.114)
"""The brightness of red, green and blue …"""

DARK_THRESHOLD = 128
"""… and the brightness, of 255, below which light ink is easier to read than dark ink."""

MARKS = {
    "B": "M-.34 0A.34 .34 0 1 1 .34 0A.34 .34 0 1 1-.34 0Z",
    "O": "M0-.42L.42 .3H-.42Z",
    "G": "M-.31-.31H.31V.31H-.31Z",
    "P": "M0-.45L.36 0L0 .45L-.36 0Z",
    "Y": "M0-.47L.12-.14L.46-.13L.19 .08L.29 .42L0 .22L-.29 .42L-.19 .08L-.46-.13L-.12-.14Z",
    "V": "M-.14-.4H.14V-.14H.4V.14H.14V.4H-.14V.14H-.4V-.14H-.14Z",
    "?": "M-.27-.15A.27 .27 0 1 1 .13 .09Q.07 .13 .07 .22H-.07Q-.07 .06 .04-.01A.13 .13 0 1 0-.13"
    "-.15ZM-.08 .36A.08 .08 0 1 1 .08 .36A.08 .08 0 1 1-.08 .36Z",
}
"""The outline of the shape on pieces of each colour, about 1 across, y down. Wood has none: dark
wood has an inlaid line."""
