"""The value features of Kabaleo, compared with the table of the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("numba")

from sommet.games.kabaleo import Kabaleo, kernel
from sommet.games.kabaleo.rules import KabaleoTable
from sommet.machine.kernel_interface import play, steps, value_features


def expected_features(
    table: KabaleoTable, secrets: tuple[str, ...], seat: int, in_hand: str
) -> list[int]:
    """The features of a table, computed from its letters."""
    game = table.game
    seats = [(seat + other) % game.players for other in range(game.players)]
    held = [secrets[other] for other in seats]
    order = held + [colour for colour in game.colours if colour not in held]
    last = table.locations[table.last - 1] if table.last and game.edition == "later" else " "
    numbers = []
    for colour in order:
        piles = [pile for pile in table.locations if len(pile) > 1 and pile[-1] == colour]
        numbers.append(table.locations.count(colour.lower()))
        numbers.append(max((len(pile) - 1 for pile in piles), default=0))
        numbers += [last[-1].upper() == colour, in_hand == colour]
        for other in order:
            if other != colour:
                numbers.append(sum(pile[-2].upper() == other for pile in piles))
        numbers += [table.stocks[owner].count(colour) for owner in seats]
    return [int(number) for number in numbers]


@pytest.mark.parametrize("edition", ["later", "earlier"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_describe_the_table(players: int, edition: str) -> None:
    dice = random.Random(players)
    position = Kabaleo.create(players=players, edition=edition).start(7)
    row, room = np.zeros(128, np.uint8), np.empty(128, np.int16)
    while not position.outcome:
        state = kernel.encode(position.table, position.secrets)
        for seat in range(players):
            found = value_features(state, seat, row)
            assert list(row[:found]) == expected_features(
                position.table, position.secrets, seat, ""
            )
        for colour in room[: steps(state, room)].tolist():
            found = value_features(play(state, colour), position.turn, row)
            letter = kernel.spell(state, colour)
            expected = expected_features(position.table, position.secrets, position.turn, letter)
            assert list(row[:found]) == expected
        position = position.play(dice.choice(position.moves()))


def test_the_order_of_locations_does_not_change_the_features() -> None:
    """K3: locations have no order."""
    dice = random.Random(3)
    position = Kabaleo.create(edition="earlier").start(7)
    rows = np.zeros((2, 128), np.uint8)
    for _ in range(15):
        position = position.play(dice.choice(position.moves()))
    shuffled = list(position.table.locations)
    dice.shuffle(shuffled)
    shown = position.table
    table = KabaleoTable(shown.game, tuple(shuffled), shown.stocks, None, shown.turn)
    for row, each in zip(rows, (shown, table), strict=True):
        value_features(kernel.encode(each, position.secrets), 0, row)
    assert (rows[0] == rows[1]).all()
