from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import sommet
from sommet import IllegalMove, Move


@pytest.mark.parametrize("name", sommet.names())
def test_a_table_is_immutable_and_hashable(name: str) -> None:
    table = sommet.game(name).start(seed=7).table
    assert hash(table) == hash(sommet.game(name).start(seed=7).table)
    with pytest.raises(FrozenInstanceError):
        table.turn = 1


@pytest.mark.parametrize("name", sommet.names())
def test_moves_are_whole_turns_once_each_and_sorted_by_text(name: str) -> None:
    table: Any = sommet.game(name).start(seed=7).table
    for _ in range(6):
        texts = [str(move) for move in table.moves]
        assert texts == sorted(set(texts))
        for move in table.moves:
            assert table.walk(move.steps) == move
            assert table.steps(move.steps).end
            assert table.canonical(move.steps) == move.steps
        table = table.after(table.moves[len(texts) // 2].steps)


def test_a_path_in_any_playable_order_leads_to_the_canonical_move() -> None:
    table = sommet.game("pylos").parse("LL..L.....DDD..D/........./..../. L").table
    assert table.walk(("1b2", "x1b1", "x1a1")) == Move(("1b2", "x1a1", "x1b1"))


def test_a_path_that_breaks_a_clause_is_refused_at_that_step() -> None:
    table = sommet.game("pylos").start(seed=7).table
    for path, code in ((("2a1",), "no_support"), (("1a1", "x1a1"), "nothing_earned")):
        with pytest.raises(IllegalMove) as error:
            table.walk(path)
        assert error.value.code == code


@pytest.mark.parametrize("name", sommet.names())
def test_a_path_that_stops_too_early_is_refused(name: str) -> None:
    with pytest.raises(IllegalMove):
        sommet.game(name).start(seed=7).table.walk(())


def test_the_text_of_a_move_is_that_of_its_steps() -> None:
    assert str(Move(("1b2", "x1a1", "x1b1"))) == "1b2x1a1x1b1"
