"""What is read into moves: from the moves alone, and towards the truth."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Record

pytest.importorskip("numba")

from sommet.engine.belief.reading import Reader


def played(game: str, seed: int, moves: int, simulations: int) -> Record[Any]:
    """A game between players that search, so far."""
    record = Record.new(sommet.game(game), seed, first=0)
    player = sommet.player(record.game, "master_unread", seed=seed, simulations=simulations)
    while len(record.moves) < moves and not record.outcome:
        record = record.play(player.choose(record.view(record.turn)))
    return record


@pytest.mark.parametrize(("game", "moves"), [("kabaleo", 20), ("colorpop", 16)])
def test_reading_comes_nearer_to_the_truth_than_guessing(game: str, moves: int) -> None:
    """The log-loss of who holds what, over a few games; benchmarks/belief.py measures many."""
    losses, guesses = [], []
    for seed in range(4):
        record = played(game, seed, moves, 1500)
        truth = record.start.secrets
        belief = Reader(600).belief(record.view(None))
        for seat in range(record.game.seats):
            losses.append(-log(belief.holding(seat)[truth[seat]]))
            guesses.append(log(len(belief.cast.hands)))
    assert sum(losses) < 0.8 * sum(guesses)


def test_everybody_reads_the_same_into_the_same_moves() -> None:
    record = played("kabaleo", 5, 8, 60)
    beliefs = [Reader(50).belief(record.view(viewer)) for viewer in (0, 1, None)]
    for belief in beliefs[1:]:
        assert (belief.chances == beliefs[0].chances).all()


def test_what_was_read_is_remembered_and_reading_on_is_reading_at_once() -> None:
    record = played("kabaleo", 5, 8, 60)
    steady = Reader(50)
    for moves in range(9):
        steady.belief(record.view(0, move=moves))
    once = Reader(50).belief(record.view(0))
    assert (steady.belief(record.view(0), stop=lambda: True).chances == once.chances).all()


def test_a_new_game_is_read_anew() -> None:
    reader = Reader(50)
    reader.belief(played("kabaleo", 5, 8, 60).view(0))
    other = played("kabaleo", 6, 8, 60).view(0)
    assert (reader.belief(other).chances == Reader(50).belief(other).chances).all()


def test_who_is_stopped_has_read_nothing_more() -> None:
    belief = Reader(50).belief(played("kabaleo", 5, 8, 60).view(0), stop=lambda: True)
    assert np.ptp(belief.chances) == 0


def test_own_moves_betray_nothing_new_to_oneself() -> None:
    view = played("kabaleo", 5, 8, 60).view(0)
    every, others = Reader(50).belief(view), Reader(50).belief(view, everyone=False)
    assert (every.chances != others.chances).any()
    assert others.given(view.secrets).chances == pytest.approx(every.given(view.secrets).chances)


def test_nothing_is_read_where_nothing_is_hidden() -> None:
    record = Record.new(sommet.game("pylos"), 1).play("1b2")
    assert Reader(50).belief(record.view(0)).chances.tolist() == [1.0]
