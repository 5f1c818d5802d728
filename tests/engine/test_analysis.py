"""Reviews of recorded games."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numba")

import sommet
from sommet import Record
from sommet.engine.analysis import MoveReview, review_record
from sommet.engine.players import Analysis, Line

BLUNDER = "1c4 1a3 1b2 1b3 1a4 1b4"
"""Children's Pylos: the sixth move throws away a game that was won from the start."""


def review_game(moves: str, **options: Any) -> list[MoveReview]:
    game = sommet.game("pylos", **options)
    record = Record.new(game, 1)
    for move in moves.split():
        record = record.play(move)
    return list(review_record(record, sommet.player(game, "perfect", seconds=0.3)))


def test_blunders_are_reported() -> None:
    found = review_game(BLUNDER, variant="children")
    assert [one.played.value for one in found] == [0, 1, 0, 1, 0, 0]
    assert [one.number for one in found if one.is_blunder] == [6]
    assert found[5].best.proven
    assert (found[5].best.value, found[5].loss) == (1, 1)
    assert [one.seat for one in found] == [0, 1, 0, 1, 0, 1]
    assert all(one.played.proven for one in found)


def test_an_estimate_is_never_a_blunder() -> None:
    class GuessingPlayer:
        def choose(self, view: Any, stop: Any = None) -> Any:
            raise NotImplementedError

        def analyse(self, view: Any, stop: Any = None) -> Analysis:
            first, *rest = view.moves()
            lines = [Line(first, 0.9, 1, (first,)), *(Line(m, 0.2, 1, (m,)) for m in rest)]
            return Analysis(tuple(lines))

    record = Record.new(sommet.game("pylos"), 1).play("1a1").play("1d4")
    first, second = review_record(record, GuessingPlayer())
    assert (first.is_blunder, first.is_dubious) == (False, False)
    assert (second.is_blunder, second.is_dubious) == (False, True)
