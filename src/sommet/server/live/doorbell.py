"""The doorbell: says that a game has a new event. It may lose a ring: the log is what counts.

A ring with number 0 says that somebody came or went.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from sommet.server.process.background import end

__all__ = ["Doorbell", "LocalBell", "SilentBell", "Supervised"]

PATIENCE = 2.0
"""Seconds that a bell has to end."""

Heard = Callable[[str, int], None]


class Doorbell(Protocol):
    """What tells processes apart from each other that there is something to read."""

    patience: float
    """Seconds between two looks at the log for rings that were lost."""

    async def start(self, heard: Heard) -> None: ...

    def ring(self, game: str, sequence: int) -> None: ...

    async def stop(self) -> None: ...


class LocalBell:
    """For a single process, which knows what it did itself."""

    patience = 5.0

    async def start(self, heard: Heard) -> None:
        pass

    def ring(self, game: str, sequence: int) -> None:
        pass

    async def stop(self) -> None:
        pass


class SilentBell(LocalBell):
    """For several processes without a broker: they look often."""

    patience = 0.25


class Supervised:
    """A bell behind a connection: it listens and rings in the background, and when the connection
    breaks it makes a new one, for as long as it takes."""

    patience = 2.0

    def __init__(self) -> None:
        self._rings: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: Heard = lambda game, sequence: None
        self.up = asyncio.Event()
        """Set while the listener is connected."""

    async def start(self, heard: Heard) -> None:
        self._heard = heard
        self._tasks = [
            asyncio.create_task(self._again_and_again(part)) for part in ("listen", "speak")
        ]

    def ring(self, game: str, sequence: int) -> None:
        if not self._rings.full():
            self._rings.put_nowait(f"{game} {sequence}")

    async def stop(self) -> None:
        await end(self._tasks, PATIENCE)

    def hear(self, ring: str) -> None:
        game, _, sequence = ring.partition(" ")
        if sequence.isdigit():
            self._heard(game, int(sequence))

    async def _again_and_again(self, part: str) -> None:
        wait = 0.05
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await (self.listen() if part == "listen" else self.speak())
            except self.troubles:
                pass
            finally:
                if part == "listen":
                    self.up.clear()
            lasted = asyncio.get_running_loop().time() - began
            wait = 0.05 if lasted > 5 else min(wait * 2, 1.0)
            await asyncio.sleep(wait)

    troubles: tuple[type[Exception], ...] = (OSError,)
    """What a broken connection raises."""

    async def listen(self) -> None:
        """Connect, set `up`, hear until the connection breaks."""
        raise NotImplementedError

    async def speak(self) -> None:
        """Connect and send what comes out of `next_ring` until the connection breaks."""
        raise NotImplementedError

    async def next_ring(self) -> str:
        return await self._rings.get()
