from __future__ import annotations

import pytest

from sommet.server.runtime.loop_lag import LATE, TICK, Attention
from sommet.server.runtime.system import Fate


class Told(Fate):
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


def test_a_look_that_comes_late_is_a_lapse() -> None:
    fate = Told()
    attention = Attention(fate)
    for _ in range(10):
        fate.time += TICK
        attention.look()
    assert attention.lost(0, 2000) == 0
    began = fate.time
    fate.time += 5
    attention.look()
    assert attention.lost(0, 2000) == pytest.approx(5 - TICK)
    assert attention.lost(began + 2, 2000) == pytest.approx(3)
    assert attention.lost(began + 1, began + 2) == pytest.approx(1)
    assert attention.lost(fate.time, 2000) == 0
    assert attention.lapsed == pytest.approx(5 - TICK)


def test_a_busy_process_that_is_a_little_late_listens_all_the_same() -> None:
    fate = Told()
    attention = Attention(fate)
    fate.time += TICK + LATE / 2
    assert attention.lost(0, 2000) == 0


def test_a_lapse_counts_for_who_asks_before_the_next_look() -> None:
    fate = Told()
    attention = Attention(fate)
    fate.time += 3
    assert attention.lost(1000, 2000) == pytest.approx(3 - TICK)


def test_a_clock_that_is_put_back_loses_nothing() -> None:
    fate = Told()
    attention = Attention(fate)
    fate.time -= 3600
    assert attention.lost(-5000, 2000) == 0
    fate.time += 1
    assert attention.lost(-5000, 2000) == pytest.approx(1 - TICK)
