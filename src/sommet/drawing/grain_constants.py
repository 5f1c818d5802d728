"""The look of wood: constants shared by Python and the browser.

Lines of grain follow a few waves that fit into their square, so that squares can lie side by side;
chance has its place in them, but the same one every time.
"""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from sommet.drawing.constants import Line


class Grain(NamedTuple):
    """A square of wood that goes on in every direction, its lines along the first axis."""

    size: int
    inside: str


_PARTS = 4
"""The curves of one line of grain."""


def _waves(chance: Random, wild: float) -> tuple[tuple[int, float, float], ...]:
    """Three waves that fit into a square: how many times, how high, where they begin."""
    return tuple(
        (times, wild * chance.uniform(0.4, 1) / times, chance.uniform(0, math.tau))
        for times in (1, 2, 3)
    )


def _wavy(
    waves: tuple[tuple[int, float, float], ...], down: float, size: float, left: float, digits: int
) -> str:
    """A line across a square, in smooth curves."""

    def at(x: float) -> tuple[float, float]:
        """How far down the line is there, and how steep."""
        turns = [
            (n * math.tau / size, high, n * math.tau * x / size + off) for n, high, off in waves
        ]
        y = down + sum(high * math.sin(turn) for _, high, turn in turns)
        return y, sum(rate * high * math.cos(turn) for rate, high, turn in turns)

    step = size / _PARTS
    y, slope = at(0)
    text = f"M{left:.{digits}f} {y:.{digits}f}"
    for part in range(_PARTS):
        (next_y, next_slope), x = at((part + 1) * step), left + part * step
        curve = (
            (x + step / 3, y + slope * step / 3),
            (x + 2 * step / 3, next_y - next_slope * step / 3),
            (x + step, next_y),
        )
        text += "C" + " ".join(f"{a:.{digits}f} {b:.{digits}f}" for a, b in curve)
        y, slope = next_y, next_slope
    return text


def _grain(size: int) -> str:
    """Growth rings cut lengthwise: narrow and broad lines in groups."""
    chance = Random(11)
    waves, down, lines = _waves(chance, 11), 0.0, dict[tuple[str, str, str], str]()
    looks = (
        ("#3B1F0B", ".9", ".13"),
        ("#3B1F0B", "2.6", ".09"),
        ("#FFE6BC", "2", ".1"),
        ("#3B1F0B", "5.5", ".05"),
    )
    while down < size:
        look = chance.choices(looks, (8, 5, 4, 2))[0]
        shifted = tuple((n, high * chance.uniform(0.8, 1.2), off) for n, high, off in waves)
        for over in (0, -size) if down > size - 14 else (0, size) if down < 14 else (0,):
            lines[look] = lines.get(look, "") + _wavy(shifted, down + over, size, 0, 1)
        down += chance.choice((3.2, 4.5, 6, 8.5, 12))
    return "".join(
        f'<path d="{shape}" fill="none" stroke="{paint}" stroke-width="{width}" opacity="{faint}"/>'
        for (paint, width, faint), shape in lines.items()
    )


GRAIN = Grain(256, _grain(256))
"""The wood of boards: an image that is drawn once and used on every face."""


def _fibres() -> str:
    chance = Random(5)
    waves = _waves(chance, 0.035)
    downs = (-0.4, -0.31, -0.27, -0.13, -0.02, 0.07, 0.2, 0.26, 0.42)
    return "".join(_wavy(waves, down, 1, -0.5, 3) for down in downs)


FIBRES = _fibres()
"""Lines across a face of wood, 1 by 1 …"""

GROWTH_RINGS = (-0.86, -0.72, -0.63, -0.44, -0.35, -0.14, -0.04, 0.1, 0.31, 0.39, 0.57, 0.74, 0.83)
"""… and the positions of a ball's growth rings along the axis of its tree, in radii."""

GRAIN_AXIS = (0.86, 0.3, 0.42)
"""That axis."""

FIBRE = Line(0.5, 1)
"""The style of these lines: how dark relative to the wood, how wide …"""

FIBRE_OPACITY = ".17"
"""… and their opacity."""
