"""Deals are fair: over thousands of seeds, every random choice is uniform."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import sommet

DEALS = 1500


def assert_even(drawn: Iterable[object], values: Sequence[object]) -> None:
    """Chi-square is below 25, which chance exceeds once in 7000 with five degrees of freedom."""
    counts = Counter(drawn)
    assert set(counts) <= set(values)
    expected = counts.total() / len(values)
    assert sum((counts[value] - expected) ** 2 / expected for value in values) < 25


def starts(game: str, players: int) -> list[Any]:
    return [sommet.game(game, players=players).start(seed) for seed in range(DEALS)]


@pytest.mark.parametrize(("players", "colours"), [(2, "BOGP"), (3, "BOGPY"), (4, "BOGPYV")])
def test_k2_k3_k4_k5_kabaleo_is_dealt_fairly(players: int, colours: str) -> None:
    dealt = starts("kabaleo", players)
    for seat in range(players):
        assert_even((start.secrets[seat] for start in dealt), colours)
        assert_even((letter for start in dealt for letter in start.table.stocks[seat]), colours)
    assert_even((start.table.locations[0] for start in dealt), colours.lower())
    assert_even((start.turn for start in dealt), range(players))


def test_c1_c2_c3_color_pop_is_dealt_fairly() -> None:
    dealt = starts("colorpop", 5)
    for seat in range(5):
        assert_even((start.secrets[seat] for start in dealt), "BOGPY")
    corners = [start.table.slides[0][0] for start in dealt]
    assert_even((corner for corner in corners if corner != "*"), "BOGPY")
    assert_even((start.turn for start in dealt), range(5))
