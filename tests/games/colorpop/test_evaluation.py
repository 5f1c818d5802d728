"""What the kernel of Color Pop sees at a glance is what the rules see."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numba")

from sommet.games.colorpop import ColorPop, kernel
from sommet.machine.kernel_interface import evaluate


@pytest.mark.parametrize(
    "options", [{}, {"players": 5}, {"variant": "two_colours"}, {"variant": "teams", "players": 4}]
)
def test_a_seat_is_appraised_as_by_the_rules(options: dict[str, str | int]) -> None:
    game = ColorPop.create(**options)
    dice = random.Random(str(options))
    position = game.start(7)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat in range(game.seats):
            looks = game.evaluate(position.table, position.secrets, seat)
            assert evaluate(state, seat) == round(100 * looks)
        position = position.play(dice.choice(position.moves()))
