"""Handles the messages of one connection, from receipt to reply."""

from __future__ import annotations

import asyncio

import msgspec

from sommet.core.errors import SommetError
from sommet.server.live.admission import Admission
from sommet.server.live.room import Room
from sommet.server.live.subscriber import Subscriber
from sommet.server.refusals import internal_error, rate_limited
from sommet.server.runtime.structured_log import error_trace
from sommet.tables.refusals import Refusal, refusal_body
from sommet.wire.client_messages import ClientMessage, Ping, Pong, Query, parse
from sommet.wire.server_messages import Acknowledged, RefusedMessage

__all__ = ["DECODE_ERRORS", "MAX_MESSAGE_BYTES", "MessageHandler"]

MAX_MESSAGE_BYTES = 16 * 1024
"""Maximum size of a message."""
MAX_PONG_LENGTH = 200
"""No pong is longer."""
MAX_PENDING_MESSAGES = 64
"""Number of unprocessed messages after which no more are received from a connection."""
DECODE_ERRORS = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The errors that parsing an invalid message raises."""
MAX_EXCESS_MESSAGES = 50
"""Messages over the rate limit after which a connection is closed."""


class MessageHandler:
    """Receives messages as they arrive and processes them in order, in two tasks.

    Clocks count until a message arrived, not until it is processed. Pings measure the network, so
    they are answered at once.
    """

    def __init__(self, admission: Admission, room: Room, subscriber: Subscriber) -> None:
        self._admission = admission
        self._room = room
        self._subscriber = subscriber
        self._excess = 0
        self._pending: asyncio.Queue[tuple[float, ClientMessage]] = asyncio.Queue(
            MAX_PENDING_MESSAGES
        )

    async def receive(self, text: str) -> None:
        """Queue a message, and wait while many are pending. Ignored once the connection has sent
        too many."""
        if self._excess >= MAX_EXCESS_MESSAGES:
            return
        arrived = self._admission.system.now()
        self._admission.metrics.messages.inc()
        if self._is_awaited_pong(text, arrived):
            return
        try:
            self._check_rate(arrived)
            message = _read(text)
        except Refusal as refusal:
            self._subscriber.send(RefusedMessage(refusal_body(refusal)))
            return
        if isinstance(message, Ping):
            self._subscriber.send(Pong(message.id, arrived))
            return
        if isinstance(message, Pong):  # nobody asked
            return
        self._subscriber.arrivals.append(arrived)
        await self._pending.put((arrived, message))

    def _is_awaited_pong(self, text: str, arrived: float) -> bool:
        """Whether a message answers our ping, which costs nothing; it measures the latency."""
        pings = self._subscriber.pings
        if not pings or len(text) > MAX_PONG_LENGTH:
            return False
        try:
            message = parse(text)
        except DECODE_ERRORS:
            return False
        if not isinstance(message, Pong) or message.id not in pings:
            return False
        self._subscriber.latency = max(0.0, arrived - pings[message.id])
        pings.clear()
        return True

    def _check_rate(self, arrived: float) -> None:
        player = self._room.audience.is_player(self._subscriber.person)
        if self._subscriber.budget.take(arrived, player=player):
            return
        self._excess += 1
        if self._excess >= MAX_EXCESS_MESSAGES:
            self._subscriber.close()
        raise rate_limited()

    async def process_all(self) -> None:
        while True:
            arrived, message = await self._pending.get()
            await self._process(arrived, message)
            self._subscriber.arrivals.popleft()

    async def _process(self, arrived: float, message: ClientMessage) -> None:
        """Execute a message, or report why not. No message may break the room."""
        admission, subscriber = self._admission, self._subscriber
        if subscriber.close_reason:  # closed for a reason: ignore the rest
            return
        id = getattr(message, "id", "")
        try:
            if isinstance(message, Query):
                await subscriber.until_sent()  # whoever reads no answers gets no more
                await admission.query_handler.answer(self._room, subscriber, message)
            else:
                number = await self._room.execute(
                    subscriber.person, message, subscriber.latency, arrived
                )
                subscriber.send(Acknowledged(id, number))
                admission.metrics.commands.observe(admission.system.now() - arrived)
        except SommetError as error:
            admission.metrics.refusals.labels(error.code).inc()
            subscriber.send(RefusedMessage(refusal_body(error), id))
        except Exception as error:
            kind = type(message).__name__
            admission.logger.error("internal_error", message=kind, **error_trace(error))
            subscriber.send(RefusedMessage(refusal_body(internal_error()), id))


def _read(text: str) -> ClientMessage:
    """Parse a message; refuses an invalid one."""
    if len(text) > MAX_MESSAGE_BYTES:
        raise Refusal(
            "long_message", "A message can have at most {most} bytes.", most=MAX_MESSAGE_BYTES
        )
    try:
        return parse(text)
    except DECODE_ERRORS as error:
        why = str(error)[:200]
        raise Refusal("no_message", "This message can't be read: {why}", why=why) from None
