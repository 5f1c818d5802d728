"""How long something may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from sommet.engine.players import Stop

__all__ = ["Pace"]


@dataclass(frozen=True)
class Pace:
    """Until a moment by some clock, and no longer once `stop` says True."""

    stop: Stop | None = None
    until: float = inf
    clock: Callable[[], float] = perf_counter

    @property
    def over(self) -> bool:
        """Whether there is no time left."""
        return self.clock() >= self.until or bool(self.stop and self.stop())

    def part(self, parts: float) -> Pace:
        """The first of so many parts of the time that is left."""
        now = self.clock()
        return replace(self, until=now + (self.until - now) / max(1.0, parts))

    @property
    def unasked(self) -> Pace:
        """The same for another thread, which asks nobody to stop it."""
        return replace(self, stop=None)
