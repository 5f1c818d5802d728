"""Time and chance: what a process does not decide itself. A test may decide it."""

from __future__ import annotations

import secrets
import time

__all__ = ["System"]


class System:
    """The only way in for time and chance."""

    def __init__(self) -> None:
        self._now, self._counted = time.time(), time.monotonic()

    def now(self) -> float:
        """Seconds since 1970. They never go back: where the machine's clock is put back, they go on
        at their pace until it has caught up, so that no flag hangs and nobody is given an hour."""
        counted = time.monotonic()
        self._now = max(time.time(), self._now + counted - self._counted)
        self._counted = counted
        return self._now

    def new_id(self) -> str:
        """An id that nobody can guess: 128 bits."""
        return secrets.token_urlsafe(16)

    def new_seed(self) -> str:
        """The seed of a deal."""
        return secrets.token_hex(16)

    def random_below(self, limit: int) -> int:
        """One of so many numbers, from 0, each as likely as the others."""
        return secrets.randbelow(limit)
