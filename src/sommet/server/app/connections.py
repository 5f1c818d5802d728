"""Uvicorn's HTTP and WebSocket connections, with the guards that it lacks.

Connections from a trusted proxy carry many clients, so their number is not limited.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, cast

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from sommet.server.auth.rate_limit import rate_limit_key

__all__ = ["ServerConfig"]

REQUEST_TIMEOUT_S = 10.0
"""How long a request may take to arrive, headers and body."""
WRITE_TIMEOUT_S = 60.0
"""How long a client may leave sent data unread."""
GOING_AWAY = 1001


class ServerConfig(uvicorn.Config):
    """Uvicorn's configuration, plus the number of connections per client."""

    def __init__(self, app: Any, *, max_connections_per_client: int, **more: Any) -> None:
        super().__init__(app, http=_HttpConnection, ws=_WebSocketConnection, **more)
        self.max_connections_per_client = max_connections_per_client
        self.open_connections: Counter[str] = Counter()
        """Open connections per client address."""


class ConnectionGuards(asyncio.Protocol):
    """Aborts a connection when its address has too many, when a request takes too long to arrive,
    and when its output is not read.

    A WebSocket takes over the counted transport of the HTTP connection that it began as.
    """

    transport: asyncio.Transport
    client: tuple[str, int] | None
    app: Any
    config: uvicorn.Config

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._request_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    def count_connection(self) -> None:
        """Count a new connection; abort it if there are too many."""
        if (counted := self._counted()) is None:
            return
        config, address = counted
        config.open_connections[address] += 1
        if config.open_connections[address] > config.max_connections_per_client:
            self.transport.abort()

    def _counted(self) -> tuple[ServerConfig, str] | None:
        """What counts this connection, if anything does, and under which key."""
        if self.client is None or not isinstance(self.config, ServerConfig):
            return None
        host = self.client[0]
        if isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts:
            return None
        return self.config, rate_limit_key(host)

    def expect_request(self, expected: bool) -> None:
        """Start the timer when part of a request is missing, and stop it when none is. More bytes
        don't extend it."""
        self._request_timer = self._timer(self._request_timer, REQUEST_TIMEOUT_S, expected)

    def expect_reading(self, expected: bool) -> None:
        """Start the timer when output waits for the client to read it."""
        self._write_timer = self._timer(self._write_timer, WRITE_TIMEOUT_S, expected)

    def expect_reading_if_closing(self) -> None:
        """A connection that is closing ends only once everything is sent."""
        if self.transport.is_closing():
            self.expect_reading(True)

    def _timer(
        self, timer: asyncio.TimerHandle | None, seconds: float, runs: bool
    ) -> asyncio.TimerHandle | None:
        if runs:
            loop = asyncio.get_running_loop()
            return timer or loop.call_later(seconds, self.transport.abort)
        if timer:
            timer.cancel()
        return None

    def pause_writing(self) -> None:
        super().pause_writing()
        self.expect_reading(True)

    def resume_writing(self) -> None:
        self.expect_reading(False)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.expect_request(False)
        self.expect_reading(False)
        if counted := self._counted():
            config, address = counted
            config.open_connections[address] -= 1
            if not config.open_connections[address]:
                del config.open_connections[address]
        super().connection_lost(exc)


class _HttpConnection(ConnectionGuards, H11Protocol):
    """h11 rather than httptools, because it tells whether part of a request is missing."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.count_connection()
        self._update_guard()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._update_guard()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._update_guard()

    def _update_guard(self) -> None:
        is_websocket = self.transport.get_protocol() is not self
        state = self.conn.their_state
        begun = state is h11.IDLE and self.timeout_keep_alive_task is None
        self.expect_request(not is_websocket and (begun or state is h11.SEND_BODY))
        self.expect_reading_if_closing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.expect_reading_if_closing()


class _WebSocketConnection(ConnectionGuards, WebSocketsSansIOProtocol):
    """When the server stops, it closes with `reconnect`, so that clients reconnect."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.expect_reading_if_closing()

    def shutdown(self) -> None:
        if self.conn.state is State.OPEN:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})
            self.conn.send_close(GOING_AWAY, "reconnect")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self.expect_reading_if_closing()
        elif self.close_sent or self.conn.state is State.CONNECTING:
            super().shutdown()
