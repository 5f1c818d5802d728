"""The socket: one connection at one table, from its greeting to its end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from sommet.core.errors import SommetError
from sommet.core.words import explained
from sommet.server.live.answers import Answers
from sommet.server.live.messages import (
    VERSION,
    Acknowledged,
    Ask,
    Hello,
    Incoming,
    Ping,
    Trouble,
    parse,
)
from sommet.server.live.room import Room
from sommet.server.live.rooms import Rooms
from sommet.server.live.visitor import Visitor
from sommet.server.people.entrance import Entrance, TableId, client_of
from sommet.server.people.language import language_of
from sommet.server.people.limits import Doors
from sommet.server.process.background import Background
from sommet.server.process.fate import Fate
from sommet.server.process.metrics import Metrics
from sommet.server.process.notes import Notes
from sommet.server.refusals import Refusal, broken, foreign_page, refused, too_often
from sommet.server.store import StoreTrouble
from sommet.server.store.people import People

__all__ = ["Reception", "live"]

PATIENCE = 10.0
"""Seconds for which a connection may keep us waiting for its greeting."""
PINGS = 15.0
"""Seconds between two pings; who leaves two of them without an answer is gone."""
LAST_WORDS = 0.5
"""Seconds in which a page of an older edition says what it had under way."""
MESSAGE = 16 * 1024
"""Bytes that a message may have."""
ENOUGH = 50
"""Messages over the limit after which a connection is cut."""

GOING_AWAY, POLICY = 1001, 1008


@dataclass(frozen=True)
class Reception:
    """What connections are received with."""

    rooms: Rooms
    answers: Answers
    people: People
    doors: Doors
    background: Background
    metrics: Metrics
    notes: Notes
    fate: Fate


@websocket("/live/{id:str}")
async def live(
    socket: WebSocket[Any, Any, Any],
    entrance: NamedDependency[Entrance],
    reception: NamedDependency[Reception],
    id: TableId,
) -> None:
    """Sit at a table, or watch it."""
    client = client_of(socket)
    try:
        if not entrance.same_origin(dict(socket.headers)):
            raise foreign_page()
        reception.doors.enter(client)
    except Refusal as refusal:
        await _turn_away(socket, refusal)
        return
    try:
        person = await entrance.person_of(socket)
        room = await reception.rooms.get(id)
    except SommetError as refusal:
        reception.doors.leave(client)
        await _turn_away(socket, refusal)
        return
    visitor = Visitor(person)
    try:
        await socket.accept()
        await _visit(socket, reception, room, visitor)
    except SommetError as refusal:
        await _hang_up(socket, refusal)
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass  # gone without a word
    finally:
        reception.doors.leave(client)


async def _turn_away(socket: WebSocket[Any, Any, Any], refusal: SommetError) -> None:
    """Say why before hanging up: a browser shows no reason for a refused handshake."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        await _hang_up(socket, refusal)


async def _hang_up(socket: WebSocket[Any, Any, Any], refusal: SommetError) -> None:
    """Who only met a trouble of the database may come back."""
    code = GOING_AWAY if isinstance(refusal, StoreTrouble) else POLICY
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_data(_encode(Trouble(refused(refusal))), encoding="utf-8")
        await socket.close(code=code, reason=refusal.code)


_encode = msgspec.json.Encoder().encode


async def _visit(
    socket: WebSocket[Any, Any, Any], reception: Reception, room: Room, visitor: Visitor
) -> None:
    hello = await _greeting(socket)
    if hello is None:
        return
    visitor.wants_whole = hello.version < VERSION
    if visitor.wants_whole and "origin" in socket.headers:
        await _last_words(socket, reception, room, visitor)
        await _ask_to_reload(socket)
        return
    if visitor.person:
        visitor.muted = await reception.people.muted_by(visitor.person.id)
    await room.catch_up()  # they may have sat down at another process a moment ago
    room.admit(visitor, hello.after, hello.lift)
    reception.background.soon(room.note(visitor.person, True))
    writer = asyncio.create_task(_write(socket, visitor))
    pinger = asyncio.create_task(_ping(reception.fate, visitor))
    try:
        await _read(socket, reception, room, visitor)
    finally:
        pinger.cancel()
        writer.cancel()
        room.dismiss(visitor)
        reception.background.soon(room.note(visitor.person, False))


async def _ask_to_reload(socket: WebSocket[Any, Any, Any]) -> None:
    """It has no words of its own for this: we say it in the language that its reader chose."""
    renewed = Refusal("old_page", "The table has been renewed: please reload this page.")
    words = explained(renewed, language_of(socket))
    trouble = Trouble(msgspec.structs.replace(refused(renewed), words=words))
    await socket.send_data(_encode(trouble), encoding="utf-8")
    await socket.close(code=POLICY, reason=renewed.code)


async def _last_words(
    socket: WebSocket[Any, Any, Any], reception: Reception, room: Room, visitor: Visitor
) -> None:
    """A page of an older edition (programs name no origin) cannot go on, but what it had under way
    is carried out: it sends that again as soon as it has greeted."""
    bucket = reception.doors.messages()
    with suppress(TimeoutError, msgspec.DecodeError, UnicodeError):
        async with asyncio.timeout(LAST_WORDS):
            while bucket.take(reception.fate.now()):
                message = parse((await socket.receive_data(mode="text"))[:MESSAGE])
                if not isinstance(message, Ask):
                    with suppress(SommetError):
                        await room.carry_out(visitor.person, message, visitor.lag)


async def _greeting(socket: WebSocket[Any, Any, Any]) -> Hello | None:
    """The first message, or None after a word about what it should have been."""
    async with asyncio.timeout(PATIENCE):
        text = await socket.receive_data(mode="text")
    with suppress(msgspec.DecodeError, UnicodeError):
        if isinstance(hello := parse(text[:MESSAGE]), Hello):
            return hello
    trouble = Refusal("hello_first", "The first message is a hello, and only the first.")
    await socket.send_data(_encode(Trouble(refused(trouble))), encoding="utf-8")
    await socket.close(code=POLICY, reason="hello_first")
    return None


async def _write(socket: WebSocket[Any, Any, Any], visitor: Visitor) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await visitor.queue.get()) is not None:
            await socket.send_data(text, mode="text", encoding="utf-8")
        await socket.close(code=GOING_AWAY, reason="come_back")


async def _ping(fate: Fate, visitor: Visitor) -> None:
    """Measure the connection; who does not answer is gone, whatever the network believes."""
    number = 0
    while len(visitor.pings) < 2:
        await asyncio.sleep(0.5 if number == 0 else PINGS)
        number += 1
        visitor.pings[str(number)] = fate.now()
        visitor.tell(Ping(str(number), round(visitor.lag, 3)))
    visitor.leave()


async def _read(
    socket: WebSocket[Any, Any, Any], reception: Reception, room: Room, visitor: Visitor
) -> None:
    bucket, over = reception.doors.messages(), 0
    while over < ENOUGH:
        text = await socket.receive_data(mode="text")
        reception.metrics.messages += 1
        if not bucket.take(reception.fate.now()):
            over += 1
            visitor.tell(Trouble(refused(too_often())))
            continue
        try:
            if len(text) > MESSAGE:
                raise Refusal("long_message", "A message has at most {most} bytes.", most=MESSAGE)
            message = parse(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            why = str(error)[:200]
            trouble = Refusal("no_message", "This message cannot be read: {why}", why=why)
            visitor.tell(Trouble(refused(trouble)))
            continue
        except Refusal as refusal:
            visitor.tell(Trouble(refused(refusal)))
            continue
        await _follow(reception, room, visitor, message)
    visitor.leave()


async def _follow(reception: Reception, room: Room, visitor: Visitor, message: Incoming) -> None:
    """Do what a message asks, or say why not. Nothing that a client sends ends the room."""
    began = reception.fate.now()
    id = getattr(message, "id", "")
    try:
        if isinstance(message, Ask):
            await reception.answers.answer(room, visitor, message)
        else:
            number = await room.carry_out(visitor.person, message, visitor.lag)
            visitor.tell(Acknowledged(id, number))
            reception.metrics.took(reception.fate.now() - began)
    except SommetError as error:
        reception.metrics.refusals[error.code] += 1
        visitor.tell(Trouble(refused(error), id))
    except Exception as error:
        reception.notes.error("broken", error=type(error).__name__, message=type(message).__name__)
        visitor.tell(Trouble(refused(broken()), id))
