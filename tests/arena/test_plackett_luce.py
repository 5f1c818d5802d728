"""Ratings recover the strengths behind simulated games."""

from __future__ import annotations

from random import Random

import pytest

from sommet.arena.plackett_luce import ELO, Result, rate


def simulated_results(
    strengths: list[float], sides: list[float], games: int, seed: int = 1
) -> list[Result]:
    """Games with winners drawn at random by strength (in Elo) and side."""
    chance, results = Random(seed), []
    for _ in range(games):
        players = chance.sample(range(len(strengths)), len(sides))
        weights = [
            2.718281828 ** ((strengths[player] + side) / ELO)
            for player, side in zip(players, sides, strict=True)
        ]
        (winner,) = chance.choices(range(len(sides)), weights)
        shares = tuple(float(side == winner) for side in range(len(sides)))
        results.append(Result(tuple(players), shares))
    return results


def test_two_players_match_a_calculation_by_hand() -> None:
    """Winning three games in four means 191 Elo."""
    results = [Result((0, 1), (1.0, 0.0))] * 300 + [Result((0, 1), (0.0, 1.0))] * 100
    results += [Result((1, 0), (0.0, 1.0))] * 300 + [Result((1, 0), (1.0, 0.0))] * 100
    ratings = rate(["a", "b"], results)
    assert [rating.name for rating in ratings.players] == ["a", "b"]
    best, worst = ratings.players
    assert best.elo - worst.elo == pytest.approx(190.8, abs=2)
    assert best.elo + worst.elo == pytest.approx(0, abs=1e-6)
    assert ratings.sides[0].elo == pytest.approx(0, abs=1e-6)
    assert best.games == 800


@pytest.mark.parametrize("sides", [[0.0, 0.0], [60.0, 0.0, -60.0]])
def test_the_intervals_contain_the_true_strengths(sides: list[float]) -> None:
    true = [150.0, 50.0, -50.0, -150.0]
    inside = 0
    for seed in range(10):
        ratings = rate(list("abcd"), simulated_results(true, sides, 600, seed))
        elo = {rating.name: rating for rating in ratings.players}
        inside += sum(
            abs(elo[name].elo - strength) <= elo[name].margin
            for name, strength in zip("abcd", true, strict=True)
        )
        assert [rating.elo for rating in ratings.sides] == pytest.approx(sides, abs=60)
    assert inside >= 34  # of 40, at 95 %


def test_more_games_narrow_the_margin() -> None:
    few, many = (
        rate(["a", "b"], simulated_results([50, -50], [0, 0], games)) for games in (100, 1600)
    )
    assert many.players[0].margin == pytest.approx(few.players[0].margin / 4, rel=0.3)


def test_a_player_who_won_everything_has_a_finite_rating() -> None:
    ratings = rate(
        ["a", "b"], [Result((0, 1), (1.0, 0.0))] * 20 + [Result((1, 0), (0.0, 1.0))] * 20
    )
    assert 200 < ratings.players[0].elo < 2000


def test_a_shared_win_counts_for_both() -> None:
    ratings = rate(["a", "b"], [Result((0, 1), (0.5, 0.5))] * 30)
    assert [rating.elo for rating in ratings.players] == pytest.approx([0, 0], abs=1e-6)
