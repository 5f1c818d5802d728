"""Connections as the server takes them: one that keeps us waiting is ended, and nobody has too
many. Behind a proxy it is the proxy's connections that are counted by address, so they are not."""

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
from sommet.server.live.subscriber import WIRE

__all__ = ["Config", "HttpConnection", "WebSocketConnection"]

REQUEST = 10.0
"""Seconds that a request may take to arrive, headers and body."""
READING = 60.0
"""Seconds for which somebody may read nothing of what is sent to them."""
GOING_AWAY, NOT_UTF8 = 1001, 1007
TOGETHER = 64
"""How many messages are sent in one go at most."""
TEXT = 0x81
"""The first byte of a text that is whole."""


class Config(uvicorn.Config):
    """What uvicorn is told, and how many connections one address may have."""

    def __init__(self, app: Any, *, connections_a_client: int, **more: Any) -> None:
        super().__init__(app, http=HttpConnection, ws=WebSocketConnection, **more)
        self.connections_a_client = connections_a_client
        self.there: Counter[str] = Counter()
        """How many connections there are, by where they come from."""


class _Deadline:
    """The moment at which a connection ends, unless it is called off before."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, transport: asyncio.Transport) -> None:
        """One that is set already stays."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Reader(asyncio.Protocol):
    """Somebody who must read what is sent to them."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    config: uvicorn.Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._unread = _Deadline()
        super().connection_made(transport)
        self._count(1)

    def _count(self, more: int) -> int:
        """How many connections there are from where this one comes from, with so many more. Every
        one that was made is lost once, whoever ends it."""
        if self.client is None or not isinstance(self.config, Config):
            return 0
        there, place = self.config.there, rate_limit_key(self.client[0])
        there[place] += more
        if there[place] <= 0:
            del there[place]
        return there[place]

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.set(READING, self.transport)

    def resume_writing(self) -> None:
        self._unread.call_off()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.call_off()
        self._count(-1)
        super().connection_lost(exc)


class HttpConnection(_Reader, H11Protocol):
    """Ends when a request does not arrive in time, or when its answer is not read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._patience = _Deadline()
        super().connection_made(cast(asyncio.Transport, transport))
        if self._too_many():
            self.transport.abort()
        else:
            self._wait()

    def _too_many(self) -> bool:
        config = self.config
        if self.client is None or not isinstance(config, Config):
            return False
        host = self.client[0]
        if isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts:
            return False
        return self._count(0) > config.connections_a_client

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._count(-1)  # it is a live connection's now, which has been counted

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def _wait(self) -> None:
        """Wait for the rest of a request, if some is owed; bytes that drip in win no time."""
        if self.transport.get_protocol() is not self:  # it has become a live connection
            self._patience.call_off()
            return
        state = self.conn.their_state
        begun = state is h11.IDLE and self.timeout_keep_alive_task is None
        if begun or state is h11.SEND_BODY:
            self._patience.set(REQUEST, self.transport)
        else:
            self._patience.call_off()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        # It closes once all is sent, which somebody who does not read would hold up for ever.
        self._unread.set(READING, self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.call_off()
        super().connection_lost(exc)


class WebSocketConnection(_Reader, WebSocketsSansIOProtocol):
    """A wire: what is said and heard often goes no long way through the application.

    Says that one should come back when the server stops.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._saying: list[bytes] = []
        self._hear: Callable[[str], None] | None = None

    async def run_asgi(self) -> None:
        self.scope["state"][WIRE] = self
        await super().run_asgi()

    # --- saying ------------------------------------------------------------------------------

    @property
    def _open(self) -> bool:
        return not (self.close_sent or self.disconnected) and self.conn.state is State.OPEN

    def say(self, text: bytes) -> bool:
        if not self.writable.is_set() or len(self._saying) >= TOGETHER or not self._open:
            return False
        if not self._saying:
            self.loop.call_soon(self._send)
        self._saying.append(text)
        return True

    def _send(self) -> None:
        """Send what was said, in one go."""
        said, self._saying = self._saying, []
        if said and self._open:
            self.transport.write(b"".join([part for text in said for part in (_head(text), text)]))

    async def send(self, message: Any) -> None:
        self._send()
        await super().send(message)

    # --- hearing -----------------------------------------------------------------------------

    def listen(self, hear: Callable[[str], None]) -> None:
        self._hear = hear

    def send_receive_event_to_app(self) -> None:
        """A message is complete. Those that came before anyone listened wait, and come first."""
        if self._hear is None or not self.queue.empty() or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(NOT_UTF8)
            self.handle_parser_exception()
            return
        if self._open:
            self._hear(text)

    def pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()

    def shutdown(self) -> None:
        self._send()
        if self.close_sent or not self.handshake_complete:
            super().shutdown()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})
        self.conn.send_close(GOING_AWAY, "come_back")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()


def _head(text: bytes) -> bytes:
    """What stands before a whole text on a WebSocket (RFC 6455, 5.2); servers mask nothing."""
    length = len(text)
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, length)
    return struct.pack("!BBQ", TEXT, 127, length)
