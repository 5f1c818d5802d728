"""Whether the database responds: noted once when it is lost, and once when it is back."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Availability"]

MIN_QUIET_S = 2.0
"""A database that fails now and then is back once it has not failed for this long."""


class Availability:
    """Reads and writes fail separately: a full or locked SQLite file can still be read."""

    def __init__(self) -> None:
        self.on_lost: Callable[[str, str], None] = lambda code, error: None
        """Called with the code that clients get, and with the name of the driver's error."""
        self.on_back: Callable[[float], None] = lambda seconds: None
        """Called with the duration of the failure."""
        self._lost_at = 0.0
        self._failed_at: dict[str, float] = {}
        """When each kind of operation failed last; it is removed once it succeeds."""

    @property
    def lost(self) -> bool:
        return bool(self._failed_at)

    def failed(self, operation: str, code: str, error: str) -> None:
        """Note that an operation, a read or a write, failed."""
        now = time.monotonic()
        if not self._failed_at:
            self._lost_at = now
            self.on_lost(code, error)
        self._failed_at[operation] = now

    def succeeded(self, operation: str) -> None:
        if not self._failed_at:
            return
        now = time.monotonic()
        if now - self._failed_at.get(operation, now) > MIN_QUIET_S:
            del self._failed_at[operation]
            if not self._failed_at:
                self.on_back(now - self._lost_at)
