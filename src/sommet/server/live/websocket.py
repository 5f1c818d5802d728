"""The WebSocket endpoint: one connection to a table, from hello to close."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from sommet.core.errors import SommetError
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import Sessions, TableId, client_of
from sommet.server.auth.tokens import READ, bearer_token
from sommet.server.live.admission import Admission
from sommet.server.live.message_handler import DECODE_ERRORS, MAX_MESSAGE_BYTES, MessageHandler
from sommet.server.live.room import Room
from sommet.server.live.subscriber import Subscriber, encode
from sommet.server.runtime.system import System
from sommet.server.store import StoreError
from sommet.tables.refusals import Refusal, refusal_body
from sommet.wire.client_messages import VERSION, Hello, Ping, parse
from sommet.wire.server_messages import RefusedMessage

__all__ = ["live"]

HELLO_TIMEOUT_S = 10.0
"""How long to wait for the hello message."""
PING_INTERVAL_S = 15.0
"""Time between two pings; a connection that leaves two unanswered is closed."""

GOING_AWAY, POLICY = 1001, 1008
RETRYABLE_STATUSES = (429, 503)
"""Temporary refusals: the client may reconnect."""
GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""Raised when the client is gone."""


@websocket("/live/{id:str}", opt=READ)
async def live(
    socket: WebSocket[Any, Any, Any],
    sessions: NamedDependency[Sessions],
    admission: NamedDependency[Admission],
    id: TableId,
) -> None:
    """Play at a table, or watch it."""
    try:
        sessions.check_host(socket)
        sessions.check_origin(socket)
        client = client_of(socket)
        _check_handshake(socket, sessions, admission, id)
        person = await sessions.person_of(socket)
        room = await admission.rooms.get_current(id)
        budget = admission.rate_limiter.message_budget(client, person.id if person else "")
        subscriber = Subscriber(person, client, budget)
        with admission.reserve_connection(room, subscriber):
            await socket.accept()
            await _serve(socket, admission, room, subscriber)
    except SommetError as refusal:
        await _refuse_connection(socket, refusal)
    except GONE:
        pass


def _check_handshake(
    socket: WebSocket[Any, Any, Any], sessions: Sessions, admission: Admission, id: str
) -> None:
    """Apply the limits before anything is read from the database."""
    person = sessions.signed_person(socket)
    player = person if admission.rooms.is_player(id, person) else ""
    stranger = not person and bearer_token(socket) is None
    admission.rate_limiter.check_handshake(client_of(socket), player, stranger=stranger)


async def _refuse_connection(socket: WebSocket[Any, Any, Any], refusal: SommetError) -> None:
    """Accept, send the reason and close: browsers don't report why a handshake was refused.

    The close code tells clients whether they may reconnect.
    """
    passing = isinstance(refusal, StoreError) or (
        isinstance(refusal, Refusal) and refusal.status in RETRYABLE_STATUSES
    )
    with suppress(*GONE):
        if socket.connection_state == "init":
            await socket.accept()
        message = RefusedMessage(refusal_body(refusal))
        await _send_last(socket, message, GOING_AWAY if passing else POLICY, refusal.code)


async def _send_last(
    socket: WebSocket[Any, Any, Any], message: RefusedMessage, code: int, reason: str
) -> None:
    await socket.send_text(encode(message))
    await socket.close(code, reason)


async def _serve(
    socket: WebSocket[Any, Any, Any], admission: Admission, room: Room, subscriber: Subscriber
) -> None:
    hello = await _receive_hello(socket)
    if hello is None:
        return
    if hello.version < VERSION:
        await _refuse_old_version(socket)
        return
    async with admission.subscription(room, subscriber, hello):
        handler = MessageHandler(admission, room, subscriber)
        await _until_one_ends(
            _receive(socket, handler),
            handler.process_all(),
            _write(socket, subscriber),
            _ping(admission.system, subscriber),
        )


async def _refuse_old_version(socket: WebSocket[Any, Any, Any]) -> None:
    """An outdated client has no text for this, so send it in the reader's language."""
    if "origin" in socket.headers:  # only pages have an origin
        refusal = Refusal("old_page", "Sommet has been updated. Please reload this page.")
    else:
        refusal = Refusal(
            "old_program",
            "This server uses version {version} of the protocol. Please update your program.",
            version=VERSION,
        )
    words = refusal.sentence(language_of(socket))
    message = RefusedMessage(msgspec.structs.replace(refusal_body(refusal), words=words))
    await _send_last(socket, message, POLICY, refusal.code)


async def _receive_hello(socket: WebSocket[Any, Any, Any]) -> Hello | None:
    """The hello message; None after refusing anything else."""
    async with asyncio.timeout(HELLO_TIMEOUT_S):
        text = await socket.receive_data(mode="text")
    with suppress(*DECODE_ERRORS):
        if isinstance(hello := parse(text[:MAX_MESSAGE_BYTES]), Hello):
            return hello
    refusal = Refusal("hello_first", "The first message must be a hello.")
    await _send_last(socket, RefusedMessage(refusal_body(refusal)), POLICY, refusal.code)
    return None


async def _receive(socket: WebSocket[Any, Any, Any], handler: MessageHandler) -> None:
    while True:
        await handler.receive(await socket.receive_data(mode="text"))


async def _write(socket: WebSocket[Any, Any, Any], subscriber: Subscriber) -> None:
    """Send the queued messages, then close. The server aborts a connection that blocks this for
    too long."""
    with suppress(*GONE):
        while (text := await subscriber.next_message()) is not None:
            await socket.send_text(text)
            subscriber.sent()
        code = POLICY if subscriber.close_reason else GOING_AWAY
        await socket.close(code, subscriber.close_reason or "reconnect")


async def _ping(system: System, subscriber: Subscriber) -> None:
    """Measure the latency, and close a connection that does not answer."""
    for number in itertools.count(1):
        await asyncio.sleep(0.5 if number == 1 else PING_INTERVAL_S)
        subscriber.pings[str(number)] = system.now()
        subscriber.send(Ping(str(number), round(subscriber.latency, 3)))
        if len(subscriber.pings) == 2:
            subscriber.close()


async def _until_one_ends(*work: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until one ends, and cancel the others. Raises what that one raised."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
