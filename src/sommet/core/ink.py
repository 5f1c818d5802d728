"""What pictures are drawn with: colours and their tones, marks, lines, numbers as SVG wants them."""

from __future__ import annotations

from collections.abc import Iterable

from sommet.core.palette import COLOURS, MATERIALS
from sommet.core.projection import Point

__all__ = ["BLACK", "MARKS", "SCALE", "WHITE", "element", "is_dark", "line", "mix", "number", "paint"]

SCALE = 64
"""Units of the picture for a length of 1."""

WHITE, BLACK = "#FFF7E8", "#17110D"
"""Light and shade are a little warm."""

MARKS = {
    "●": "M-.34 0A.34 .34 0 1 1 .34 0A.34 .34 0 1 1-.34 0Z",
    "▲": "M0-.42L.42 .3H-.42Z",
    "■": "M-.31-.31H.31V.31H-.31Z",
    "◆": "M0-.45L.36 0L0 .45L-.36 0Z",
    "★": "M0-.47L.12-.14L.46-.13L.19 .08L.29 .42L0 .22L-.29 .42L-.19 .08L-.46-.13L-.12-.14Z",
    "✚": "M-.14-.4H.14V-.14H.4V.14H.14V.4H-.14V.14H-.4V-.14H-.14Z",
    "○": "M-.36 0A.36 .36 0 1 1 .36 0A.36 .36 0 1 1-.36 0ZM-.2 0A.2 .2 0 1 0 .2 0A.2 .2 0 1 0-.2 0Z",
    "?": "M-.27-.15A.27 .27 0 1 1 .13 .09Q.07 .13 .07 .22H-.07Q-.07 .06 .04-.01A.13 .13 0 1 0-.13-.15Z"
    "M-.08 .36A.08 .08 0 1 1 .08 .36A.08 .08 0 1 1-.08 .36Z",
}
"""The shapes of the colours, about 1 across, y down."""


def number(value: float) -> str:
    """A coordinate with one decimal, as short as it can be."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def line(points: Iterable[Point]) -> str:
    """The data of a closed line through points of the screen."""
    return "M" + "L".join(f"{number(x * SCALE)} {number(y * SCALE)}" for x, y in points) + "Z"


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An SVG element; underscores in the names of attributes stand for hyphens."""
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{number(value) if isinstance(value, float) else value}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    parts = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def is_dark(colour: str) -> bool:
    red, green, blue = _parts(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128


def paint(colour: str) -> str:
    """The hexadecimal colour of a letter or a material."""
    return COLOURS[colour].hexadecimal if colour in COLOURS else MATERIALS.get(colour, "#8E8A86")


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
