from __future__ import annotations

import pytest

from sommet.server.runtime.loop_lag import SAMPLE_INTERVAL_S, TOLERANCE_S, LoopLag
from sommet.server.runtime.system import System


class AdjustableClock(System):
    """A clock set by the test."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


def test_a_late_sample_counts_as_lag() -> None:
    system = AdjustableClock()
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


def test_a_sample_within_the_tolerance_is_no_lag() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.time += SAMPLE_INTERVAL_S + TOLERANCE_S / 2
    assert loop_lag.lag_between(0, 2000) == 0


def test_lag_is_counted_before_the_next_sample() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.time += 3
    assert loop_lag.lag_between(1000, 2000) == pytest.approx(3 - SAMPLE_INTERVAL_S)


def test_a_clock_that_is_set_back_loses_no_lag() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.time -= 3600
    assert loop_lag.lag_between(-5000, 2000) == 0
    system.time += 1
    assert loop_lag.lag_between(-5000, 2000) == pytest.approx(1 - SAMPLE_INTERVAL_S)
