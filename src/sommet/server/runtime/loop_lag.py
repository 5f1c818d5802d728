"""Attention: whether a process listens. Time in which it did not is nobody's time on a clock."""

from __future__ import annotations

import asyncio
from collections import deque
from itertools import takewhile

from sommet.server.runtime.system import System

__all__ = ["LoopLag"]

SAMPLE_INTERVAL_S = 0.05
"""Seconds between two looks."""
TOLERANCE_S = 0.1
"""Seconds by which a look may be late: a process that is only busy listens all the same."""
MAX_REMEMBERED_GAPS = 1000
"""How many of the last lapses are kept in mind."""


class LoopLag:
    """Lapses are found by looks that come late, whether something held the process up, the machine
    slept, or its clock was put forward."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._gaps: deque[tuple[float, float]] = deque(maxlen=MAX_REMEMBERED_GAPS)
        self.total_lag_s = 0.0
        """Seconds without attention since the start."""
        self._sampled_at = system.now()

    async def watch(self) -> None:
        self._sampled_at = self._system.now()
        while True:
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self.sample()

    def sample(self) -> None:
        """Find out whether there was a lapse until now."""
        now, expected = self._system.now(), self._sampled_at + SAMPLE_INTERVAL_S
        if now - expected > TOLERANCE_S:
            self._gaps.append((expected, now))
            self.total_lag_s += now - expected
        self._sampled_at = now

    def lag_between(self, since: float, until: float) -> float:
        """Seconds between two moments in which this process did not listen."""
        self.sample()
        lapses = takewhile(lambda lapse: lapse[1] > since, reversed(self._gaps))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in lapses)
