"""Match lists: played until decided, stored line by line, and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from time import thread_time

import pytest

from benchmarks import strength
from benchmarks.match_lists import LISTS, Entry
from benchmarks.strength import MatchResult, ProcessorTimed, rate_games, read, run, table
from sommet.arena import SprtVerdict
from sommet.engine.baselines import GreedyPlayer
from sommet.engine.mcts.player import SearchPlayer

EVEN = Entry("pylos", "gentle", "novice", 4, 6)
UNEVEN = Entry("kabaleo players=3", "gentle", "random", 3, 3)


def test_every_match_of_every_list_can_be_played() -> None:
    for entries in LISTS.values():
        for entry in entries:
            assert entry.least <= entry.most
            assert len(entry.match().game.sides) > 1
        assert len({entry.name for entry in entries}) == len(entries)


def test_games_are_stored_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    line = {"match": EVEN.name, "number": 0, "share": 1.0, "record": ""}
    file.write_text(json.dumps(line) + "\n" + json.dumps({**line, "match": "another"}) + "\n")
    results = read(file, [EVEN, UNEVEN])
    assert [result.begun for result in results] == [1, 0]
    run(results, file, 1, 600)
    lines = [json.loads(text) for text in file.read_text().splitlines()][2:]
    assert {(each["match"], each["number"]) for each in lines} == {
        *((EVEN.name, number) for number in range(1, 6)),
        *((UNEVEN.name, number) for number in range(3)),
    }
    again = read(file, [EVEN, UNEVEN])
    assert [result.over for result in again] == [True, True]
    assert [len(result.shares) for result in again] == [6, 3]
    assert len(list(table(again))) == 4
    assert {rating.name for rating in rate_games(again[:1])["pylos"].players} == {
        "gentle",
        "novice",
    }


def test_a_match_ends_with_its_test_but_not_before_its_minimum() -> None:
    entry = Entry("pylos", "gentle", "novice", 200, 1000)
    result = MatchResult(entry, dict.fromkeys(range(198), 1.0))
    assert result.test.verdict is SprtVerdict.STRONGER
    assert not result.over
    result.shares |= {198: 1.0, 199: 1.0}
    assert result.over


def test_a_match_may_be_timed_by_processor_time() -> None:
    match = Entry("pylos", "strong_v1@0.1s", "gentle", 2, 2).match(ProcessorTimed)
    timed, greedy = (one.create_player(match.game, 1) for one in (match.first, match.second))
    assert isinstance(timed, SearchPlayer)
    assert (timed.clock, timed.seconds) == (thread_time, 0.1)
    assert isinstance(greedy, GreedyPlayer)


def test_no_game_starts_after_the_time_limit(tmp_path: Path) -> None:
    results = [MatchResult(EVEN)]
    run(results, tmp_path / "games.jsonl", 1, strength.RESERVED_S)
    assert not results[0].shares


def test_a_game_needs_the_average_cores_of_its_players() -> None:
    assert EVEN.cores == UNEVEN.cores == 1
    assert Entry("kabaleo", "master@1sx4", "strong_v1@1s", 2, 2).cores == 3
    assert Entry("colorpop players=5", "master@1sx4", "strong_v1@1s", 5, 5).cores == 2


def test_a_game_that_needs_more_cores_than_available_runs_alone(tmp_path: Path) -> None:
    entry = Entry("kabaleo", "gentle@x4", "random@x4", 2, 2)
    results = [MatchResult(entry)]
    assert entry.cores == 4
    run(results, tmp_path / "games.jsonl", 1, 600)
    assert len(results[0].shares) == 2
