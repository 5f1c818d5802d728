"""How long something may take: until a moment, shared out, and no longer once it is stopped."""

from __future__ import annotations

from math import inf

import pytest

pytest.importorskip("numba")

from sommet.engine.belief.deadline import Deadline


def test_there_is_time_until_the_moment_comes() -> None:
    time = [3.0]
    deadline = Deadline(until=5.0, clock=lambda: time[0])
    assert not deadline.expired
    time[0] = 5.0
    assert deadline.expired


def test_who_is_stopped_has_no_time_left() -> None:
    assert Deadline(lambda: True).expired
    assert not Deadline(lambda: False).expired
    assert not Deadline(lambda: True).without_stop.expired


def test_time_is_shared_out_and_what_one_part_left_over_is_for_the_others() -> None:
    time = [10.0]
    deadline = Deadline(until=40.0, clock=lambda: time[0])
    assert deadline.part(3).until == 20.0
    time[0] = 12.0
    assert deadline.part(2).until == 26.0
    assert deadline.part(0.25).until == deadline.until, "more cores than work"
    assert Deadline().part(3).until == inf
