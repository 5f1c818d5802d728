"""Deadlines: they expire, split, and end early when stopped."""

from __future__ import annotations

from math import inf

import pytest

pytest.importorskip("numba")

from sommet.engine.players import Deadline


def test_a_deadline_expires_at_its_time() -> None:
    time = [3.0]
    deadline = Deadline(until=5.0, clock=lambda: time[0])
    assert not deadline.expired
    time[0] = 5.0
    assert deadline.expired


def test_stop_expires_a_deadline() -> None:
    assert Deadline(lambda: True).expired
    assert not Deadline(lambda: False).expired
    assert not Deadline(lambda: True).without_stop.expired


def test_time_is_split_and_unused_time_goes_to_later_parts() -> None:
    time = [10.0]
    deadline = Deadline(until=40.0, clock=lambda: time[0])
    assert deadline.part(3).until == 20.0
    time[0] = 12.0
    assert deadline.part(2).until == 26.0
    assert deadline.part(0.25).until == deadline.until, "more cores than work"
    assert Deadline().part(3).until == inf
