"""The evaluation in the kernel of Color Pop agrees with the rules."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numba")

from sommet.games.colorpop import ColorPop, kernel
from sommet.machine.kernel_interface import evaluate


@pytest.mark.parametrize(
    "options", [{}, {"players": 5}, {"variant": "two_colours"}, {"variant": "teams", "players": 4}]
)
def test_the_kernel_evaluates_a_seat_like_the_rules(options: dict[str, str | int]) -> None:
    game = ColorPop.create(**options)
    dice = random.Random(str(options))
    position = game.start(7)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat in range(game.seats):
            evaluation = game.evaluate(position.table, position.secrets, seat)
            assert evaluate(state, seat) == round(100 * evaluation)
        position = position.play(dice.choice(position.moves()))
