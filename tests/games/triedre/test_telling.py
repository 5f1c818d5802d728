"""What a turn of Trièdre does, in words that can be followed on the board."""

from __future__ import annotations

import pytest

import sommet
from sommet.core import words


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (("L", "004"), "Ana puts a light cube on the edge X–Y, at the base."),
        (("D", "103"), "Ana puts a dark cube on face Y, at the base."),
        (("D", "111"), "Ana puts a dark cube inside, second level."),
        (("L", "000"), "Ana puts a light cube on the summit."),
        (
            ("L", "013", "D", "003"),
            "Ana puts a light cube on face X, at the base, and has to fill one place more.",
        ),
        (
            ("L", "013", "D", "003", "D", "002"),
            "Ana puts a light cube on face X, at the base, and has to fill 2 places more.",
        ),
    ],
)
def test_a_cell_is_told_by_its_level_and_the_faces_that_show_it(
    path: tuple[str, ...], told: str
) -> None:
    game = sommet.game("triedre")
    phrase = game.tell(game.start(0).table, path)
    assert phrase is not None
    assert words.tell(phrase, "en", "triedre", name="Ana") == told
