"""The exponential function is accurate."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sommet.machine.exponential import exp


@given(st.floats(-708, 708))
@example(0.0)
@example(0.5 * math.log(2))
@example(-708.0)
@example(708.0)
def test_it_is_close_to_the_c_library(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-15)


def test_it_is_exact_for_zero() -> None:
    assert exp(0.0) == exp(-0.0) == 1.0


def test_results_that_are_out_of_range_are_infinite_or_zero() -> None:
    assert exp(710.0) == exp(math.inf) == math.inf
    assert exp(-710.0) == exp(-math.inf) == 0.0


def test_it_never_falls() -> None:
    values = [exp(number / 97) for number in range(-9700, 9700)]
    assert values == sorted(values)
