"""Tournaments: every pair plays the same deals from every side."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sommet
from sommet import Move, OptionError, View
from sommet.arena import Contender, Match, Tournament

RANDOM, GENTLE = Contender("random"), Contender("gentle")


def test_every_pair_plays_every_deal_from_every_side() -> None:
    contenders = (GENTLE, RANDOM, Contender("random", simulations=5))
    contest = Tournament(sommet.game("kabaleo"), contenders, rounds=2)
    games = [contest.match_of(number) for number in range(contest.games)]
    assert Counter(pair for pair, _, _ in games) == {(0, 1): 4, (0, 2): 4, (1, 2): 4}
    deals: dict[int, set[object]] = {}
    for number in range(contest.games):
        _, match, own = contest.match_of(number)
        deals.setdefault(own // 2, set()).add(match.play(own).record.start)
        assert match.side(own) == ((0,), (1,))[number % 2]
    assert [len(starts) for starts in deals.values()] == [1, 1]


def test_with_three_or_more_sides_each_plays_alone_against_the_others() -> None:
    contest = Tournament(sommet.game("kabaleo", players=3), (GENTLE, RANDOM), rounds=1)
    assert contest.pairs == ((0, 1), (1, 0))
    assert contest.games == 6
    levels = [
        [value for name, value in contest.play(number).record.tags if name.startswith("Seat")]
        for number in range(6)
    ]
    assert levels[0] == ["gentle", "random", "random"]
    assert levels[5] == ["gentle", "gentle", "random"]


def test_the_stronger_player_comes_first() -> None:
    contest = Tournament(sommet.game("kabaleo"), (RANDOM, GENTLE), rounds=10)
    played = list(contest.run())
    results = contest.results(played)
    assert results.scores[0, 1].games == 20
    assert [rating.name for rating in results.ratings.players] == ["gentle", "random"]
    assert results.ratings.players[0].elo > 50


def test_finished_games_are_not_replayed() -> None:
    contest = Tournament(sommet.game("kabaleo"), (RANDOM, GENTLE), rounds=2)
    assert [played.number for played in contest.run(done={0, 2})] == [1, 3]
    kept = contest.play(1)
    assert contest.score_game(1, kept.record) == kept
    other = Match(sommet.game("kabaleo"), GENTLE, GENTLE, 1).play(0).record
    with pytest.raises(OptionError, match="Saved game 2 is unfinished or belongs to another match"):
        contest.score_game(1, other)


def test_all_games_of_a_round_share_an_opening() -> None:
    match = Match(sommet.game("triedre"), GENTLE, RANDOM, games=4, opening=5)
    first, second, third, _ = (match.play(number).record.moves[:5] for number in range(4))
    assert first == second != third


def test_each_player_has_its_own_limits() -> None:
    assert Contender.parse("strong@0.5s", 0.1) == Contender("strong", 0.5)
    assert Contender.parse("strong@2000", 0.1) == Contender("strong", None, 2000)
    assert Contender.parse("club", 0.1) == Contender("club", 0.1)
    assert Contender.parse("master@1sx4", 0.1) == Contender("master", 1.0, None, 4)
    assert Contender.parse("master@x2", 0.1) == Contender("master", 0.1, None, 2)
    texts = ("gentle", "strong@0.5s", "strong@9", "master@0.5sx4", "master@9x2", "master@x3")
    assert tuple(str(Contender.parse(text)) for text in texts) == texts
    with pytest.raises(OptionError, match="'strong@' is not a player"):
        Contender.parse("strong@")


def test_a_tournament_needs_two_different_players() -> None:
    for contenders in ((GENTLE,), (GENTLE, GENTLE)):
        with pytest.raises(OptionError, match="at least two players, all with"):
            Tournament(sommet.game("kabaleo"), contenders)


class Last:
    """Plays the last legal move."""

    def choose(self, view: View[Any]) -> Move:
        return view.moves()[-1]


def test_objects_and_levels_meet_in_a_tournament() -> None:
    tournament = Tournament("triedre", ("random", Last()), rounds=1)
    found = tournament.results(tournament.run())
    assert {one.name for one in found.ratings.players} == {"random", "Last"}
    with pytest.raises(OptionError, match="all with different names"):
        Tournament("triedre", (Last(), Last()))
