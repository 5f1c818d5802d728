"""What a turn of Pylos does, in words that can be followed on the board."""

from __future__ import annotations

import pytest

import sommet
from sommet.core import words


@pytest.mark.parametrize(
    ("path", "english", "french"),
    [
        (("1b2",), "Ana places a ball on b2.", "Ana pose une bille en b2."),
        (("4a1",), "Ana places a ball on the summit.", "Ana pose une bille au sommet."),
        (
            ("1a1", "-2b1"),
            "Ana raises a ball from a1 to the second level.",
            "Ana monte une bille de a1 au deuxième niveau.",
        ),
        (
            ("2a1", "-3a1", "x1d4"),
            "Ana raises a ball from the second level to the third level and takes one back.",
            "Ana monte une bille du deuxième niveau au troisième niveau et en reprend une.",
        ),
    ],
)
def test_places_are_told_by_what_is_written_on_the_board_and_by_levels(
    path: tuple[str, ...], english: str, french: str
) -> None:
    game = sommet.game("pylos")
    told = game.tell(game.start(0).table, path)
    assert told is not None
    assert words.tell(told, "en", "pylos", name="Ana") == english
    assert words.tell(told, "fr", "pylos", name="Ana") == french
