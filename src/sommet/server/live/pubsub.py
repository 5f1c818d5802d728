"""The doorbell: says that a game has a new event. It may lose a ring: the log is what counts.

A ring with number 0 says that somebody came or went.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from sommet.server.runtime.supervisor import BackgroundLoop

__all__ = ["BrokerPubSub", "LocalPubSub", "PollingPubSub", "PubSub"]

LATE = 1.0
"""Seconds at most between two tries to reach what carries the rings."""

TOGETHER = 100
"""How many rings travel together at most; PostgreSQL carries 8,000 bytes."""

Heard = Callable[[str, int], None]


class PubSub(Protocol):
    """What tells processes apart from each other that there is something to read."""

    patience: float
    """Seconds between two looks at the log for rings that were lost."""

    def loops(self, heard: Heard) -> tuple[BackgroundLoop, ...]:
        """What must be kept going for it to ring and to hear."""

    def ring(self, game: str, sequence: int) -> None: ...


class LocalPubSub:
    """For a single process, which knows what it did itself."""

    patience = 5.0

    def loops(self, heard: Heard) -> tuple[BackgroundLoop, ...]:
        return ()

    def ring(self, game: str, sequence: int) -> None:
        pass


class PollingPubSub(LocalPubSub):
    """For several processes without a broker: they look often."""

    patience = 0.25


class BrokerPubSub:
    """A bell behind a connection: it listens and rings in the background, and when the connection
    breaks it makes a new one, for as long as it takes."""

    patience = 2.0

    def __init__(self) -> None:
        self._rings: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._heard: Heard = lambda game, sequence: None
        self.up = asyncio.Event()
        """Set while the listener is connected."""

    def loops(self, heard: Heard) -> tuple[BackgroundLoop, ...]:
        self._heard = heard
        return (
            BackgroundLoop("bell.listen", self._listen, self.troubles, LATE),
            BackgroundLoop("bell.speak", self.speak, self.troubles, LATE),
        )

    async def _listen(self) -> None:
        try:
            await self.listen()
        finally:
            self.up.clear()

    def ring(self, game: str, sequence: int) -> None:
        if not self._rings.full():
            self._rings.put_nowait(f"{game} {sequence}")

    def hear(self, rings: str) -> None:
        for ring in rings.splitlines():
            game, _, sequence = ring.partition(" ")
            if sequence.isdigit():
                self._heard(game, int(sequence))

    troubles: tuple[type[Exception], ...] = (OSError,)
    """What a broken connection raises."""

    async def listen(self) -> None:
        """Connect, set `up`, hear until the connection breaks."""
        raise NotImplementedError

    async def speak(self) -> None:
        """Connect and send what comes out of `next_rings` until the connection breaks."""
        raise NotImplementedError

    async def next_rings(self) -> str:
        """All that wait to be rung, each on a line of its own; at least one."""
        rings = [await self._rings.get()]
        while len(rings) < TOGETHER and not self._rings.empty():
            rings.append(self._rings.get_nowait())
        return "\n".join(rings)
