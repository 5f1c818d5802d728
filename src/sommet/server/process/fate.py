"""Time and chance: what a process does not decide itself. A test may decide it."""

from __future__ import annotations

import secrets
import time

__all__ = ["Fate"]


class Fate:
    """The only way in for time and chance."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def new_id(self) -> str:
        """An id that nobody can guess: 128 bits."""
        return secrets.token_urlsafe(16)

    def new_seed(self) -> str:
        """The seed of a deal."""
        return secrets.token_hex(16)

    def lot(self, limit: int) -> int:
        """One of so many numbers, from 0, each as likely as the others."""
        return secrets.randbelow(limit)
