"""Matches: each side in turn, the same deals for both players, all determined by the seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import sommet
from sommet import Move, OptionError, View
from sommet.arena import Contender, Executor, Match, Score
from sommet.core.record import Record

RANDOM, GENTLE = Contender("random"), Contender("gentle")


def seat_tags(record: Record[Any]) -> list[str]:
    """The tags that name the player in each seat."""
    return [value for name, value in record.tags if name.startswith("Seat")]


def test_players_swap_sides_on_the_same_deal() -> None:
    match = Match(sommet.game("kabaleo"), GENTLE, RANDOM, games=4)
    first, second, third, fourth = (played.record for played in match.run())
    assert seat_tags(first) == ["gentle", "random"]
    assert seat_tags(second) == ["random", "gentle"]
    assert first.start == second.start != third.start == fourth.start


def test_with_three_or_more_sides_the_second_player_takes_all_the_others() -> None:
    match = Match(sommet.game("kabaleo", players=3), GENTLE, RANDOM, games=3)
    seats = [seat_tags(played.record) for played in match.run()]
    assert seats == [
        ["gentle", "random", "random"],
        ["random", "gentle", "random"],
        ["random", "random", "gentle"],
    ]


def test_the_first_side_always_starts() -> None:
    match = Match(sommet.game("kabaleo", players=4), RANDOM, RANDOM, games=8)
    assert {match.play(number).record.start.turn for number in range(8)} == {0}


def test_partners_are_the_same_player() -> None:
    match = Match(sommet.game("colorpop", players=4, variant="teams"), GENTLE, RANDOM, games=2)
    played = list(match.run())
    assert [seat_tags(game.record) for game in played] == [
        ["gentle", "random"] * 2,
        ["random", "gentle"] * 2,
    ]
    assert {game.share for game in played} <= {0, 0.5, 1}


def test_the_share_is_that_of_the_first_player() -> None:
    for played in Match(sommet.game("triedre"), GENTLE, RANDOM, games=6).run():
        outcome = played.record.outcome
        assert outcome
        assert played.share == (played.number % 2 in outcome.winners)


def test_the_seed_determines_everything_but_time() -> None:
    pytest.importorskip("numba")
    strong = Contender("strong", simulations=20)

    def records(seed: int, jobs: int = 1) -> dict[int, str]:
        match = Match(sommet.game("colorpop"), strong, RANDOM, games=3, seed=seed)
        return {played.number: str(played.record) for played in match.run(Executor(jobs))}

    first = records(1)
    assert first == records(1, jobs=2)
    assert first != records(2)


def test_the_record_can_be_verified_and_names_its_match() -> None:
    (played,) = Match(sommet.game("pylos"), GENTLE, RANDOM, games=1).run()
    record = Record.parse(str(played.record))
    assert record == played.record
    assert record.verify().ok
    assert dict(record.tags)["Event"] == "gentle against random"


def test_a_solo_game_cannot_have_a_match() -> None:
    with pytest.raises(OptionError, match="A match needs two sides"):
        Match(sommet.game("colorpop", players=1), GENTLE, RANDOM)


def test_an_unknown_level_is_refused_before_the_first_game() -> None:
    with pytest.raises(OptionError, match="no level 'flawless'"):
        Match(sommet.game("pylos"), GENTLE, Contender("flawless")).prepare()


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


@dataclass
class First:
    """Plays the first legal move; it has a method of its own and no base class."""

    name: str = "First move"
    asked: int = 0

    def choose(self, view: View[Any]) -> Move:
        self.asked += 1
        return view.moves()[0]


def test_any_object_that_chooses_moves_can_play() -> None:
    bot = First()
    match = Match("pylos", bot, "random", games=2, seed=3)
    for played in match.run():
        record = played.record
        assert seat_tags(record)[match.side(played.number)[0]] == "First move"
        for number, move in enumerate(record.moves):
            earlier = record.at(number)
            if earlier.turn in match.side(played.number):
                assert move == earlier.position.moves()[0]
    assert bot.asked > 10
    assert match.event == "First move against random"


def test_an_object_that_is_pickled_plays_in_other_processes() -> None:
    here = Match("pylos", First(), "novice", games=2, seed=3)
    there = list(here.run(Executor(2)))
    assert sorted(str(played.record) for played in there) == sorted(
        str(played.record) for played in here.run()
    )


def test_players_are_levels_objects_or_refused() -> None:
    assert Contender.of("strong@2000") == Contender("strong", simulations=2000)
    assert Contender.of(GENTLE) is GENTLE
    assert str(Contender.of(First())) == "First move"
    nothing: list[Any] = [5, None, First, object()]
    for found in nothing:
        with pytest.raises(OptionError, match="must be a level or an object with `choose`, not"):
            Match("pylos", found, "gentle")
