"""Every length, share and line that is drawn: a table for both painters, in Python and in browsers.

Lengths are in the size of one piece, as in a scene; widths of lines, sizes of type and everything
about labels are in the units of a picture, of which `SCALE` make a length of 1. A share is how much
of a tone is mixed into a colour. What is a text is an attribute of SVG, as it is written.
`sommet.drawing.table` hands the table to the scripts of the page.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sommet.core.palette import PALETTE
from sommet.core.scene import UP as SCENE_UP
from sommet.core.scene import Camera, Kind, Solid
from sommet.drawing.palette import BLACK, WHITE

# --- what a scene leaves out ---------------------------------------------------------------------

UP = SCENE_UP
"""The direction that solids and cameras have unless they say another."""

UNIT = Solid("", Kind.CUBE, (0.0, 0.0, 0.0), "").size
"""The size of a solid that does not say its own."""

TILT = Camera().tilt
"""The height of a camera that does not say its own, in degrees."""

PIECES = tuple(str(kind) for kind in Kind if kind.is_piece)
"""The kinds of solids that are pieces; the others are what pieces stand on."""

# --- the screen ----------------------------------------------------------------------------------

SCALE = 64
"""Units of the picture for a length of 1."""

NEAR = 0.01
"""Solids that overlap by less than this still stand beside each other: places are rounded."""

FLAT = 1e-6
"""An axis that points to the viewer by less than this tells nothing of what hides what, and a face
that does cannot be seen."""


class Edge(NamedTuple):
    picture: float
    page: float


EDGE = Edge(0.12, 0.14)
"""What is left free beyond the solids for lines and brackets: in a picture, and in a page, where
there is no margin round it."""

ROOM = 0.3
"""What a label takes to each side."""

APART = 0.55
"""How far levels move apart when they are spread."""

# --- light and shade -----------------------------------------------------------------------------

LIGHT = (-0.5, -0.62, 0.6)
"""Where the light comes from: across, down and towards the viewer."""


class Tone(NamedTuple):
    middle: float
    strength: float


TONE = Tone(0.55, 0.5)
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
    {"cx": ".42", "cy": ".4", "r": ".64", "fx": ".34", "fy": ".29"},
    (
        Stop(0, WHITE, 0.55),
        Stop(0.22, WHITE, 0.28),
        Stop(0.55, WHITE, 0),
        Stop(0.86, BLACK, 0.42),
        Stop(1, BLACK, 0.3),
    ),
)
"""A highlight, a core shade and a little light from below."""

FACE = Gradient(
    "linearGradient", _ACROSS, (Stop(0, WHITE, 0.3), Stop(0.5, WHITE, 0), Stop(1, BLACK, 0.14))
)
"""The upper side of a token, from the light's side to the other."""

HOLLOW = Gradient(
    "linearGradient", _ACROSS, (Stop(0, BLACK, 0.5), Stop(0.6, BLACK, 0.16), Stop(1, WHITE, 0.25))
)
"""The inside of a hollow."""

SHADE = Gradient(
    "radialGradient",
    {},
    (Stop(0.3, BLACK, 0, 0.5), Stop(0.72, BLACK, 0, 0.2), Stop(1, BLACK, 0, 0)),
)
"""What a round shadow is made of."""


class Shadow(NamedTuple):
    off: float
    drift: float
    size: float
    growth: float


SHADOW = Shadow(0.16, 0.13, 0.64, 0.03)
"""How far off a piece throws its shadow, and how wide it is beside the piece; and how much more of
both for each length above the table."""


class Cast(NamedTuple):
    length: float
    opacity: str


CAST = Cast(0.35, ".25")
"""The shadow of a cube: how long beside a true one, and how dark."""

# --- solids --------------------------------------------------------------------------------------

RIM = {"fill": "none", "stroke": "#FFF", "stroke-opacity": ".45", "stroke-width": "4.6"}
"""The light line round every piece, so that it stands out from any ground …"""


class Line(NamedTuple):
    share: float
    width: float


OUTLINE = Line(0.72, 2.2)
"""… and the dark one within it: how dark, and how wide."""

SEAM = 0.8
"""The width of a line that closes the seam between faces."""

INLAID = {"D": "L"}
"""The wood that has a line of another let into it."""

INLAY = 26
"""How far from its top the inlaid line of a ball runs, in degrees …"""

INLAY_LINE = {"stroke-width": ".022", "stroke-opacity": ".6"}
"""… and that line."""


class Inset(NamedTuple):
    share: float
    opacity: str
    width: float


CUBE = Inset(0.93, ".3", 1.2)
"""The line within each face of a cube: its share of the face, how it is drawn …"""

CUBE_INLAY = Inset(0.74, ".6", 1.9)
"""… and an inlaid one, whose width is for a cube of size 1."""

TOP = 0.46
"""The width of a pyramid's upper side, as a share of its foot."""

BANDS = ((0.05, 0.4), (0.58, 0.84))
"""Where the rings of a pyramid lie, as shares of its height."""


class Marked(NamedTuple):
    band: float
    top: float
    token: float


MARKED = Marked(0.2, 0.36, 0.65)
"""How large the mark of a colour is beside its piece: on a pyramid's lower ring, on its upper side,
on a token."""


class Pressed(NamedTuple):
    light: float
    dark: float
    lit: float
    shaded: float
    shift: str


PRESSED = Pressed(0.88, 0.74, 0.6, 0.5, "translate(.03 .05)")
"""A mark is pressed in: how light its ink is on dark pieces, how dark on light ones; how far its
edge is lit on light pieces and shaded on dark ones, and how far off it is."""


class Disc(NamedTuple):
    side: float
    edge: float


TOKEN = Disc(0.4, 0.3)
"""How dark the side of a token is, and the line on its upper side."""


class Circle(NamedTuple):
    r: str
    width: str


GROOVE = Circle(".82", ".05")
"""That line, on a token 2 wide."""

HUB = Circle(".34", ".06")
"""The middle of a joker, and round it …"""


def _wing(at: int, of: int) -> str:
    ends = (math.tau * turn / of for turn in (at, at + 1))
    one, two = (f"{0.8 * math.sin(turn):.2f} {-0.8 * math.cos(turn):.2f}" for turn in ends)
    return f"M0 0L{one}A.8 .8 0 0 1 {two}Z"


WINGS = {letter: _wing(at, 5) for at, letter in enumerate(PALETTE[:5])}
"""… every colour at once, on a token 2 wide."""


class Slab(NamedTuple):
    broad: float
    share: float
    dark: float
    line: float


SLAB = Slab(0.22, 0.3, 0.55, 2)
"""The corners of a board are rounded by a broad line within its outline: how broad, but no more
than this share of its shorter side; how dark its edge is, and how wide beyond."""

# --- signs ---------------------------------------------------------------------------------------


class Brackets(NamedTuple):
    gap: float
    arm: float
    halo: int
    line: int


BRACKETS = Brackets(0.04, 0.25, 7, 3)
"""Round what the last move brought: how far off, how long beside the shorter side, how wide."""


class Ring(NamedTuple):
    halo: int
    line: int


RING = Ring(5, 3)
"""A broken line on an unbroken one, so that it can be seen on anything."""

GONE = "6 5"
"""How the ring is broken round what the last move took away …"""

CAN = "8 4"
"""… and round what can be done."""


class Badge(NamedTuple):
    radius: float
    line: float
    ring: float
    broad: float


BADGE = Badge(15.5, 2, 20, 2.5)
"""The number of a player, and the ring round it when it is their turn."""


class Star(NamedTuple):
    points: int
    outer: float
    inner: float


STAR = Star(10, 23, 17)
"""What a winner has instead."""


class Chip(NamedTuple):
    width: float
    letter: float
    height: float
    round: float
    line: float
    rim: dict[str, str]


CHIP = Chip(
    14,
    11,
    26,
    8,
    2,
    {"fill": "none", "stroke": "#FFF", "stroke-opacity": ".5", "stroke-width": "4.4"},
)
"""The plate of a count: its width without letters and for each, height, roundness, lines."""


class Letters(NamedTuple):
    name: int
    number: int
    share: float
    down: str


LETTERS = Letters(17, 18, 0.8, ".36em")
"""Type of names, and of numbers; how far a name's ink is from its ground; and down to its line."""
