"""Descriptions of turns of Pylos that can be followed on the board."""

from __future__ import annotations

import pytest

import sommet
from sommet.core import i18n, result_text
from sommet.core.outcome import Outcome
from sommet.games.pylos.rules import PylosReason


@pytest.mark.parametrize(
    ("path", "english", "french"),
    [
        (("1b2",), "Ana places a ball on b2.", "Ana pose une bille en b2."),
        (("4a1",), "Ana places a ball on the summit.", "Ana pose une bille au sommet."),
        (
            ("1a1", "-2b1"),
            "Ana raises a ball from a1 to level 2, over b1–c2.",
            "Ana monte une bille de a1 au niveau 2, sur b1–c2.",
        ),
        (
            ("2a1", "-3a1", "x1d4"),
            "Ana raises a ball from level 2 to level 3, over a1–c3, and takes one back.",
            "Ana monte une bille du niveau 2 au niveau 3, sur a1–c3, et en reprend une.",
        ),
    ],
)
def test_places_are_named_by_board_coordinates_and_levels(
    path: tuple[str, ...], english: str, french: str
) -> None:
    game = sommet.game("pylos")
    description = game.describe_move(game.start(0).table, path)
    assert description is not None
    assert i18n.message_text(description, "en", "pylos", name="Ana") == english
    assert i18n.message_text(description, "fr", "pylos", name="Ana") == french


@pytest.mark.parametrize(
    ("left", "expected"),
    [(1, "with the last ball."), (4, "with the 4 balls left.")],
)
def test_saved_balls_are_counted_the_way_people_count(left: int, expected: str) -> None:
    outcome = Outcome((0,), PylosReason.RESERVE_EMPTY, (("reserve", (left, 0)),), "reserve")
    sentence = result_text.reason(sommet.game("pylos"), outcome, "seat {}".format)
    assert sentence == f"seat 1 ran out of balls; seat 0 finishes the pyramid {expected}"
