"""The gate: who asks too often is turned away before anything is looked up, built or remembered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from sommet.server.app.container import Container
from sommet.server.auth.rate_limit import rate_limit_key
from sommet.server.refusals import refused, too_often

__all__ = ["OVER", "ConcurrencyLimit", "LimitsMiddleware"]

OVER = "asked too often"
"""What the gate writes into a request's state that is over the limit, and is told so politely."""
BARE = msgspec.json.encode(refused(too_often()))
HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(BARE)).encode()),
    (b"cache-control", b"private, no-store"),
]


class LimitsMiddleware:
    """The application behind its gate.

    A request over the limit costs a twentieth of one that is answered: only now and then is
    somebody told so in a page of their language, the others get a bare answer.
    """

    def __init__(self, app: Litestar, headers: dict[str, str]) -> None:
        self._app = app
        self._turnstile = ConcurrencyLimit()
        named = ((name.lower().encode(), value.encode()) for name, value in headers.items())
        self._headers = [*HEADERS, *(each for each in named if each[0] != b"cache-control")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        client = rate_limit_key(scope["client"][0]) if scope["client"] else "here"
        if self._let_in(scope, client):
            async with self._turnstile.through(client):
                await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 429, "headers": self._headers})
        await send({"type": "http.response.body", "body": BARE, "more_body": False})

    def _let_in(self, scope: Any, client: str) -> bool:
        container: Container = self._app.state.container
        what = "file" if scope["path"].startswith(("/static/", "/docs/")) else "request"
        if container.rate_limiter.let_in(what, client):
            return True
        scope.setdefault("state", {})[OVER] = True
        return container.rate_limiter.let_in("polite", client)


AT_ONCE = 2
"""Requests that are worked on at a time."""
HELD = 0.02
"""Seconds after which one that is still there lets the next one in: it waits for something else, a
body, an engine, the next event of a stream."""


class ConcurrencyLimit:
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
