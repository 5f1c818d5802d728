"""The sequential test (SPRT) terminates and is rarely wrong."""

from __future__ import annotations

from random import Random

import pytest

from sommet.arena import Sprt, SprtVerdict
from sommet.arena.sprt import fair_share


def run(elo: float, seed: int, sides: int = 2, most: int = 60_000) -> Sprt:
    """A test of a player who is `elo` stronger; each round has one game on every side."""
    chance, test, strength = Random(seed), Sprt(sides), fair_share(elo, sides)
    while test.verdict is SprtVerdict.OPEN and test.rounds < most:
        test = test.plus(sum(chance.random() < strength for _ in range(sides)) / sides)
    return test


def test_equal_players_have_equal_fair_shares() -> None:
    assert [fair_share(0, sides) for sides in (2, 3, 5)] == pytest.approx([1 / 2, 1 / 3, 1 / 5])
    assert fair_share(20, 2) == pytest.approx(0.5288, abs=1e-4)
    assert fair_share(400, 3) == pytest.approx(10 / 12)


@pytest.mark.parametrize("sides", [2, 4])
def test_the_error_rate_stays_near_its_bound(sides: int) -> None:
    """The bound is 5% each way: more than six wrong verdicts in 40 trials are very unlikely."""
    equal = [run(0, seed, sides).verdict for seed in range(40)]
    better = [run(20, seed, sides).verdict for seed in range(40)]
    assert equal.count(SprtVerdict.STRONGER) <= 6
    assert better.count(SprtVerdict.NOT_STRONGER) <= 6
    assert SprtVerdict.OPEN not in equal + better


def test_a_clear_difference_is_decided_quickly() -> None:
    assert run(200, 1).verdict is SprtVerdict.STRONGER
    assert run(200, 1).rounds < 200
    assert run(-200, 1).verdict is SprtVerdict.NOT_STRONGER


def test_no_verdict_without_games_or_after_one() -> None:
    assert Sprt().verdict is SprtVerdict.OPEN
    assert Sprt().plus(1.0).verdict is SprtVerdict.OPEN
    assert Sprt().log_likelihood_ratio == 0
