from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

import pytest

from sommet.server.runtime.system import System


@dataclass
class FakeClocks:
    """The system's wall clock, which can be set, and its monotonic clock, which cannot."""

    clock: float = 1_800_000_000.0
    count: float = 50.0

    def advance(self, seconds: float) -> None:
        self.clock += seconds
        self.count += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> FakeClocks:
    made = FakeClocks()
    monkeypatch.setattr(time, "time", lambda: made.clock)
    monkeypatch.setattr(time, "monotonic", lambda: made.count)
    return made


def test_time_follows_the_system_clock(clocks: FakeClocks) -> None:
    system = System()
    clocks.advance(10)
    assert system.now() == 1_800_000_010.0
    clocks.clock += 3600
    assert system.now() == 1_800_003_610.0, "set forward"


def test_time_keeps_advancing_when_the_clock_is_set_back(clocks: FakeClocks) -> None:
    system = System()
    before = system.now()
    clocks.clock -= 3600
    for second in range(1, 5):
        clocks.advance(1)
        assert system.now() == before + second
    clocks.advance(3600)
    clocks.clock += 3600
    assert system.now() == clocks.clock, "it has caught up"


def test_an_id_is_never_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-qEcnnL0hy4EkWbsZIIA9A", "aqEcnnL0hy4EkWbsZIIA9A"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert System().new_id() == "aqEcnnL0hy4EkWbsZIIA9A"
