"""The evaluation in the kernel of Kabaleo: the locations of a seat's colour."""

from __future__ import annotations

import random

import pytest

import sommet

pytest.importorskip("numba")

from sommet.games.kabaleo import Kabaleo, kernel
from sommet.machine.kernel_interface import evaluate


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_evaluation_of_a_seat_is_the_number_of_its_locations(players: int) -> None:
    """As K10 counts them, whatever the others hold."""
    dice = random.Random(players)
    position = Kabaleo.create(players=players).start(7)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat, colour in enumerate(position.secrets):
            assert evaluate(state, seat) == position.table.score(colour)[0]
        position = position.play(dice.choice(position.moves()))


def test_a_kernel_without_an_evaluation_returns_zero() -> None:
    from sommet.machine.kernel_interface import start

    assert {evaluate(start(sommet.game("pylos")), seat) for seat in (0, 1)} == {0}
