"""Deadlines that can be split and stopped early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from sommet.engine.players import Stop

__all__ = ["Deadline"]


@dataclass(frozen=True)
class Deadline:
    """Expires at the moment `until` of `clock`, or as soon as `stop` returns True."""

    stop: Stop | None = None
    until: float = inf
    clock: Callable[[], float] = perf_counter

    @property
    def expired(self) -> bool:
        """Whether no time is left."""
        return self.clock() >= self.until or bool(self.stop and self.stop())

    def part(self, parts: float) -> Deadline:
        """The deadline of the first of `parts` equal shares of the time left."""
        now = self.clock()
        return replace(self, until=now + (self.until - now) / max(1.0, parts))

    @property
    def without_stop(self) -> Deadline:
        """The same deadline for another thread, which must not call `stop`."""
        return replace(self, stop=None)
