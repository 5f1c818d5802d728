"""The think-time benchmark: a fixed number of choices, spread over as many games as needed."""

from __future__ import annotations

import pytest

from benchmarks import think_time
from benchmarks.think_time import measure_think_time, table


def test_the_requested_number_of_choices_is_measured() -> None:
    found = measure_think_time("triedre", "novice", 45)  # more than one game has
    assert len(found.seconds) == len(found.processor) == 45
    assert all(seconds > 0 for seconds in found.seconds)
    assert found.memory > 5


def test_there_is_a_row_for_every_available_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think_time, "levels", lambda game: ("novice", "gentle"))
    head, _, *rows = table(["kabaleo"], 3)
    assert head.count("|") == rows[0].count("|")
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| kabaleo", "novice", "3"],
        ["| kabaleo", "gentle", "3"],
    ]


def test_simulations_are_counted_within_the_requested_limits() -> None:
    pytest.importorskip("numba")
    found = measure_think_time("kabaleo", "master", 2, 0.05, 2)
    assert len(found.simulations) == 2
    assert min(found.simulations) > 0
    assert measure_think_time("kabaleo", "gentle", 2).simulations == (0, 0)
    [row] = [*table(["kabaleo"], 1, ["strong"])][2:]
    assert row.split(" | ")[-2] == "3000"
