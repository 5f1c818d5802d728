"""Time, ids and randomness. Tests replace `System` to control them."""

from __future__ import annotations

import secrets
import time

__all__ = ["System"]


class System:
    """The only source of time, ids and randomness in a process."""

    def __init__(self) -> None:
        self._now, self._counted = time.time(), self.monotonic()

    def now(self) -> float:
        """Seconds since 1970, never going backwards: if the machine's clock is set back, time
        continues at its normal pace until the clock catches up. Players' clocks stay right."""
        counted = self.monotonic()
        self._now = max(time.time(), self._now + counted - self._counted)
        self._counted = counted
        return self._now

    def monotonic(self) -> float:
        """Seconds since some point in the past, which nobody can set."""
        return time.monotonic()

    def processor_time(self) -> float:
        """Seconds that this process has computed, in all threads."""
        return time.process_time()

    def new_id(self) -> str:
        """An unguessable id with 128 random bits. It doesn't begin with a hyphen: on a command line
        it would be an option."""
        while (found := secrets.token_urlsafe(16)).startswith("-"):
            pass
        return found

    def new_seed(self) -> str:
        """A random seed for a deal."""
        return secrets.token_hex(16)

    def random_below(self, limit: int) -> int:
        """A uniformly random integer from 0 to `limit` - 1."""
        return secrets.randbelow(limit)
