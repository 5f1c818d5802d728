"""Colours are distinguishable with any colour vision, and shapes make them unnecessary."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from sommet.core.colours import JOKER, PALETTE
from sommet.drawing.palette import COLOURS, MARKS, MATERIALS
from sommet.drawing.svg import is_dark, mix, paint

MIN_DIFFERENCE = 20
"""In CIEDE2000, where about 2 is just noticeable."""

# Machado, Oliveira and Fernandes 2009: linear RGB as seen without one type of cone.
COLOUR_VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# From linear sRGB to XYZ, each divided by the white of D65.
TO_XYZ = (
    (0.433953, 0.376219, 0.189828),
    (0.212673, 0.715152, 0.072175),
    (0.017758, 0.109477, 0.872766),
)

Triple = tuple[float, float, float]


def times(matrix: tuple[Triple, ...], values: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return x, y, z


def lab(hexadecimal: str, vision: str) -> Triple:
    """A colour in CIELAB as seen with this colour vision."""
    parts = [int(hexadecimal[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    r, g, b = (
        min(1.0, max(0.0, part)) for part in times(COLOUR_VISION[vision], (red, green, blue))
    )
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in times(TO_XYZ, (r, g, b))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, two: Triple) -> float:
    """The CIEDE2000 difference, after Sharma, Wu and Dalal 2005."""
    mean = (math.hypot(*one[1:]) + math.hypot(*two[1:])) / 2
    stretch = 1.5 - math.sqrt(mean**7 / (mean**7 + 25**7)) / 2
    chroma, hue = [], []
    for _, a, b in (one, two):
        chroma.append(math.hypot(a * stretch, b))
        hue.append(math.degrees(math.atan2(b, a * stretch)) % 360)
    turn = (hue[1] - hue[0] + 180) % 360 - 180
    light, c, h = (one[0] + two[0]) / 2, sum(chroma) / 2, hue[0] + turn / 2
    d_light, d_chroma = two[0] - one[0], chroma[1] - chroma[0]
    d_hue = 2 * math.sqrt(chroma[0] * chroma[1]) * math.sin(math.radians(turn / 2))
    weight = (
        1
        - 0.17 * math.cos(math.radians(h - 30))
        + 0.24 * math.cos(math.radians(2 * h))
        + 0.32 * math.cos(math.radians(3 * h + 6))
        - 0.20 * math.cos(math.radians(4 * h - 63))
    )
    l_part = d_light / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    c_part, h_part = d_chroma / (1 + 0.045 * c), d_hue / (1 + 0.015 * c * weight)
    blue = math.sin(math.radians(60 * math.exp(-((((h % 360) - 275) / 25) ** 2))))
    twist = -2 * math.sqrt(c**7 / (c**7 + 25**7)) * blue
    return math.sqrt(l_part**2 + c_part**2 + h_part**2 + twist * c_part * h_part)


def test_the_difference_agrees_with_published_examples() -> None:
    assert math.isclose(difference((50, 2.6772, -79.7751), (50, 0, -82.7485)), 2.0425, abs_tol=1e-4)
    assert math.isclose(difference((50, 2.5, 0), (73, 25, -18)), 27.1492, abs_tol=1e-4)


@pytest.mark.parametrize("vision", COLOUR_VISION)
def test_colours_are_far_apart_with_any_colour_vision(vision: str) -> None:
    pairs = combinations(COLOURS.values(), 2)
    closest, names = min(
        (difference(lab(a.paint, vision), lab(b.paint, vision)), (a.name, b.name)) for a, b in pairs
    )
    assert closest >= MIN_DIFFERENCE, names


@pytest.mark.parametrize("vision", COLOUR_VISION)
def test_light_and_dark_wood_are_far_apart_with_any_colour_vision(vision: str) -> None:
    assert difference(lab(MATERIALS["L"], vision), lab(MATERIALS["D"], vision)) > MIN_DIFFERENCE


def test_every_colour_has_its_own_name_paint_and_shape() -> None:
    assert "".join(COLOURS) == PALETTE
    for parts in zip(*COLOURS.values(), strict=True):
        assert len({*parts}) == len(COLOURS)
    assert {*MARKS} == {*COLOURS, "?"}
    assert len({*MARKS.values()}) == len(MARKS)


def test_colours_mix_and_are_classified_as_dark_or_light() -> None:
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert is_dark(paint("V"))
    assert not is_dark(paint("Y"))
    assert paint(JOKER) == MATERIALS[JOKER]
    assert paint("nobody knows") == MATERIALS["?"]
