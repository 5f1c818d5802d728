"""What the kernel of Kabaleo sees at a glance: the locations of one's own colour."""

from __future__ import annotations

import random

import pytest

import sommet

pytest.importorskip("numba")

from sommet.games.kabaleo import Kabaleo, kernel
from sommet.machine.kernel_interface import evaluate


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_is_appraised_by_the_locations_of_its_colour(players: int) -> None:
    """K10, as the rules count them, whatever the others hold."""
    dice = random.Random(players)
    position = Kabaleo.create(players=players).start(7)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat, colour in enumerate(position.secrets):
            assert evaluate(state, seat) == position.table.score(colour)[0]
        position = position.play(dice.choice(position.moves()))


def test_a_kernel_without_it_sees_no_difference() -> None:
    from sommet.machine.kernel_interface import start

    assert {evaluate(start(sommet.game("pylos")), seat) for seat in (0, 1)} == {0}
