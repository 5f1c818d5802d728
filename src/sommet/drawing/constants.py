"""Every length, share and line that is drawn: a table for both painters, in Python and in browsers.

Lengths are in the size of one piece, as in a scene; widths of lines, sizes of type and everything
about labels are in units of the picture; a length of 1 is `SCALE` of them. A share is how much
of a tone is mixed into a colour. What is a text is an attribute of SVG, as it is written.
`sommet.drawing.js_export` hands the table to the scripts of the page.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sommet.core.colours import PALETTE
from sommet.core.scene import UP as SCENE_UP
from sommet.core.scene import Camera, Kind, Solid

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
"""Solids that overlap by less than this count as side by side: places are rounded."""

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


ROOMS = {"upright": 0.7, "tablet": 0.87, "lying": 1.21, "wide": 1.59}
"""How many times wider than high the board's room is on a phone upright, on a tablet, on a phone on
its side, and next to a panel …"""

USUAL = 1.2
"""… and how many times more or less a room may have that is laid as they are."""


class Laid(NamedTuple):
    gap: float
    better: float
    power: int
    scales: tuple[float, ...]
    close: float
    least: float


LAID = Laid(0.28, 1.2, 5, (1, 1.25, 1.5, 1.75, 2), 1.1, 0.75)
"""Trays that are laid elsewhere: how far they are from the board and from each other, how much more
must be seen of everything to be worth another manner, how much the size of the pieces counts (2 for
no more than what else is seen), how much larger trays may be next to the board, and how many times
more their pieces may grow than move apart: beyond that they would hide each other; and how short
they may become."""


class Line(NamedTuple):
    share: float
    width: float


AROUND = tuple(
    (round(math.cos(turn * math.pi / 4), 3), round(math.sin(turn * math.pi / 4), 3))
    for turn in range(8)
)
"""Directions of the screen: what is drawn so far to each of them has a round edge."""

# --- solids --------------------------------------------------------------------------------------

OUTLINE = Line(0.72, 1.5)
"""The dark line round every piece: how dark, and how wide."""

SEAM = 0.8
"""The width of a line that closes the seam between faces."""

INLAID = {"D": "L"}
"""The wood that has a line of another let into it."""

INLAY = 24
"""How far from its top the inlaid line of a ball runs, in degrees …"""

INLAY_LINE = {"stroke-width": ".024", "stroke-opacity": ".34"}
"""… and that line."""


class Inset(NamedTuple):
    share: float
    opacity: str
    width: float


CUBE = Line(0.87, 4.4)
"""How much of a cube's face is flat before its edges begin to be round, and the line that rounds
its corners …"""

CUBE_INLAY = Inset(0.66, ".5", 1.6)
"""… and an inlaid one, whose width is for a cube of size 1."""

PYRAMID = Line(0.95, 2.2)
"""How much of a pyramid's side is flat before its edges begin to be round, and the line that rounds
its corners; …"""

ARRIS = Line(0.42, 1.7)
"""… and the light that its edges catch from the foot to the top: how much, and how wide a line."""

TOP = 0.18
"""The width of a pyramid's upper side, as a share of its foot."""

BANDS = ((0.04, 0.1), (0.6, 0.67))
"""Where the pale rings of a pyramid lie, as shares of its height, …"""

FRONT = 0.215
"""… and the middle of the mark on its front: low, so that it is visible under another piece."""


class Marked(NamedTuple):
    front: float
    token: float


MARKED = Marked(0.265, 0.62)
"""The size of a colour's mark relative to its piece: on a pyramid's front, on a token."""


class Pressed(NamedTuple):
    light: float
    dark: float
    lit: float
    shaded: float
    shift: str


PRESSED = Pressed(0.88, 0.74, 0.6, 0.5, "translate(.03 .05)")
"""A mark is let in: how light its ink is on dark pieces, how dark on light ones; how far its edge
is lit on light pieces and shaded on dark ones, and how far off it is."""


class Disc(NamedTuple):
    rim: float
    dish: float
    groove: float


TOKEN = Disc(0.93, 0.76, 0.8)
"""How much of a token's upper side lies within its round edge, how much is turned out, and where
the groove between the two begins."""


class Circle(NamedTuple):
    r: str
    width: str


HUB = Circle(".34", ".06")
"""The middle of a joker, and round it …"""


def _wing(at: int, of: int) -> str:
    ends = (math.tau * turn / of for turn in (at, at + 1))
    one, two = (f"{0.8 * math.sin(turn):.2f} {-0.8 * math.cos(turn):.2f}" for turn in ends)
    return f"M0 0L{one}A.8 .8 0 0 1 {two}Z"


WINGS = {letter: _wing(at, 5) for at, letter in enumerate(PALETTE[:5])}
"""… every colour at once, on a token 2 wide."""


class Slab(NamedTuple):
    round: float
    share: float
    steps: int
    bevel: float
    thin: float
    inset: float
    least: float
    long: float
    grain: float


SLAB = Slab(0.26, 0.3, 4, 0.07, 0.05, 0.14, 3, 1.3, 2.2)
"""The rounded corners of a board: their radius, its largest share of the shorter side, and the
number of steps. The bevel of its edge, and the thickness it needs; the distance of the line cut
along the edge, and the width it needs. Its grain runs away from the viewer from this ratio of
length to width, and shows on sides longer than the last value."""


class Cut(NamedTuple):
    share: float
    width: float
    off: float
    dark: str
    light: str


CUT = Cut(0.8, 1.6, 1.2, ".5", ".45")
"""That line: how far from the wood its two sides are in tone, how wide, how far apart they are, and
how faint."""

EDGE_LINE = 2.4
"""The line round hollows and what is let into a board, which catches the light."""

# --- signs ---------------------------------------------------------------------------------------


class Ring(NamedTuple):
    halo: float
    line: float


RING = Ring(7, 3.6)
"""A light line on a dark one, so that it can be seen on anything: round what the last move brought,
what is pointed at."""


class Led(NamedTuple):
    halo: float
    line: float
    start: float
    end: float
    rise: float


TRAIL = Led(4.4, 1.8, 0.5, 0.62, 0.12)
"""The thin line from where a piece came: its distance from both pieces relative to their widths,
and its rise relative to its length."""


CAN = Ring(5, 2.4)
"""A thinner one, round what can be chosen, and round the ghost of what the last move took away."""


class Dot(NamedTuple):
    radius: float
    line: float


DOT = Dot(6.6, 1.8)
"""Where a piece can go …"""

DOT_AT = {"ball": 0.16, "cube": 0.5, "pyramid": 0.9, "token": 0.5}
"""… and how high in it that point is, as a share of its height."""


class Badge(NamedTuple):
    radius: float
    line: float
    ring: float
    broad: float
    soft: float
    least: float


BADGE = Badge(15.5, 2, 20, 3.4, 0.1, 0.7)
"""The number of a player, and the ring round it when it is their turn; and how far the rim of a
disc in a player's colour is from the tone of its ink; and how small all of it may become where
pieces lie near."""


class Wreath(NamedTuple):
    radius: float
    width: float
    leaves: str
    outer: float


WREATH = Wreath(20.4, 4.4, "6.4 2.15", 23)
"""What a winner has instead: how far it is, how broad, how long its leaves are and how far apart;
and how far all of it reaches."""


class Chip(NamedTuple):
    width: float
    letter: float
    height: float
    round: float
    line: float


CHIP = Chip(11, 11, 24, 8, 1.6)
"""The plate of a count: its width without letters and for each, height, roundness, line."""


class Letters(NamedTuple):
    name: int
    head: int
    number: int
    down: str


LETTERS = Letters(17, 23, 18, ".36em")
"""Font size of names, of names next to counts, and of numbers; and the offset of the baseline."""
