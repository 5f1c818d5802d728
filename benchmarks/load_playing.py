"""Two players at each of many tables, moves at a steady rate, whatever server they play on."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import websockets
from websockets.asyncio.client import ClientConnection

__all__ = ["Heard", "Load", "Match", "Played", "connect"]


@dataclass(eq=False)
class Match:
    """A game between two connections, with the moves that it will take."""

    table: str
    moves: list[str]
    credentials: tuple[str, str] = ("", "")
    seats: list[ClientConnection] = field(default_factory=list)
    greeted: int = 0
    played: int = 0
    position: int = 0
    sent: float = 0.0


@dataclass(frozen=True)
class Heard:
    """What a message means for the match."""

    kind: Literal["greeted", "stands", "refused", "nothing"] = "nothing"
    position: int = 0
    """The number of the position that it tells of; a later one is greater."""
    answer: str = ""
    """What must be said to it."""


class Played(Protocol):
    """A server on which matches are played."""

    async def open(self) -> None:
        """Get ready for the first match."""

    async def begin(self, number: int) -> Match:
        """A table with both players at it, each connected."""

    def heard(self, match: Match, seat: int, text: str | bytes) -> Heard:
        """What a connection was told."""

    def move(self, match: Match) -> str:
        """The message that plays the next move of a match."""

    async def close(self) -> None: ...


async def connect(url: str, headers: dict[str, str] | None = None) -> ClientConnection:
    return await websockets.connect(
        url,
        additional_headers=headers,
        compression=None,
        ping_interval=None,
        max_queue=None,
        open_timeout=60,
    )


class Load:
    """So many games at once; one that is over is followed by another."""

    def __init__(self, played: Played, games: int) -> None:
        self._on = played
        self._games = games
        self._matches: set[Match] = set()
        self._ready: deque[Match] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self.waits: list[float] = []
        """Seconds from each move to the opponent's sight of it."""
        self.begun = 0
        self.late = 0
        self.refused = 0

    async def set_up(self) -> None:
        await self._on.open()
        gate = asyncio.Semaphore(32)

        async def begin() -> None:
            async with gate:
                await self._begin()

        await asyncio.gather(*(begin() for _ in range(self._games)))
        while len(self._ready) < self._games:
            await asyncio.sleep(0.1)
        random.Random(1).shuffle(self._ready)

    async def _begin(self) -> None:
        """Another match, ready for its first move once both have been greeted."""
        number, self.begun = self.begun, self.begun + 1
        match = await self._on.begin(number)
        self._matches.add(match)
        for seat in range(2):
            self._soon(self._listen(match, seat))

    async def _begin_again(self, match: Match) -> None:
        """A game is over: both leave, and sit down at another table."""
        self._matches.discard(match)
        for connection in match.seats:
            await connection.close()
        await self._begin()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, match: Match, seat: int) -> None:
        connection = match.seats[seat]
        async for text in connection:
            heard = self._on.heard(match, seat, text)
            if heard.answer:
                with suppress(websockets.ConnectionClosed):  # the game is over
                    await connection.send(heard.answer)
            match heard.kind:
                case "stands":
                    self._stands(match, seat, heard.position)
                case "greeted":
                    match.position = heard.position
                    match.greeted += 1
                    if match.greeted == 2:
                        self._ready.append(match)
                case "refused":
                    self.refused += 1
                case "nothing":
                    pass

    def _stands(self, match: Match, seat: int, position: int) -> None:
        # The opponent's sight: who moved hears of it too, but is not the one who waits.
        if position > match.position and seat == match.played % 2:
            self.waits.append(time.perf_counter() - match.sent)
            match.position = position
            if match.played < len(match.moves):
                self._ready.append(match)
            else:
                self._soon(self._begin_again(match))

    async def play(self, rate: float, seconds: float) -> None:
        """Moves at a steady rate. A match that is not ready yet makes the move late, not fewer."""
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            wait = began + number / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            while not self._ready:
                self.late += 1
                await asyncio.sleep(0.005)
            match = self._ready.popleft()
            message = self._on.move(match)
            match.sent = time.perf_counter()
            match.played += 1
            await match.seats[(match.played - 1) % 2].send(message)
        await asyncio.sleep(1)

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        for match in self._matches:
            for connection in match.seats:
                connection.transport.abort()
        await self._on.close()
