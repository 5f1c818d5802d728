"""Event loop lag: when this process did not run. Players' clocks don't count that time.

Time that the process spent computing counts as usual: whatever a player makes the server compute
can't give them time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile

from sommet.server.runtime.system import System
from sommet.tables.clock import Lag

__all__ = ["LoopLag"]

SAMPLE_INTERVAL_S = 0.05
"""Time between two samples."""
TOLERANCE_S = 0.1
"""A sample that is late by less than this is not a gap: the process is busy but responsive."""
MAX_REMEMBERED_GAPS = 1000
"""How many of the latest gaps are remembered."""


class LoopLag:
    """Finds gaps by samples that come late."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._stalls, self._jumps = _Gaps(), _Gaps()
        self.total_lag_s = 0.0
        """Sum of all gaps since the start."""
        self._sampled_at = system.now()
        self._passed = system.monotonic()
        self._computed = system.processor_time()

    async def watch(self) -> None:
        self.sample()
        while True:
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self.sample()

    def sample(self) -> None:
        """Record a gap if the previous sample is too long ago."""
        now, monotonic = self._system.now(), self._system.monotonic()
        computed = self._system.processor_time()
        passed = monotonic - self._passed
        jumped = now - self._sampled_at - passed
        stalled = passed - SAMPLE_INTERVAL_S - (computed - self._computed)
        self._sampled_at, self._passed, self._computed = now, monotonic, computed
        if jumped > TOLERANCE_S:
            self._jumps.add(now - jumped, now)
            self.total_lag_s += jumped
            now -= jumped
        if stalled > TOLERANCE_S:
            self._stalls.add(now - stalled, now)
            self.total_lag_s += stalled

    @contextmanager
    def maintenance(self) -> Iterator[None]:
        """Work of the server itself, which no player causes: time that it takes is a gap."""
        began = self._system.processor_time()
        try:
            yield
        finally:
            self._computed += self._system.processor_time() - began

    def lag_between(self, since: float, until: float) -> Lag:
        """The lag between two points in time."""
        self.sample()
        return Lag(self._stalls.between(since, until), self._jumps.between(since, until))


class _Gaps:
    """The latest gaps, in order."""

    def __init__(self) -> None:
        self._gaps: deque[tuple[float, float]] = deque(maxlen=MAX_REMEMBERED_GAPS)

    def add(self, begin: float, end: float) -> None:
        self._gaps.append((begin, end))

    def between(self, since: float, until: float) -> float:
        """Seconds of gaps between two points in time."""
        recent = takewhile(lambda gap: gap[1] > since, reversed(self._gaps))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in recent)
