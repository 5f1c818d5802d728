"""The sequential test ends and is rarely wrong."""

from __future__ import annotations

from random import Random

import pytest

from sommet.arena import Sprt, SprtVerdict
from sommet.arena.sprt import fair_share


def run(elo: float, seed: int, sides: int = 2, most: int = 60_000) -> Sprt:
    """A test of a player who is so much stronger, each round a game on every side."""
    chance, test, strength = Random(seed), Sprt(sides), fair_share(elo, sides)
    while test.verdict is SprtVerdict.OPEN and test.rounds < most:
        test = test.plus(sum(chance.random() < strength for _ in range(sides)) / sides)
    return test


def test_equal_players_have_equal_fair_shares() -> None:
    assert [fair_share(0, sides) for sides in (2, 3, 5)] == pytest.approx([1 / 2, 1 / 3, 1 / 5])
    assert fair_share(20, 2) == pytest.approx(0.5288, abs=1e-4)
    assert fair_share(400, 3) == pytest.approx(10 / 12)


@pytest.mark.parametrize("sides", [2, 4])
def test_it_errs_about_as_rarely_as_it_says(sides: int) -> None:
    """One in twenty each: of 40 trials more than six wrong ones would be a rare accident."""
    equal = [run(0, seed, sides).verdict for seed in range(40)]
    better = [run(20, seed, sides).verdict for seed in range(40)]
    assert equal.count(SprtVerdict.STRONGER) <= 6
    assert better.count(SprtVerdict.NOT_STRONGER) <= 6
    assert SprtVerdict.OPEN not in equal + better


def test_a_clear_case_is_clear_soon() -> None:
    assert run(200, 1).verdict is SprtVerdict.STRONGER
    assert run(200, 1).rounds < 200
    assert run(-200, 1).verdict is SprtVerdict.NOT_STRONGER


def test_nothing_is_found_without_games_or_after_one() -> None:
    assert Sprt().verdict is SprtVerdict.OPEN
    assert Sprt().plus(1.0).verdict is SprtVerdict.OPEN
    assert Sprt().log_likelihood_ratio == 0
