"""Light, shade and the cloth they fall on: constants shared by Python and the browser.

Units are those of `sommet.drawing.constants`.
"""

from __future__ import annotations

from typing import NamedTuple

from sommet.drawing.palette import BLACK, UMBER, WHITE

LIGHT = (-0.48, -0.68, 0.55)
"""Where the light comes from: across, down and towards the viewer."""


class Tone(NamedTuple):
    middle: float
    strength: float


TONE = Tone(0.55, 0.64)
"""The cosine of a face's angle to the light at which it has its plain colour, and how strongly
light and shade mix in."""


class Stop(NamedTuple):
    """A colour with a share of another in it, somewhere along a gradient."""

    offset: float
    other: str
    share: float
    opacity: float = 1


class Gradient(NamedTuple):
    kind: str
    at: dict[str, str]
    stops: tuple[Stop, ...]


_ACROSS = {"x1": ".15", "y1": ".05", "x2": ".8", "y2": ".95"}

BALL = Gradient(
    "radialGradient",
    {"cx": ".43", "cy": ".41", "r": ".62", "fx": ".35", "fy": ".3"},
    (
        Stop(0, WHITE, 0.44),
        Stop(0.18, WHITE, 0.26),
        Stop(0.5, WHITE, 0),
        Stop(0.76, UMBER, 0.34),
        Stop(0.93, UMBER, 0.66),
        Stop(1, UMBER, 0.5),
    ),
)
"""A soft highlight, a core shade and a little light from the cloth."""

FACE = Gradient(
    "linearGradient", _ACROSS, (Stop(0, WHITE, 0.5), Stop(0.45, WHITE, 0.1), Stop(1, BLACK, 0.3))
)
"""The upper side of a token, from the light's side to the other."""

DISH = Gradient(
    "linearGradient", _ACROSS, (Stop(0, WHITE, 0.2), Stop(0.5, WHITE, 0.02), Stop(1, BLACK, 0.2))
)
"""The slightly hollow area inside a token's edge …"""

GROOVE = Gradient(
    "linearGradient",
    _ACROSS,
    (Stop(0, BLACK, 0.5), Stop(0.5, BLACK, 0.2, 0.4), Stop(1, WHITE, 0.6)),
)
"""… and the groove between the two: dark towards the light."""

SIDE = Gradient(
    "linearGradient",
    {"x1": "0", "x2": "1", "y1": "0", "y2": "0"},
    (Stop(0, BLACK, 0.16), Stop(0.3, BLACK, 0.22), Stop(1, BLACK, 0.62)),
)
"""The side of a token, from left to right."""

SOFT_EDGE = Gradient(
    "linearGradient", _ACROSS, (Stop(0, WHITE, 0.5), Stop(0.5, WHITE, 0.1), Stop(1, BLACK, 0.5))
)
"""The slightly rounded edges of pieces with corners."""

FLANK = Gradient(
    "linearGradient",
    {"x1": "0", "x2": "0", "y1": "0", "y2": "1"},
    (Stop(0, WHITE, 0.16), Stop(0.45, WHITE, 0), Stop(1, BLACK, 0.26)),
)
"""A side of a pyramid, darker towards the foot."""

HOLLOW = Gradient(
    "linearGradient",
    {"x1": ".2", "y1": "0", "x2": ".7", "y2": "1"},
    (Stop(0, BLACK, 0.78), Stop(0.42, BLACK, 0.5), Stop(0.8, BLACK, 0.22), Stop(1, WHITE, 0.05)),
)
"""The inside of a hollow: the wall towards the light is dark."""

PIT = Gradient(
    "radialGradient",
    {"r": ".52"},
    (Stop(0, BLACK, 0, 0.62), Stop(0.4, BLACK, 0, 0.34), Stop(1, BLACK, 0, 0)),
)
"""The depth of a socket, darkest where its walls meet."""

LIP = Gradient(
    "linearGradient",
    {"x1": ".2", "y1": "0", "x2": ".7", "y2": "1"},
    (Stop(0, BLACK, 0.45), Stop(0.5, BLACK, 0, 0), Stop(1, WHITE, 0.6, 0.5)),
)
"""The edge of a hollow, which catches the light on the far side."""

SHADE = Gradient(
    "radialGradient",
    {},
    (
        Stop(0, BLACK, 0.5, 0.8),
        Stop(0.5, BLACK, 0.3, 0.55),
        Stop(0.78, BLACK, 0, 0.2),
        Stop(1, BLACK, 0, 0),
    ),
)
"""A round shadow: dark where things touch, soft further out."""


class Shadow(NamedTuple):
    offset: float
    offset_per_height: float
    size: float
    size_per_height: float


SHADOW = Shadow(0.2, 0.1, 0.64, 0.02)
"""The offset and the size of a round piece's shadow relative to the piece, and how much both grow
with its height above the table …"""

CONTACT = 0.46
"""… and how wide the darkest part is, right below a ball."""


class RestingShadow(NamedTuple):
    min_height: float
    size: float
    offset: float


RESTING_SHADOW = RestingShadow(0.1, 0.62, 0.12)
"""The shadow of a ball on the balls that it rests on: from which height it has one, its size and
its offset."""


SLOPE = (0.8, 0.55)
"""The direction on the screen of shadows with corners: across and down, per unit of height above
the ground …"""

RIM_OFFSET = 1.5
"""… and the offset of their soft rim, in its own widths: more than 1, so that none is visible on
the side of the light."""


class ShadowLayer(NamedTuple):
    share: float
    rim: float


class Cast(NamedTuple):
    length: float
    opacity: str
    layers: tuple[ShadowLayer, ...]


CAST = Cast(
    0.5,
    ".24",
    (ShadowLayer(0.2, 1), ShadowLayer(0.6, 2.2), ShadowLayer(0.9, 3.8), ShadowLayer(1, 5.5)),
)
"""The shadow of a piece with corners, drawn as several layers: its length, the opacity of each
layer, and how long and how soft each is: dark and sharp where things touch, faint and soft further
out …"""

FADE = Gradient(
    "linearGradient",
    {"x1": ".3", "y1": ".25", "x2": "1", "y2": ".8"},
    (Stop(0, BLACK, 0.4), Stop(0.45, BLACK, 0.6), Stop(1, BLACK, 1, 0)),
)
"""… its fade at the far end …"""

CAST_SLAB = Cast(
    0, ".075", tuple(ShadowLayer(1, round(0.6 + 9 * (step / 10) ** 1.6, 1)) for step in range(11))
)
"""… and the shadow of boards on the cloth, which is the same for any height."""


# --- cloth ---------------------------------------------------------------------------------------

LAMP = Gradient(
    "radialGradient",
    {"cx": ".36", "cy": ".24", "r": ".95"},
    (Stop(0, WHITE, 0, 0.2), Stop(0.5, BLACK, 1, 0), Stop(1, BLACK, 1, 0.5)),
)
"""A lamp above the upper left of the cloth."""

CORNER = 22
"""The corner radius of the cloth in a picture."""

FELT = (
    '<feTurbulence type="fractalNoise" baseFrequency=".6292 .5708" numOctaves="2" seed="2"/>'
    '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .55 -.2"/>'
    '<feComposite operator="in" in2="SourceGraphic"/>'
)
"""The nap of the cloth, as a filter."""
