"""Light, shade and the cloth they fall on: constants shared by both painters.

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
"""How far a face must turn to the light to have its plain colour, and how much more or less of it
mixes in light or shade."""


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
"""The area inside its edge, hardly hollow …"""

GROOVE = Gradient(
    "linearGradient",
    _ACROSS,
    (Stop(0, BLACK, 0.5), Stop(0.5, BLACK, 0.2, 0.4), Stop(1, WHITE, 0.6)),
)
"""… and the line that is turned into it between the two: dark towards the light."""

SIDE = Gradient(
    "linearGradient",
    {"x1": "0", "x2": "1", "y1": "0", "y2": "0"},
    (Stop(0, BLACK, 0.16), Stop(0.3, BLACK, 0.22), Stop(1, BLACK, 0.62)),
)
"""Round the side of a token, from left to right."""

SOFT = Gradient(
    "linearGradient", _ACROSS, (Stop(0, WHITE, 0.5), Stop(0.5, WHITE, 0.1), Stop(1, BLACK, 0.5))
)
"""The edges of pieces with corners, which are a little round."""

FLANK = Gradient(
    "linearGradient",
    {"x1": "0", "x2": "0", "y1": "0", "y2": "1"},
    (Stop(0, WHITE, 0.16), Stop(0.45, WHITE, 0), Stop(1, BLACK, 0.26)),
)
"""A side of a pyramid, from its brow to its foot, where less light comes."""

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
"""What a round shadow is made of: dark where things touch, soft further off."""


class Shadow(NamedTuple):
    off: float
    drift: float
    size: float
    growth: float


SHADOW = Shadow(0.2, 0.1, 0.64, 0.02)
"""How far off a round piece throws its shadow, and how wide it is relative to the piece; and how
much more of both for each length above the table …"""

CONTACT = 0.46
"""… and how wide the darkest part is, right below a ball."""


class Leant(NamedTuple):
    high: float
    size: float
    off: float


LEANT = Leant(0.1, 0.62, 0.12)
"""A ball higher than that rests on others: how wide the shade is that it lays on
them all round, beside itself, and how far off."""


SLOPE = (0.8, 0.55)
"""Where on the screen shadows of things with corners fall, across and down, for each length that a
corner is above the ground …"""

LEAD = 1.5
"""… and how far off the soft rim of one is, in its own widths: more than 1, so that none shows on
the side of the light, and that it begins softly."""


class Fall(NamedTuple):
    share: float
    rim: float


class Cast(NamedTuple):
    length: float
    opacity: str
    falls: tuple[Fall, ...]


CAST = Cast(0.5, ".24", (Fall(0.2, 1), Fall(0.6, 2.2), Fall(0.9, 3.8), Fall(1, 5.5)))
"""The shadow of a piece with corners: how long, how dark each of its falls is, and how far each
goes and how soft its edge is: dark and sharp where things touch, faint and soft further off …"""

FADED = Gradient(
    "linearGradient",
    {"x1": ".3", "y1": ".25", "x2": "1", "y2": ".8"},
    (Stop(0, BLACK, 0.4), Stop(0.45, BLACK, 0.6), Stop(1, BLACK, 1, 0)),
)
"""… where it ends in nothing …"""

CAST_SLAB = Cast(
    0, ".075", tuple(Fall(1, round(0.6 + 9 * (step / 10) ** 1.6, 1)) for step in range(11))
)
"""… and that of boards on the cloth, all of which throw one, as if they were equally high."""


# --- cloth ---------------------------------------------------------------------------------------

LAMP = Gradient(
    "radialGradient",
    {"cx": ".36", "cy": ".24", "r": ".95"},
    (Stop(0, WHITE, 0, 0.2), Stop(0.5, BLACK, 1, 0), Stop(1, BLACK, 1, 0.5)),
)
"""A lamp above the upper left of the cloth."""

CORNER = 22
"""How round the corners of the cloth are in a picture."""

FELT = (
    '<feTurbulence type="fractalNoise" baseFrequency=".6292 .5708" numOctaves="2" seed="2"/>'
    '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .55 -.2"/>'
    '<feComposite operator="in" in2="SourceGraphic"/>'
)
"""The nap of the cloth, as a filter."""
