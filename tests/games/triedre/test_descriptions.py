"""Descriptions of turns of Trièdre that can be followed on the board."""

from __future__ import annotations

import pytest

import sommet
from sommet.core import i18n


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("L", "004"), "Ana places a light cube on edge X–Y, base level."),
        (("D", "103"), "Ana places a dark cube on face Y, base level."),
        (("D", "111"), "Ana places a dark cube inside, second level."),
        (("L", "000"), "Ana places a light cube on the summit."),
        (
            ("L", "013", "D", "003"),
            "Ana places a light cube on face X, base level, and fills a forced cell.",
        ),
        (
            ("L", "013", "D", "003", "D", "002"),
            "Ana places a light cube on face X, base level, and fills 2 forced cells.",
        ),
    ],
)
def test_a_cell_is_named_by_its_level_and_the_faces_that_show_it(
    path: tuple[str, ...], expected: str
) -> None:
    game = sommet.game("triedre")
    phrase = game.describe_move(game.start(0).table, path)
    assert phrase is not None
    assert i18n.message_text(phrase, "en", "triedre", name="Ana") == expected
