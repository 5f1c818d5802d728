"""Event loop lag: when this process did not respond. Players' clocks don't count that time."""

from __future__ import annotations

import asyncio
from collections import deque
from itertools import takewhile

from sommet.server.runtime.system import System

__all__ = ["LoopLag"]

SAMPLE_INTERVAL_S = 0.05
"""Time between two samples."""
TOLERANCE_S = 0.1
"""A sample that is late by less than this is not a gap: the process is busy but responsive."""
MAX_REMEMBERED_GAPS = 1000
"""How many of the latest gaps are remembered."""


class LoopLag:
    """Finds gaps by samples that come late: because something blocked the event loop, the machine
    was suspended, or its clock was set forward."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._gaps: deque[tuple[float, float]] = deque(maxlen=MAX_REMEMBERED_GAPS)
        self.total_lag_s = 0.0
        """Sum of all gaps since the start."""
        self._sampled_at = system.now()

    async def watch(self) -> None:
        self._sampled_at = self._system.now()
        while True:
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self.sample()

    def sample(self) -> None:
        """Record a gap if the previous sample is too long ago."""
        now, expected = self._system.now(), self._sampled_at + SAMPLE_INTERVAL_S
        if now - expected > TOLERANCE_S:
            self._gaps.append((expected, now))
            self.total_lag_s += now - expected
        self._sampled_at = now

    def lag_between(self, since: float, until: float) -> float:
        """Seconds between two points in time during which this process did not respond."""
        self.sample()
        lapses = takewhile(lambda lapse: lapse[1] > since, reversed(self._gaps))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in lapses)
