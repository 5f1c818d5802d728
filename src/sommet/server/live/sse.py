"""Server-sent events: a read-only stream of everything that happens at a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request
from litestar.response import ServerSentEvent
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from sommet.server.live.admission import Admission
from sommet.server.live.room import Room
from sommet.server.live.subscriber import Subscriber
from sommet.server.live.tasks import WRITE_TIMEOUT_S, until_one_ends
from sommet.server.store.people import Person

__all__ = ["EventStream"]

KEEPALIVE_INTERVAL_S = 15.0
"""Time between two keep-alive comments: writing is the only way to detect a dead connection."""


class _Numbered(msgspec.Struct):
    sequence: int | None = None


_number = msgspec.json.Decoder(_Numbered).decode


class EventStream(ServerSentEvent):
    """Reserves nothing before the response starts, and releases everything when it ends, so that a
    request that is reset before its first byte leaves nothing behind."""

    def __init__(
        self,
        admission: Admission,
        room: Room,
        person: Person | None,
        client: str,
        after: int | None,
    ) -> None:
        super().__init__("", headers={"Cache-Control": "private, no-store"})
        self._admission = admission
        self._room = room
        self._subscriber = Subscriber(person)
        self._client = client
        self._after = after

    def to_asgi_response(
        self, app: Any, request: Request[Any, Any, Any], **more: Any
    ) -> ASGIResponse:
        headers = {**(more.get("headers") or {}), **self.headers}
        return _Stream(self, headers=headers, media_type=self.media_type, status_code=200)

    async def listen(self, answer: _Stream, receive: Receive, send: Send) -> None:
        admission, room, subscriber = self._admission, self._room, self._subscriber
        with admission.reserve_connection(room, subscriber.person, self._client):
            async with admission.subscription(room, subscriber, self._after):
                await answer.start_response(send)
                with suppress(TimeoutError, OSError):  # the client is gone
                    await until_one_ends(_write_messages(subscriber, send), _gone(receive))


class _Stream(ASGIResponse):
    _should_set_content_length = False

    def __init__(self, listening: EventStream, **more: Any) -> None:
        super().__init__(**more)
        self._listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._listening.listen(self, receive, send)


async def _write_messages(subscriber: Subscriber, send: Send) -> None:
    """Write the subscriber's messages; gives up on a connection that blocks for too long."""
    more = True
    while more:
        try:
            async with asyncio.timeout(KEEPALIVE_INTERVAL_S):
                text = await subscriber.queue.get()
        except TimeoutError:
            body = b": here\r\n\r\n"
        else:
            more = text is not None
            body = b"" if text is None else _event(text)
        async with asyncio.timeout(WRITE_TIMEOUT_S):
            await send({"type": "http.response.body", "body": body, "more_body": more})


def _event(text: bytes) -> bytes:
    """A message as a server-sent event. Its id lets a returning client continue after it."""
    number = _number(text).sequence
    id = b"" if number is None else f"id: {number}\r\n".encode()
    return id + b"data: " + text + b"\r\n\r\n"


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
