"""Two players at each of many tables, moving at a steady rate, on any server."""

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

__all__ = ["GameDriver", "Load", "Match", "MessageEffect", "connect"]


@dataclass(eq=False)
class Match:
    """A game between two connections, with its moves planned ahead."""

    table: str
    moves: list[str]
    credentials: tuple[str, str] = ("", "")
    seats: list[ClientConnection] = field(default_factory=list)
    greeted: int = 0
    played: int = 0
    position: int = 0
    sent: float = 0.0


@dataclass(frozen=True)
class MessageEffect:
    """What a message means for the match."""

    kind: Literal["greeted", "position", "refused", "nothing"] = "nothing"
    position: int = 0
    """The number of the position it reports; later positions have greater numbers."""
    answer: str = ""
    """The reply it needs."""


class GameDriver(Protocol):
    """A server to play matches on."""

    async def open(self) -> None:
        """Prepare for the first match."""

    async def begin(self, number: int) -> Match:
        """Open a table with both players connected."""

    def handle_message(self, match: Match, seat: int, text: str | bytes) -> MessageEffect:
        """Interpret a message of a connection."""

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
    """A number of simultaneous games; each finished game is replaced by a new one."""

    def __init__(self, played: GameDriver, games: int) -> None:
        self._on = played
        self._games = games
        self._matches: set[Match] = set()
        self._ready: deque[Match] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self.waits: list[float] = []
        """Seconds from each move to the opponent's frame."""
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
        """Start a match, ready for its first move once both players are connected."""
        number, self.begun = self.begun, self.begun + 1
        match = await self._on.begin(number)
        self._matches.add(match)
        for seat in range(2):
            self._spawn(self._listen(match, seat))

    async def _restart(self, match: Match) -> None:
        """End a game: both players leave and join another table."""
        self._matches.discard(match)
        for connection in match.seats:
            await connection.close()
        await self._begin()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, match: Match, seat: int) -> None:
        connection = match.seats[seat]
        async for text in connection:
            effect = self._on.handle_message(match, seat, text)
            if effect.answer:
                with suppress(websockets.ConnectionClosed):  # the game is over
                    await connection.send(effect.answer)
            match effect.kind:
                case "position":
                    self._on_position(match, seat, effect.position)
                case "greeted":
                    match.position = effect.position
                    match.greeted += 1
                    if match.greeted == 2:
                        self._ready.append(match)
                case "refused":
                    self.refused += 1
                case "nothing":
                    pass

    def _on_position(self, match: Match, seat: int, position: int) -> None:
        # Only the opponent counts: the mover gets a frame too, but is not waiting for it.
        if position > match.position and seat == match.played % 2:
            self.waits.append(time.perf_counter() - match.sent)
            match.position = position
            if match.played < len(match.moves):
                self._ready.append(match)
            else:
                self._spawn(self._restart(match))

    async def play(self, rate: float, seconds: float) -> None:
        """Make moves at a steady rate. A match that is not ready delays a move, never drops it."""
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
