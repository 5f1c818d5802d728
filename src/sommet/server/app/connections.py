"""Uvicorn's HTTP and WebSocket connections, with timeouts and a limit per client.

Connections from a trusted proxy carry many clients, so they are not limited.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from sommet.server.auth.rate_limit import rate_limit_key
from sommet.server.live.subscriber import TRANSPORT_KEY

__all__ = ["HttpConnection", "ServerConfig", "WebSocketConnection"]

REQUEST_TIMEOUT_S = 10.0
"""How long a request may take to arrive, headers and body."""
WRITE_TIMEOUT_S = 60.0
"""How long a client may leave sent data unread."""
GOING_AWAY, NOT_UTF8 = 1001, 1007
MAX_BATCH = 64
"""Messages sent in one write."""
TEXT_FRAME = 0x81
"""First byte of an unfragmented text frame."""


class ServerConfig(uvicorn.Config):
    """Uvicorn's configuration, plus the number of connections per client."""

    def __init__(self, app: Any, *, max_connections_per_client: int, **more: Any) -> None:
        super().__init__(app, http=HttpConnection, ws=WebSocketConnection, **more)
        self.max_connections_per_client = max_connections_per_client
        self.open_connections: Counter[str] = Counter()
        """Open connections per client address."""


class _Deadline:
    """Aborts a connection after a while, unless cancelled."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, transport: asyncio.Transport) -> None:
        """Start the timer; if it is running, leave it."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _CountedConnection(asyncio.Protocol):
    """Counts itself per client, and ends when the client stops reading."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    config: uvicorn.Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._write_deadline = _Deadline()
        super().connection_made(transport)
        self._count(1)

    def _count(self, more: int) -> int:
        """Add `more` to the number of connections from this client, and return it. Every connection
        that was made is lost exactly once, whoever ends it."""
        if self.client is None or not isinstance(self.config, ServerConfig):
            return 0
        open_connections, place = self.config.open_connections, rate_limit_key(self.client[0])
        open_connections[place] += more
        if open_connections[place] <= 0:
            del open_connections[place]
        return open_connections[place]

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_deadline.set(WRITE_TIMEOUT_S, self.transport)

    def resume_writing(self) -> None:
        self._write_deadline.cancel()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._write_deadline.cancel()
        self._count(-1)
        super().connection_lost(exc)


class HttpConnection(_CountedConnection, H11Protocol):
    """An HTTP connection. It ends when a request is too slow or its response is not read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._request_deadline = _Deadline()
        super().connection_made(cast(asyncio.Transport, transport))
        if self._exceeds_limit():
            self.transport.abort()
        else:
            self._update_deadline()

    def _exceeds_limit(self) -> bool:
        config = self.config
        if self.client is None or not isinstance(config, ServerConfig):
            return False
        host = self.client[0]
        if isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts:
            return False
        return self._count(0) > config.max_connections_per_client

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._count(-1)  # the WebSocket connection has counted itself

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._update_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._update_deadline()

    def _update_deadline(self) -> None:
        """Run the deadline while part of a request is missing; new bytes don't extend it."""
        if self.transport.get_protocol() is not self:  # upgraded to a WebSocket
            self._request_deadline.cancel()
            return
        state = self.conn.their_state
        begun = state is h11.IDLE and self.timeout_keep_alive_task is None
        if begun or state is h11.SEND_BODY:
            self._request_deadline.set(REQUEST_TIMEOUT_S, self.transport)
        else:
            self._request_deadline.cancel()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        # It closes once everything is sent, which a client that doesn't read would delay forever.
        self._write_deadline.set(WRITE_TIMEOUT_S, self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_deadline.cancel()
        super().connection_lost(exc)


class WebSocketConnection(_CountedConnection, WebSocketsSansIOProtocol):
    """A WebSocket with a fast path: frequent messages bypass the ASGI queue.

    When the server stops, it closes with `reconnect`, so that clients reconnect.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._outbox: list[bytes] = []
        self._on_text: Callable[[str], None] | None = None

    async def run_asgi(self) -> None:
        self.scope["state"][TRANSPORT_KEY] = self
        await super().run_asgi()

    # --- sending -----------------------------------------------------------------------------

    @property
    def _is_open(self) -> bool:
        return not (self.close_sent or self.disconnected) and self.conn.state is State.OPEN

    def send_text(self, text: bytes) -> bool:
        if not self.writable.is_set() or len(self._outbox) >= MAX_BATCH or not self._is_open:
            return False
        if not self._outbox:
            self.loop.call_soon(self._flush)
        self._outbox.append(text)
        return True

    def _flush(self) -> None:
        """Send the queued messages in one write."""
        texts, self._outbox = self._outbox, []
        if texts and self._is_open:
            parts = [part for text in texts for part in (_frame_header(text), text)]
            self.transport.write(b"".join(parts))

    async def send(self, message: Any) -> None:
        self._flush()
        await super().send(message)

    # --- receiving ---------------------------------------------------------------------------

    def listen(self, on_message: Callable[[str], None]) -> None:
        self._on_text = on_message

    def send_receive_event_to_app(self) -> None:
        """Deliver a complete message. Messages that arrived before `listen` come first."""
        if self._on_text is None or not self.queue.empty() or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(NOT_UTF8)
            self.handle_parser_exception()
            return
        if self._is_open:
            self._on_text(text)

    def pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()

    def shutdown(self) -> None:
        self._flush()
        if self.close_sent or not self.handshake_complete:
            super().shutdown()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})
        self.conn.send_close(GOING_AWAY, "reconnect")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()


def _frame_header(text: bytes) -> bytes:
    """The header of an unfragmented text frame (RFC 6455, 5.2); servers don't mask."""
    length = len(text)
    if length < 126:
        return bytes((TEXT_FRAME, length))
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, 126, length)
    return struct.pack("!BBQ", TEXT_FRAME, 127, length)
