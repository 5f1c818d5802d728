"""Records that branch from the same line share their history without affecting each other."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from threading import Barrier, Thread
from typing import Any

import pytest

import sommet
from sommet import Record
from sommet.core.outcome import Ending
from sommet.core.record import Agreement, Leave

REPETITION = ("1a1 1d4 1b1 1c4 1a2 1d3 " + "1b2x1b2 1c3x1c3 " * 2).split()
"""The table after each 1c3x1c3 is the same: after move 6 and every second move from then on."""


def played(*moves: str, **options: Any) -> Record[Any]:
    record: Record[Any] = Record.new(sommet.game("pylos", **options), seed=7)
    for move in moves:
        record = record.play(move)
    return record


def random_line(name: str, seed: int) -> list[Record[Any]]:
    chance = random.Random(seed)
    stages: list[Record[Any]] = [Record.new(sommet.game(name), seed=seed)]
    while stages[-1].outcome is None and len(stages) < 60:
        stages.append(stages[-1].play(chance.choice(stages[-1].view(None).moves())))
    return stages


# --- branching -----------------------------------------------------------------------------------


def test_games_that_branch_from_one_position_are_independent() -> None:
    root = played("1a1", "1b1")
    one = root.play("1c1").play("1d1")
    two = root.play("1d4").resign(1)
    three = root.play("1c1").play("1a4")
    assert list(map(str, root.moves)) == ["1a1", "1b1"]
    assert list(map(str, one.moves)) == ["1a1", "1b1", "1c1", "1d1"]
    assert list(map(str, two.moves)) == ["1a1", "1b1", "1d4"]
    assert list(map(str, three.moves)) == ["1a1", "1b1", "1c1", "1a4"]
    assert [game.out for game in (one, two, three)] == [set(), {1}, set()]
    assert root.position == root.start.play("1a1").play("1b1")
    assert one.position == root.position.play("1c1").play("1d1")
    assert two.position == root.position.play("1d4")
    assert three.position == root.position.play("1c1").play("1a4")


def test_the_same_move_played_twice_leads_to_equal_games() -> None:
    root = played("1a1")
    one = root.play("1b1")
    further = one.play("1c1")
    again = root.play("1b1")
    assert again == one
    assert hash(again) == hash(one)
    assert again.entries == one.entries
    assert further.at(2) == again
    assert further != again


@pytest.mark.parametrize("name", sommet.names())
def test_a_branch_equals_the_same_game_played_from_the_start(name: str) -> None:
    stages = random_line(name, 3)
    whole = stages[-1]
    for moves, stage in enumerate(stages[:-1]):
        earlier = whole.at(moves)
        assert earlier == stage
        other = earlier.view(None).moves()[-1]
        branch, alone = earlier.play(other), Record.new(whole.game, seed=3)
        for move in earlier.moves:
            alone = alone.play(move)
        alone = alone.play(other)
        assert branch == alone
        assert branch.positions == alone.positions
        assert branch.outcome == alone.outcome
    assert whole == stages[-1]


def test_leaving_and_agreeing_to_a_draw_can_branch_too() -> None:
    root = played("1a1")
    over = root.resign(0)
    assert root.agree().entries[-1] == Agreement()
    assert root.leave(0, Ending.TIME).entries[-1] == Leave(0, Ending.TIME)
    assert over.entries[-1] == Leave(0, Ending.RESIGNATION)
    assert root.outcome is None


# --- repetition ----------------------------------------------------------------------------------


def test_repetition_is_counted_only_along_the_line() -> None:
    line = played(*REPETITION)
    assert line.outcome is not None
    assert line.outcome.reason == "repetition"
    before = line.at(len(REPETITION) - 1)
    assert before.outcome is None
    other = before.play("1a4")
    assert other.outcome is None
    assert before.play(REPETITION[-1]).outcome == line.outcome
    # A game that branched off early has had this table only once.
    early = line.at(6).play("1b2x1b2").play("1c3x1c3")
    assert early.outcome is None
    turned = line.at(5).play("1c3").play("1d1")
    assert turned.outcome is None


@pytest.mark.parametrize("seed", range(20))
def test_the_repetition_count_equals_a_full_recount(seed: int) -> None:
    chance = random.Random(seed)
    record = played("1a1", "1d4", "1b1", "1c4", "1a2", "1d3")
    for _ in range(60):
        if record.outcome or chance.random() < 0.3:
            record = record.at(chance.randrange(4, len(record.moves) + 1))
        back = [move for move in record.view(None).moves() if "x" in str(move)]
        moves = back or record.view(None).moves()
        if not moves:
            continue
        record = record.play(chance.choice(moves))
        occurrences = Counter(position.table for position in record.positions)
        drawn = occurrences[record.position.table] >= 3
        ended = record.outcome is not None and record.outcome.reason == "repetition"
        assert drawn == ended


# --- copies and threads --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))]
)
def test_a_copy_is_equal_and_independent(copied: Any) -> None:
    record = played(*REPETITION[:-1])
    beyond = record.play("1a4")
    other = copied(record)
    assert other == record
    assert hash(other) == hash(record)
    assert (other.moves, other.outcome) == (record.moves, record.outcome)
    ended = other.play(REPETITION[-1])
    assert ended.outcome is not None
    assert ended.outcome.reason == "repetition"
    assert beyond.outcome is None


def test_a_pickle_contains_no_later_moves() -> None:
    record = played("1a1")
    record.play("1b1").play("1d4")
    past = pickle.loads(pickle.dumps(record))._history
    assert len(past.first(99)) == 2


def test_many_threads_may_continue_the_same_record() -> None:
    root = played("1a1", "1d4")
    choices = [str(move) for move in root.view(None).moves()]
    begin, results = Barrier(8), dict[int, list[Record[Any]]]()

    def play(thread: int) -> None:
        begin.wait()
        results[thread] = [root.play(choices[(thread + n) % len(choices)]) for n in range(200)]

    threads = [Thread(target=play, args=(thread,)) for thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, records in results.items():
        for n, record in enumerate(records):
            wanted = choices[(number + n) % len(choices)]
            assert list(map(str, record.moves)) == ["1a1", "1d4", wanted]
            assert record.position == root.position.play(wanted)


def test_playing_a_move_does_not_compare_all_earlier_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading a record takes linear time: the cost of a move doesn't depend on the history."""
    compared = Counter[str]()
    kind = type(played().position.table)
    equal: Any = kind.__eq__

    def counting_eq(self: Any, other: Any) -> Any:
        compared["tables"] += 1
        return equal(self, other)

    monkeypatch.setattr(kind, "__eq__", counting_eq)
    record = played()
    costs = []
    for move in [*REPETITION[:-1], "1a4", "1d1", "1a3", "1d2"]:
        compared.clear()
        record = record.play(move)
        assert record.outcome is None
        costs.append(compared["tables"])
    assert max(costs) <= 2  # a repeated table is found by its hash
