from __future__ import annotations

import pytest

from sommet.server.runtime.loop_lag import SAMPLE_INTERVAL_S, TOLERANCE_S, LoopLag
from sommet.server.runtime.system import System


class Told(System):
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


def test_a_look_that_comes_late_is_a_lapse() -> None:
    system = Told()
    loop_lag = LoopLag(system)
    for _ in range(10):
        system.time += SAMPLE_INTERVAL_S
        loop_lag.sample()
    assert loop_lag.lag_between(0, 2000) == 0
    began = system.time
    system.time += 5
    loop_lag.sample()
    assert loop_lag.lag_between(0, 2000) == pytest.approx(5 - SAMPLE_INTERVAL_S)
    assert loop_lag.lag_between(began + 2, 2000) == pytest.approx(3)
    assert loop_lag.lag_between(began + 1, began + 2) == pytest.approx(1)
    assert loop_lag.lag_between(system.time, 2000) == 0
    assert loop_lag.total_lag_s == pytest.approx(5 - SAMPLE_INTERVAL_S)


def test_a_busy_process_that_is_a_little_late_listens_all_the_same() -> None:
    system = Told()
    loop_lag = LoopLag(system)
    system.time += SAMPLE_INTERVAL_S + TOLERANCE_S / 2
    assert loop_lag.lag_between(0, 2000) == 0


def test_a_lapse_counts_for_who_asks_before_the_next_look() -> None:
    system = Told()
    loop_lag = LoopLag(system)
    system.time += 3
    assert loop_lag.lag_between(1000, 2000) == pytest.approx(3 - SAMPLE_INTERVAL_S)


def test_a_clock_that_is_put_back_loses_nothing() -> None:
    system = Told()
    loop_lag = LoopLag(system)
    system.time -= 3600
    assert loop_lag.lag_between(-5000, 2000) == 0
    system.time += 1
    assert loop_lag.lag_between(-5000, 2000) == pytest.approx(1 - SAMPLE_INTERVAL_S)
