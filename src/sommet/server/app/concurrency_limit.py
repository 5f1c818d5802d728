"""The turnstile: how many requests are worked on at a time, lest moves stand in line."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["Turnstile"]

AT_ONCE = 2
"""Requests that are worked on at a time."""
HELD = 0.02
"""Seconds after which one that is still there lets the next one in: it waits for something else, a
body, an engine, the next event of a stream."""


class Turnstile:
    """Lets requests in a few at a time; the others wait, one of each address in turn.

    What happens on sockets does not pass here. A move takes several rounds of the event loop, and
    each round is as long as there are requests that work in it: a hundred at once would hold up
    every move at every table.
    """

    def __init__(self, at_once: int = AT_ONCE, held: float = HELD) -> None:
        self._free, self._held = at_once, held
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def through(self, client: str) -> AsyncIterator[None]:
        """Once it is the client's turn."""
        await self._enter(client)
        inside = True

        def leave() -> None:
            nonlocal inside
            if inside:
                inside = False
                self._leave()

        waits = asyncio.get_running_loop().call_later(self._held, leave)
        try:
            yield
        finally:
            waits.cancel()
            leave()

    async def _enter(self, client: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        while self._waiting:
            client = next(iter(self._waiting))
            line = self._waiting.pop(client)
            turn = line.popleft()
            if line:
                self._waiting[client] = line  # after the others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
