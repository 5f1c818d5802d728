"""Whether the database responds is reported once when it changes."""

from __future__ import annotations

import pytest

from sommet.server.store import availability
from sommet.server.store.availability import MIN_QUIET_S, Availability


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(availability, "time", clock)
    return clock


@pytest.fixture
def reports() -> list[object]:
    return []


@pytest.fixture
def noted(reports: list[object]) -> Availability:
    noted = Availability()
    noted.on_lost = lambda code, error: reports.append((code, error))
    noted.on_back = reports.append
    return noted


def test_a_failure_is_reported_once_and_so_is_its_end(
    noted: Availability, clock: Clock, reports: list[object]
) -> None:
    noted.succeeded("read")
    for operation in ("read", "write", "read"):
        noted.failed(operation, "store_unavailable", "OperationalError")
    assert reports == [("store_unavailable", "OperationalError")]
    clock.now += MIN_QUIET_S + 1
    noted.succeeded("read")
    assert len(reports) == 1, "nothing has been written"
    noted.succeeded("write")
    assert reports[1:] == [MIN_QUIET_S + 1]
    assert not noted.lost


def test_a_file_that_can_be_read_but_not_written_is_not_back(
    noted: Availability, clock: Clock, reports: list[object]
) -> None:
    for _ in range(10):
        noted.failed("write", "store_full", "OperationalError")
        clock.now += MIN_QUIET_S + 1
        noted.succeeded("read")
    assert len(reports) == 1


def test_a_database_that_fails_now_and_then_is_not_back(
    noted: Availability, clock: Clock, reports: list[object]
) -> None:
    for _ in range(10):
        noted.failed("read", "store_busy", "OperationalError")
        clock.now += MIN_QUIET_S / 2
        noted.succeeded("read")
    assert len(reports) == 1
