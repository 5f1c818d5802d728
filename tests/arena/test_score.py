"""Scores and their intervals."""

from __future__ import annotations

import pytest

from sommet.arena import Score


def score(*shares: float) -> Score:
    total = Score()
    for share in shares:
        total = total.plus(share)
    return total


def test_shared_wins_count_fractionally() -> None:
    total = score(1, 0.5, 0, 0, 1 / 4)
    assert (total.won, total.shared, total.lost, total.games) == (1, 2, 2, 5)
    assert total.points == 1.75
    assert total.rate == 0.35


def test_the_interval_is_the_wilson_interval() -> None:
    """Figures from the formula in Brown, Cai and DasGupta, Interval Estimation (2001)."""
    low, high = score(*[1] * 7, *[0] * 3).interval
    assert (low, high) == pytest.approx((0.3968, 0.8922), abs=1e-4)
    assert score(*[1] * 200).interval == pytest.approx((0.9812, 1.0), abs=1e-4)


def test_more_games_narrow_the_interval() -> None:
    few, many = score(*[1, 0] * 10), score(*[1, 0] * 1000)
    assert few.interval[0] < many.interval[0] < 0.5 < many.interval[1] < few.interval[1]


def test_without_games_the_interval_covers_everything() -> None:
    assert Score().interval == (0, 1)
    assert Score().rate == 0
