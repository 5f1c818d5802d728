"""Matches: each side in turn, the same deals for both players, all determined by the seed."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import OptionError
from sommet.arena import Contender, Executor, Match
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
