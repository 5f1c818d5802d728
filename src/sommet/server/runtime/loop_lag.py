"""Attention: whether a process listens. Time in which it did not is nobody's time on a clock."""

from __future__ import annotations

import asyncio
from collections import deque
from itertools import takewhile

from sommet.server.runtime.system import System

__all__ = ["LoopLag"]

TICK = 0.05
"""Seconds between two looks."""
LATE = 0.1
"""Seconds by which a look may be late: a process that is only busy listens all the same."""
KEPT = 1000
"""How many of the last lapses are kept in mind."""


class LoopLag:
    """Lapses are found by looks that come late, whether something held the process up, the machine
    slept, or its clock was put forward."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._lapses: deque[tuple[float, float]] = deque(maxlen=KEPT)
        self.lapsed = 0.0
        """Seconds without attention since the start."""
        self._looked = system.now()

    async def watch(self) -> None:
        self._looked = self._system.now()
        while True:
            await asyncio.sleep(TICK)
            self.look()

    def look(self) -> None:
        """Find out whether there was a lapse until now."""
        now, expected = self._system.now(), self._looked + TICK
        if now - expected > LATE:
            self._lapses.append((expected, now))
            self.lapsed += now - expected
        self._looked = now

    def lost(self, since: float, until: float) -> float:
        """Seconds between two moments in which this process did not listen."""
        self.look()
        lapses = takewhile(lambda lapse: lapse[1] > since, reversed(self._lapses))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in lapses)
