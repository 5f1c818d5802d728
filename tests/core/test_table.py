from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

import sommet
from sommet import IllegalMove, Move
from sommet.core.move import Path
from sommet.games.pylos.rules import PylosTable
from tests.marbles import Marbles


@pytest.mark.parametrize("name", sommet.names())
def test_a_table_is_immutable_and_hashable(name: str) -> None:
    table = sommet.game(name).start(seed=7).table
    assert hash(table) == hash(sommet.game(name).start(seed=7).table)
    with pytest.raises(FrozenInstanceError):
        table.turn = 1


@pytest.mark.parametrize("name", sommet.names())
def test_moves_are_unique_whole_turns_sorted_by_text(name: str) -> None:
    table: Any = sommet.game(name).start(seed=7).table
    for _ in range(6):
        texts = [str(move) for move in table.moves]
        assert texts == sorted(set(texts))
        for move in table.moves:
            assert table.walk(move.steps) == move
            assert table.steps(move.steps).end
            assert table.canonical(move.steps) == move.steps
        table = table.after(table.moves[len(texts) // 2].steps)


def every_order(table: Any, path: Path = ()) -> Iterator[Path]:
    """Every whole turn that the steps allow, in every playable order."""
    steps = table.steps(path)
    if steps.end:
        yield path
    for step in steps.next:
        yield from every_order(table, (*path, step))


@pytest.mark.parametrize("name", sommet.names())
def test_turns_has_every_turn_once_in_canonical_order(name: str) -> None:
    chance = Random(7)
    table: Any = sommet.game(name).start(seed=7).table
    for _ in range(20):
        turns = [*table.turns()]
        assert len({*turns}) == len(turns)
        assert {*turns} == {table.canonical(path) for path in every_order(table)}
        table = table.after(chance.choice(turns))


def test_the_default_turns_are_found_by_trying_every_order() -> None:
    table: Any = Marbles().start(seed=7).table
    assert len([*every_order(table)]) == 5 + 5 * 4
    assert len(table.moves) == 5 + 5 * 4 // 2
    assert [*map(str, table.moves)][:3] == ["B", "BG", "BO"]


def test_moves_are_listed_only_once_and_only_when_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list[PylosTable]()
    turns = PylosTable.turns

    def recording_turns(table: PylosTable) -> Iterator[Path]:
        listed.append(table)
        return turns(table)

    monkeypatch.setattr(PylosTable, "turns", recording_turns)
    table: Any = sommet.game("pylos").start(seed=7).table
    assert table.cached_move("1a1") is None
    assert listed == []
    assert table.moves == table.moves
    assert table.cached_move("1a1") == Move(("1a1",))
    assert table.cached_move("1a1x1a1") is None
    assert listed == [table]


def test_a_path_in_any_playable_order_gives_the_canonical_move() -> None:
    table = sommet.game("pylos").parse("LL..L.....DDD..D/........./..../. L").table
    assert table.walk(("1b2", "x1b1", "x1a1")) == Move(("1b2", "x1a1", "x1b1"))


def test_a_path_that_breaks_a_clause_is_refused_at_that_step() -> None:
    table = sommet.game("pylos").start(seed=7).table
    for path, code in ((("2a1",), "no_support"), (("1a1", "x1a1"), "no_square")):
        with pytest.raises(IllegalMove) as error:
            table.walk(path)
        assert error.value.code == code


@pytest.mark.parametrize("name", sommet.names())
def test_a_path_that_stops_too_early_is_refused(name: str) -> None:
    with pytest.raises(IllegalMove):
        sommet.game(name).start(seed=7).table.walk(())


def test_the_text_of_a_move_is_that_of_its_steps() -> None:
    assert str(Move(("1b2", "x1a1", "x1b1"))) == "1b2x1a1x1b1"
