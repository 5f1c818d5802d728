"""Middleware that finds requests below the public address, and limits them: how many per client,
and how many at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from sommet.server.app.container import Container
from sommet.server.auth.rate_limit import RateLimiter, rate_limit_key
from sommet.server.refusals import rate_limited
from sommet.server.runtime.fair_queue import FairQueue
from sommet.server.runtime.processor_time import metered
from sommet.server.runtime.public_url import PublicUrl
from sommet.tables.refusals import refusal_body

__all__ = ["OVER_LIMIT", "ConcurrencyLimit", "LimitsMiddleware"]

OVER_LIMIT = "over_limit"
"""Key in a request's state: the client has exceeded its limit and gets a readable error."""
BARE_RESPONSE = msgspec.json.encode(refusal_body(rate_limited()))
HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(BARE_RESPONSE)).encode()),
    (b"cache-control", b"private, no-store"),
]

FORWARDED = b"x-forwarded-for"
PROXY_HINT = (
    "Requests carry X-Forwarded-For, but come from an address that isn't trusted. If it's your "
    "proxy, name it with --proxy: until then everyone behind it shares one address and its limits."
)


class LimitsMiddleware:
    """Rejects requests over the rate limit before the application does any work for them, and
    charges the others by the processor time that they used.

    The application sees paths without the path of the public address, which a proxy passes on.
    Addresses without it work too, for health checks on the server's own port.

    A rejected request costs a twentieth of an accepted one: only now and then does the client get
    a page in its language, otherwise a constant response.
    """

    def __init__(self, app: Litestar, headers: dict[str, str]) -> None:
        self._app = app
        self._concurrency = ConcurrencyLimit()
        self._proxy_checked = False
        named = ((name.lower().encode(), value.encode()) for name, value in headers.items())
        self._headers = [*HEADERS, *(each for each in named if each[0] != b"cache-control")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            self._check_proxy(scope)
            _strip_prefix(scope, self._url)
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        if not scope["raw_path"]:
            await _redirect(scope, send, self._url.home)
            return
        if scope["method"] == "HEAD":  # the server that listens leaves out the body
            scope = {**scope, "method": "GET"}
        client = rate_limit_key(scope["client"][0]) if scope["client"] else "here"
        limiter = self._app.state.container.rate_limiter
        is_file = scope["path"].startswith(("/static/", "/browser/", "/docs/"))
        if limiter.allow("file" if is_file else "request", client) or _explain(
            limiter, scope, client
        ):
            async with self._concurrency.slot(client):
                # While it waited, others of the same client may have used up its limit.
                if is_file or not limiter.in_debt(client) or _explain(limiter, scope, client):
                    spent: list[float] = []
                    try:
                        await metered(self._app(scope, receive, send), spent.append)
                    finally:
                        if not is_file:
                            limiter.charge_loop(client, sum(spent))
                    return
        await send({"type": "http.response.start", "status": 429, "headers": self._headers})
        await send({"type": "http.response.body", "body": BARE_RESPONSE, "more_body": False})

    @property
    def _url(self) -> PublicUrl:
        container: Container = self._app.state.container
        return container.sessions.url

    def _check_proxy(self, scope: Any) -> None:
        """Log once that a proxy isn't trusted: its requests count as those of one client."""
        if self._proxy_checked or not scope["client"]:
            return
        forwarded = b",".join(value for name, value in scope["headers"] if name == FORWARDED)
        if forwarded and scope["client"][0] not in forwarded.decode("latin1"):
            self._proxy_checked = True
            container: Container = self._app.state.container
            container.logger.warning("proxy_not_trusted", hint=PROXY_HINT)


def _explain(limiter: RateLimiter, scope: Any, client: str) -> bool:
    """Whether a request over the limit gets a readable error."""
    state = scope.setdefault("state", {})
    if state.get(OVER_LIMIT):
        return True
    if not limiter.allow("polite", client):
        return False
    state[OVER_LIMIT] = True
    return True


def _strip_prefix(scope: Any, url: PublicUrl) -> None:
    """Remove the path of the public address from a request's path. What remains is empty if the
    slash after it is missing."""
    raw, prefix = scope["raw_path"], url.path.encode()
    if prefix and (raw == prefix or raw.startswith(url.home.encode())):
        scope["app_root_path"] = url.path
        scope["path"] = scope["path"].removeprefix(url.path)
        scope["raw_path"] = raw.removeprefix(prefix)


async def _redirect(scope: Any, send: Send, path: str) -> None:
    """Redirect to a path, keeping the query."""
    query = scope["query_string"]
    location = path.encode() + (b"?" + query if query else b"")
    headers = [(b"location", location), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


MAX_CONCURRENT = 2
"""Requests handled at the same time."""
SLOT_TIMEOUT_S = 0.02
"""After this time a request gives up its slot: it is waiting for something else, such as a body or
an engine."""


class ConcurrencyLimit:
    """Limits concurrent requests; the others queue, and clients take turns.

    WebSocket messages don't pass through here. A move takes several iterations of the event loop,
    and every active request makes each iteration longer: a hundred at once would delay every move
    at every table.
    """

    def __init__(
        self, max_concurrent: int = MAX_CONCURRENT, slot_timeout_s: float = SLOT_TIMEOUT_S
    ) -> None:
        self._queue = FairQueue(range(max_concurrent))
        self._slot_timeout_s = slot_timeout_s

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[None]:
        """Wait for the client's turn, and hold a slot for up to `slot_timeout_s`."""
        turn = await self._queue.acquire(client)
        loop = asyncio.get_running_loop()
        timer = loop.call_later(self._slot_timeout_s, self._queue.release, turn)
        try:
            yield
        finally:
            timer.cancel()
            self._queue.release(turn)
