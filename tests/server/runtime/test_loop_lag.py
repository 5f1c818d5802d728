from __future__ import annotations

import pytest

from sommet.server.runtime.loop_lag import SAMPLE_INTERVAL_S, TOLERANCE_S, LoopLag
from sommet.server.runtime.system import System
from sommet.tables.clock import Lag


class AdjustableClock(System):
    """Clocks set by the test."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.passed = 0.0
        self.computed = 0.0

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.passed

    def processor_time(self) -> float:
        return self.computed

    def wait(self, seconds: float, *, computing: float = 0.0) -> None:
        self.time += seconds
        self.passed += seconds
        self.computed += computing


NONE = Lag(0.0, 0.0)


def test_a_late_sample_counts_as_lag() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    for _ in range(10):
        system.wait(SAMPLE_INTERVAL_S)
        loop_lag.sample()
    assert loop_lag.lag_between(0, 2000) == NONE
    began = system.time
    system.wait(5)
    loop_lag.sample()
    assert loop_lag.lag_between(0, 2000) == pytest.approx((5 - SAMPLE_INTERVAL_S, 0))
    assert loop_lag.lag_between(began + 2, 2000) == pytest.approx((3, 0))
    assert loop_lag.lag_between(began + 1, began + 2) == pytest.approx((1, 0))
    assert loop_lag.lag_between(system.time, 2000) == NONE
    assert loop_lag.total_lag_s == pytest.approx(5 - SAMPLE_INTERVAL_S)


def test_a_sample_within_the_tolerance_is_no_lag() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.wait(SAMPLE_INTERVAL_S + TOLERANCE_S / 2)
    assert loop_lag.lag_between(0, 2000) == NONE


def test_time_that_the_process_computed_is_no_lag() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.wait(3, computing=3)
    assert loop_lag.lag_between(0, 2000) == NONE
    system.wait(3, computing=1)
    assert loop_lag.lag_between(0, 2000) == pytest.approx((2 - SAMPLE_INTERVAL_S, 0))
    system.wait(1, computing=8)  # in several threads
    assert loop_lag.lag_between(0, 2000) == pytest.approx((2 - SAMPLE_INTERVAL_S, 0))


def test_maintenance_is_lag_although_the_process_computes() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    with loop_lag.maintenance():
        system.wait(2, computing=2)
    assert loop_lag.lag_between(0, 2000) == pytest.approx((2 - SAMPLE_INTERVAL_S, 0))
    system.wait(2, computing=2)
    assert loop_lag.lag_between(0, 2000) == pytest.approx((2 - SAMPLE_INTERVAL_S, 0))


def test_lag_is_counted_before_the_next_sample() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.wait(3)
    assert loop_lag.lag_between(1000, 2000) == pytest.approx((3 - SAMPLE_INTERVAL_S, 0))


def test_a_clock_that_is_set_forward_jumped_and_did_not_stall() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.time += 3600
    assert loop_lag.lag_between(0, 9000) == pytest.approx((0, 3600))
    system.wait(3)
    assert loop_lag.lag_between(0, 9000) == pytest.approx((3 - SAMPLE_INTERVAL_S, 3600))
    assert loop_lag.lag_between(0, 2000) == pytest.approx((0, 1000))


def test_a_clock_that_is_set_back_loses_no_lag() -> None:
    system = AdjustableClock()
    loop_lag = LoopLag(system)
    system.time -= 3600
    assert loop_lag.lag_between(-5000, 2000) == NONE
    system.wait(1)
    assert loop_lag.lag_between(-5000, 2000) == pytest.approx((1 - SAMPLE_INTERVAL_S, 0))
