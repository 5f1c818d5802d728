"""The gate: who asks too often is turned away before anything is looked up, built or remembered."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from sommet.server.app.concurrency_limit import ConcurrencyLimit
from sommet.server.app.container import Container
from sommet.server.auth.rate_limit import rate_limit_key
from sommet.server.refusals import refused, too_often

__all__ = ["OVER", "LimitsMiddleware"]

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
