from __future__ import annotations

import time
from dataclasses import dataclass

import pytest

from sommet.server.runtime.system import System


@dataclass
class Machine:
    """A machine's clock, which can be set, and its count of seconds, which cannot."""

    clock: float = 1_800_000_000.0
    count: float = 50.0

    def pass_by(self, seconds: float) -> None:
        self.clock += seconds
        self.count += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(time, "time", lambda: made.clock)
    monkeypatch.setattr(time, "monotonic", lambda: made.count)
    return made


def test_time_is_what_the_machine_s_clock_says(machine: Machine) -> None:
    system = System()
    machine.pass_by(10)
    assert system.now() == 1_800_000_010.0
    machine.clock += 3600
    assert system.now() == 1_800_003_610.0, "put forward"


def test_time_goes_on_at_its_pace_when_the_clock_is_put_back(machine: Machine) -> None:
    system = System()
    before = system.now()
    machine.clock -= 3600
    for second in range(1, 5):
        machine.pass_by(1)
        assert system.now() == before + second
    machine.pass_by(3600)
    machine.clock += 3600
    assert system.now() == machine.clock, "it has caught up"
