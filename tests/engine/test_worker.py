"""Players in a process of their own."""

from __future__ import annotations

import threading
from time import perf_counter

import pytest

import sommet
from sommet import GameOver, OptionError, Record
from sommet.engine.worker import Worker

pytest.importorskip("numba")


def test_a_worker_chooses_what_the_player_would() -> None:
    record = Record.new(sommet.game("kabaleo", players=3), 1)
    with Worker() as worker:
        for level in sommet.levels():
            view = record.view(record.turn)
            own = sommet.player(view.game, level, seed=4, simulations=200).choose(view)
            assert worker.choose(view, level, seed=4, simulations=200) == own
            record = record.play(own)


def test_a_worker_can_be_interrupted_and_asked_again() -> None:
    view = sommet.game("triedre").start().view(0)
    with Worker() as worker:
        worker.interrupt()  # nothing is under way: it does no harm
        worker.choose(view, "strong", simulations=1)
        threading.Timer(0.2, worker.interrupt).start()
        begin = perf_counter()
        assert worker.choose(view, "strong", seconds=120) in view.moves()
        assert perf_counter() - begin < 60
        assert worker.choose(view, "gentle") in view.moves()


def test_errors_come_through_and_the_worker_goes_on() -> None:
    over = Record.new(sommet.game("pylos")).resign(0).view(1)
    view = sommet.game("pylos").start().view(0)
    with Worker() as worker:
        with pytest.raises(GameOver):
            worker.choose(over, "gentle")
        with pytest.raises(OptionError, match="There is no level 'perfect'"):
            worker.choose(view, "perfect")
        assert worker.choose(view, "random") in view.moves()


def test_a_worker_that_has_ended_says_so() -> None:
    view = sommet.game("pylos").start().view(0)
    with Worker() as worker:
        worker.choose(view, "random")
        worker._process.terminate()
        worker._process.join()
        with pytest.raises((EOFError, OSError)):
            worker.choose(view, "random")
