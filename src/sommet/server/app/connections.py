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
from websockets.frames import Frame
from websockets.protocol import State

from sommet.server.auth.rate_limit import Bucket, rate_limit_key

__all__ = ["ARRIVED", "ServerConfig", "UnreadOutput"]

REQUEST_TIMEOUT_S = 10.0
"""How long a request may take to arrive, headers and body."""
WRITE_TIMEOUT_S = 30.0
"""How long a client may leave sent data unread."""
MAX_UNREAD_BYTES = 64 << 20
"""How much all clients together may leave unread. Whoever hasn't read for longest is cut off."""
FRAMES_PER_MESSAGE = 2
"""WebSocket frames that a client may send for each message within its limit."""
FRAME_BURST_S = 10.0
"""How many seconds' worth of frames may come at once."""
CHUNK_BYTES = 4096
"""How much of a WebSocket's input is parsed before its frames are counted."""
ARRIVED = "arrived"
"""Key in a request's state: when its last byte arrived, by the event loop's clock."""
GOING_AWAY = 1001


class UnreadOutput:
    """The connections whose clients have stopped reading, those that did so first in front."""

    def __init__(self, max_bytes: int = MAX_UNREAD_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes: dict[asyncio.Transport, int] = {}
        self.total = 0
        """Bytes that wait to be read."""

    def add(self, transport: asyncio.Transport) -> None:
        """Count what a connection has to send, and abort the first ones if it's too much."""
        self.discard(transport)
        self._bytes[transport] = transport.get_write_buffer_size()
        self.total += self._bytes[transport]
        while self.total > self._max_bytes:
            first = next(iter(self._bytes))
            self.discard(first)
            first.abort()

    def discard(self, transport: asyncio.Transport) -> None:
        self.total -= self._bytes.pop(transport, 0)


class ServerConfig(uvicorn.Config):
    """Uvicorn's configuration, plus limits per client."""

    def __init__(
        self, app: Any, *, max_connections_per_client: int, messages_a_second: float, **more: Any
    ) -> None:
        super().__init__(app, http=_HttpConnection, ws=_WebSocketConnection, **more)
        self.max_connections_per_client = max_connections_per_client
        self.frames_a_second = FRAMES_PER_MESSAGE * messages_a_second
        self.open_connections: Counter[str] = Counter()
        """Open connections per client address."""
        self.unread = UnreadOutput()


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

    @property
    def _limits(self) -> ServerConfig:
        return cast(ServerConfig, self.config)

    def count_connection(self) -> None:
        """Count a new connection; abort it if there are too many."""
        if (address := self._counted_as()) is None:
            return
        self._limits.open_connections[address] += 1
        if self._limits.open_connections[address] > self._limits.max_connections_per_client:
            self.transport.abort()

    def _counted_as(self) -> str | None:
        """The key under which this connection is counted, if it is."""
        if self.client is None:
            return None
        host = self.client[0]
        if isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts:
            return None
        return rate_limit_key(host)

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
        self._limits.unread.add(self.transport)

    def resume_writing(self) -> None:
        self.expect_reading(False)
        self._limits.unread.discard(self.transport)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.expect_request(False)
        self.expect_reading(False)
        self._limits.unread.discard(self.transport)
        if address := self._counted_as():
            self._limits.open_connections[address] -= 1
            if not self._limits.open_connections[address]:
                del self._limits.open_connections[address]
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

    def handle_events(self) -> None:
        super().handle_events()
        cycle: Any = self.cycle  # None before the first request, despite its annotation
        if cycle and not cycle.more_body:
            cycle.scope["state"].setdefault(ARRIVED, self.loop.time())

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
    """Frames that are no messages are limited, too: pings, pongs and fragments. When the server
    stops, it closes with `reconnect`, so that clients reconnect."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        rate = self._limits.frames_a_second
        self._frames = Bucket(rate, rate * FRAME_BURST_S)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), CHUNK_BYTES):
            if not self.transport.is_closing():
                super().data_received(data[start : start + CHUNK_BYTES])

    def _is_within_limit(self) -> bool:
        """Count a frame; abort the connection if there are too many."""
        within = self._frames.take(self.loop.time())
        if not within:
            self.transport.abort()
        return within

    def handle_text(self, event: Frame) -> None:
        if self._is_within_limit():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._is_within_limit():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_within_limit():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._is_within_limit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_within_limit():
            super().handle_pong(event)

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
