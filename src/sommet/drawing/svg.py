"""SVG as text: elements, paths, colours and gradients."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from sommet.drawing.constants import SCALE
from sommet.drawing.grain_constants import GRAIN
from sommet.drawing.light import FELT, Gradient
from sommet.drawing.palette import (
    BLACK,
    COLOURS,
    DARK_INK,
    DARK_THRESHOLD,
    LIGHT_INK,
    LUMA,
    MATERIALS,
    UMBER,
    WARM_RATIO,
)
from sommet.drawing.projection import Point

__all__ = [
    "Sheet",
    "closed_path",
    "element",
    "is_dark",
    "mix",
    "number",
    "paint",
    "shade_for",
]


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def closed_path(points: Iterable[Point]) -> str:
    """The path data of a polygon."""
    return "M" + "L".join(f"{number(x * SCALE)} {number(y * SCALE)}" for x, y in points) + "Z"


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An SVG element. In attribute names `_` means `-`; a trailing one is dropped."""
    written = ""
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        written += f' {_attribute(key)}="{text}"'
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


@cache
def _attribute(key: str) -> str:
    return key.removesuffix("_").replace("_", "-")


def paint(colour: str) -> str:
    """The hexadecimal colour of a letter or a material."""
    return COLOURS[colour].paint if colour in COLOURS else MATERIALS.get(colour, MATERIALS["?"])


@lru_cache(4096)
def mix(colour: str, other: str, share: float) -> str:
    """Mix a share of another colour into a colour."""
    parts = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def is_dark(colour: str) -> bool:
    """Whether light ink is easier to read on a colour than dark ink."""
    return (
        sum(share * part for share, part in zip(LUMA, _channels(colour), strict=True))
        < DARK_THRESHOLD
    )


def ink_on(ground: str) -> str:
    """The colour of text on a background."""
    return LIGHT_INK if is_dark(ground) else DARK_INK


def shade_for(colour: str) -> str:
    """The colour that shade mixes into another colour."""
    red, _, blue = _channels(colour)
    return UMBER if red > WARM_RATIO * blue else BLACK


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


class Sheet:
    """The shared definitions (`<defs>`) of a picture. Its ids begin with `prefix`, and so do its
    classes, unless they are the page's own. Without `grain`, wood is plain."""

    def __init__(self, prefix: str, classes: str | None = None, *, grain: bool = True) -> None:
        self.prefix = prefix
        self.has_grain = grain
        self.classes = prefix if classes is None else classes
        self.gradients: dict[str, str] = {}
        self.shapes: dict[str, str] = {}

    def style(self, name: str) -> dict[str, str]:
        """The class attribute for a style that depends on the background."""
        return {"class_": self.classes + name}

    def gradient(self, name: str, gradient: Gradient, colour: str) -> str:
        """A gradient fill based on a colour; `name` identifies it."""
        if name not in self.gradients:
            inside = ""
            for offset, other, share, opacity in gradient.stops:
                stop = {"offset": f"{offset:g}", "stop-color": mix(colour, other, share)}
                clear = {"stop-opacity": f"{opacity:g}"} if opacity < 1 else {}
                inside += element("stop", **stop, **clear)
            attributes = {"id": self.prefix + name, **gradient.at}
            self.gradients[name] = element(gradient.kind, inside, **attributes)
        return f"url(#{self.prefix}{name})"

    def grain(self, name: str, transform: str) -> str:
        """A fill with the grain of wood, placed in a plane by a transform."""
        if not self.has_grain:
            return "none"
        side = {"width": str(GRAIN.size), "height": str(GRAIN.size)}
        whole = {"patternUnits": "userSpaceOnUse", **side}
        self.gradients["grain"] = element(
            "pattern", GRAIN.inside, id=f"{self.prefix}grain", **whole
        )
        attributes = {"href": f"#{self.prefix}grain", "patternTransform": transform}
        self.gradients[name] = element("pattern", id=self.prefix + name, **attributes)
        return f"url(#{self.prefix}{name})"

    def felt(self) -> str:
        """The filter that gives a surface the look of felt."""
        whole = {"x": "0", "y": "0", "width": "1", "height": "1"}
        self.gradients["felt"] = element("filter", FELT, id=f"{self.prefix}felt", **whole)
        return f"url(#{self.prefix}felt)"

    def use(self, shape: str, at: Point) -> str:
        """A shape with its origin at a point of the screen."""
        name = self.shapes.setdefault(shape, f"{self.prefix}{len(self.shapes)}")
        x, y = at
        return element("use", href=f"#{name}", x=x * SCALE, y=y * SCALE)

    def defs(self) -> str:
        shapes = (element("g", shape, id=name) for shape, name in self.shapes.items())
        return "".join((*self.gradients.values(), *shapes))
