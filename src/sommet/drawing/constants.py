"""Lengths, shares and line widths of everything drawn, shared by Python and the browser.

Lengths are in units of the scene, in which a piece is about 1 wide. Line widths, font sizes and
everything about labels are in units of the picture: a length of 1 is `SCALE` of them. A share says
how much of one tone is mixed into a colour. Strings are SVG attributes. `sommet.drawing.js_export`
exports these constants to the page's scripts.
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
"""The default height of a camera above the horizon, in degrees."""

PIECES = tuple(str(kind) for kind in Kind if kind.is_piece)
"""The kinds of solids that are pieces; the others carry pieces."""

# --- the screen ----------------------------------------------------------------------------------

SCALE = 64
"""Units of the picture for a length of 1."""

TOUCH_TOLERANCE = 0.01
"""Solids that overlap by less than this count as side by side: places are rounded."""

EDGE_ON_TOLERANCE = 1e-6
"""An axis that points to the viewer by less than this says nothing about what hides what, and such
a face is invisible."""


class Margin(NamedTuple):
    picture: float
    page: float


SCENE_MARGIN = Margin(0.12, 0.14)
"""The space around the solids for outlines: in a picture, and in a page, where there is no other
margin."""

LABEL_MARGIN = 0.3
"""The space that a label needs on each side of its centre."""

LEVEL_SPACING = 0.55
"""How far apart levels move when they are spread."""


ASPECT_RATIOS = {"upright": 0.7, "tablet": 0.87, "lying": 1.21, "wide": 1.59}
"""Standard ratios of width to height for the board: on a phone in portrait, on a tablet, on a phone
in landscape, and next to a panel …"""

ASPECT_RATIO_TOLERANCE = 1.2
"""… and the factor by which a ratio may differ and still use the same layout."""


class TrayLayoutRules(NamedTuple):
    gap: float
    min_gain: float
    size_power: int
    scales: tuple[float, ...]
    max_crowding: float
    min_stretch: float
    min_piece: float


TRAY_LAYOUT = TrayLayoutRules(0.28, 1.2, 5, (1, 1.25, 1.5, 1.75, 2), 1.1, 0.75, 0.126)
"""How trays are laid out: the gap between them and the board; the factor by which coverage must
improve to choose another arrangement; the weight of the pieces' size (2 is neutral); the scales to
try; how much more pieces may grow than spread, so that they don't hide each other; the smallest
stretch along a tray; and the width of a piece that a finger can choose, as a part of a phone's
shorter side (45 of 360 px)."""

PHONE_RATIOS = (ASPECT_RATIOS["upright"], ASPECT_RATIOS["lying"])
"""The standard ratios of phones."""


class Line(NamedTuple):
    share: float
    width: float


EIGHT_DIRECTIONS = tuple(
    (round(math.cos(turn * math.pi / 4), 3), round(math.sin(turn * math.pi / 4), 3))
    for turn in range(8)
)
"""Eight directions on the screen: drawing a shape offset in each of them rounds its edge."""

# --- solids --------------------------------------------------------------------------------------

OUTLINE = Line(0.72, 1.5)
"""The dark line round every piece: how dark, and how wide."""

SEAM = 0.8
"""The width of a line that closes the seam between faces."""

INLAID = {"D": "L"}
"""The woods with an inlaid line, and the wood of that line."""

INLAY_ANGLE_DEG = 24
"""The angle of a ball's inlaid line from its top, in degrees …"""

INLAY_LINE = {"stroke-width": ".024", "stroke-opacity": ".34"}
"""… and the style of that line."""


class Inset(NamedTuple):
    share: float
    opacity: str
    width: float


CUBE = Line(0.87, 4.4)
"""How much of a cube's face is flat before its edges begin to be round, and the line that rounds
its corners …"""

CUBE_INLAY = Inset(0.66, ".5", 1.6)
"""… and the inlaid line, with its width for a cube of size 1."""

PYRAMID = Line(0.95, 2.2)
"""How much of a pyramid's side is flat before its edges begin to be round, and the line that rounds
its corners …"""

ARRIS = Line(0.42, 1.7)
"""… and the highlight along its edges from foot to top: how bright, and how wide."""

PYRAMID_TOP = 0.18
"""The width of a pyramid's upper side, as a share of its foot."""

PYRAMID_RINGS = ((0.04, 0.1), (0.6, 0.67))
"""The bands of a pyramid's pale rings, as shares of its height …"""

PYRAMID_MARK_HEIGHT = 0.215
"""… and the centre of the mark on its front: low, so that it's visible under another piece."""


class MarkSize(NamedTuple):
    front: float
    token: float


MARK_SIZE = MarkSize(0.265, 0.62)
"""The size of a colour's mark relative to its piece: on a pyramid's front, on a token."""


class Pressed(NamedTuple):
    light: float
    dark: float
    lit: float
    shaded: float
    shift: str


PRESSED = Pressed(0.88, 0.74, 0.6, 0.5, "translate(.03 .05)")
"""An engraved mark: how light its ink is on dark pieces and how dark on light ones; how bright its
edge is on light pieces and how dark on dark ones, and the offset of that edge."""


class Disc(NamedTuple):
    rim: float
    dish: float
    groove: float


TOKEN = Disc(0.93, 0.76, 0.8)
"""The radii of a token's top inside its rounded edge, of its dish, and of the groove between the
two, relative to its own."""


class Circle(NamedTuple):
    r: str
    width: str


HUB = Circle(".34", ".06")
"""The centre of a joker, and around it …"""


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
"""That line: how far the tones of its two sides differ from the wood, their width, their offset,
and their opacity."""

EDGE_LINE = 2.4
"""The width of the line round hollows and inlays, which catches the light."""

# --- signs ---------------------------------------------------------------------------------------


class Ring(NamedTuple):
    halo: float
    line: float


RING = Ring(7, 3.6)
"""A light line on a dark one, visible on any background: round the last move and under the
pointer."""


class Trail(NamedTuple):
    halo: float
    line: float
    start: float
    end: float
    rise: float


TRAIL = Trail(4.4, 1.8, 0.5, 0.62, 0.12)
"""The thin line from where a piece came: its distance from both pieces relative to their widths,
and its rise relative to its length."""


THIN_RING = Ring(5, 2.4)
"""A thinner one, round what can be chosen and round pieces that the last move removed."""


class Dot(NamedTuple):
    radius: float
    line: float


DOT = Dot(6.6, 1.8)
"""The dot where a piece can go …"""

DOT_AT = {"ball": 0.16, "cube": 0.5, "pyramid": 0.9, "token": 0.5}
"""… and its height in the piece, as a share of the piece's height."""


class Badge(NamedTuple):
    radius: float
    line: float
    ring: float
    ring_width: float
    rim_contrast: float
    min_scale: float


BADGE = Badge(15.5, 2, 20, 3.4, 0.1, 0.7)
"""A player's number: the radius and line of its disc, the radius and width of the ring that marks
the player to move, the contrast of the rim of a coloured disc, and its smallest scale next to
pieces."""


class Wreath(NamedTuple):
    radius: float
    width: float
    leaves: str
    outer: float


WREATH = Wreath(20.4, 4.4, "6.4 2.15", 23)
"""The winner's wreath: its radius and width, the length of its leaves and the gaps between them,
and its outer radius."""


class Chip(NamedTuple):
    width: float
    letter: float
    height: float
    round: float
    line: float


CHIP = Chip(11, 11, 24, 8, 1.6)
"""The plate of a count: its base width, the width per character, height, corner radius, and
line."""


class FontSize(NamedTuple):
    name: int
    head: int
    number: int
    baseline: str


FONT_SIZE = FontSize(17, 23, 18, ".36em")
"""Font size of names, of names next to counts, and of numbers; and the offset of the baseline."""
