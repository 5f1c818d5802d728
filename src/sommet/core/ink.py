"""What pictures are drawn with: colours and their tones, marks, elements, the sheet they go on."""

from __future__ import annotations

from collections.abc import Iterable

from sommet.core.palette import COLOURS, MATERIALS
from sommet.core.projection import Point

__all__ = [
    "BLACK",
    "MARKS",
    "SCALE",
    "WHITE",
    "Sheet",
    "element",
    "is_dark",
    "line",
    "mix",
    "number",
    "paint",
]

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
    "?": "M-.27-.15A.27 .27 0 1 1 .13 .09Q.07 .13 .07 .22H-.07Q-.07 .06 .04-.01A.13 .13 0 1 0-.13"
    "-.15ZM-.08 .36A.08 .08 0 1 1 .08 .36A.08 .08 0 1 1-.08 .36Z",
}
"""The outline of each shape, about 1 across, y down."""


def number(value: float) -> str:
    """A coordinate with one decimal, as short as it can be."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def line(points: Iterable[Point]) -> str:
    """The data of a closed line through points of the screen."""
    return "M" + "L".join(f"{number(x * SCALE)} {number(y * SCALE)}" for x, y in points) + "Z"


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An SVG element. In names of attributes `_` stands for `-`, and a last one for nothing."""
    texts = {key: v if isinstance(v, str) else number(v) for key, v in attributes.items()}
    written = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{text}"' for key, text in texts.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def paint(colour: str) -> str:
    """The hexadecimal colour of a letter or a material."""
    return (
        COLOURS[colour].hexadecimal if colour in COLOURS else MATERIALS.get(colour, MATERIALS["?"])
    )


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    parts = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def is_dark(colour: str) -> bool:
    """Whether light ink reads better on it than dark ink."""
    red, green, blue = _parts(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


class Sheet:
    """What a picture defines once and uses often. Its ids begin with `prefix`, and so do its
    classes, unless they are the page's own."""

    def __init__(self, prefix: str, classes: str | None = None) -> None:
        self.prefix = prefix
        self.classes = prefix if classes is None else classes
        self.gradients: dict[str, str] = {}
        self.shapes: dict[str, str] = {}

    def style(self, name: str) -> dict[str, str]:
        """The attribute that gives an element what hangs on the ground."""
        return {"class_": self.classes + name}

    def gradient(self, name: str, kind: str, *stops: tuple[float, str, float], **at: str) -> str:
        """The fill with a gradient; a stop is an offset, a colour and an opacity."""
        inside = "".join(
            element("stop", offset=f"{offset:g}", stop_color=colour)
            if opacity == 1
            else element(
                "stop", offset=f"{offset:g}", stop_color=colour, stop_opacity=f"{opacity:g}"
            )
            for offset, colour, opacity in stops
        )
        self.gradients[name] = element(kind, inside, id=self.prefix + name, **at)
        return f"url(#{self.prefix}{name})"

    def use(self, shape: str, at: Point, **attributes: str) -> str:
        """A shape with its origin at a point of the screen."""
        name = self.shapes.setdefault(shape, f"{self.prefix}{len(self.shapes)}")
        x, y = at
        return element("use", href=f"#{name}", x=x * SCALE, y=y * SCALE, **attributes)

    def defs(self) -> str:
        shapes = (element("g", shape, id=name) for shape, name in self.shapes.items())
        return "".join((*self.gradients.values(), *shapes))
