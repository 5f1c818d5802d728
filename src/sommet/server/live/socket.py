"""The socket: one connection at one table, from its greeting to its end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from sommet.core.errors import SommetError
from sommet.server.entrance import InHouse, TableId, client_of, person_of, same_origin
from sommet.server.house import House
from sommet.server.live.asking import answer
from sommet.server.live.messages import (
    Acknowledged,
    Ask,
    Hello,
    Ping,
    Trouble,
    parse,
)
from sommet.server.live.room import Room
from sommet.server.live.visitor import Visitor
from sommet.server.refusals import Refusal, broken, foreign_page, refused, too_often
from sommet.server.store import StoreTrouble

__all__ = ["live"]

PATIENCE = 10.0
"""Seconds for which a connection may keep us waiting for its greeting."""
PINGS = 15.0
"""Seconds between two pings; who leaves two of them without an answer is gone."""
MESSAGE = 16 * 1024
"""Bytes that a message may have."""
ENOUGH = 50
"""Messages over the limit after which a connection is cut."""

GOING_AWAY, POLICY = 1001, 1008


@websocket("/live/{id:str}")
async def live(socket: WebSocket[Any, Any, Any], house: InHouse, id: TableId) -> None:
    """Sit at a table, or watch it."""
    client = client_of(socket)
    try:
        if not same_origin(house.settings, dict(socket.headers)):
            raise foreign_page()
        house.doors.enter(client)
    except Refusal as refusal:
        await _turn_away(socket, refusal)
        return
    try:
        person = await person_of(house, socket)
        room = await house.rooms.get(id)
    except SommetError as refusal:
        house.doors.leave(client)
        await _turn_away(socket, refusal)
        return
    visitor = Visitor(person)
    try:
        await socket.accept()
        await _visit(socket, house, room, visitor)
    except SommetError as refusal:
        await _hang_up(socket, refusal)
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass  # gone without a word
    finally:
        house.doors.leave(client)


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
    socket: WebSocket[Any, Any, Any], house: House, room: Room, visitor: Visitor
) -> None:
    hello = await _greeting(socket)
    if hello is None:
        return
    if visitor.person:
        visitor.muted = await house.people.muted_by(visitor.person.id)
    await room.catch_up()  # they may have sat down at another process a moment ago
    room.admit(visitor, hello.after, hello.lift)
    house.soon(room.note(visitor.person, True))
    writer = asyncio.create_task(_write(socket, visitor))
    pinger = asyncio.create_task(_ping(house, visitor))
    try:
        await _read(socket, house, room, visitor)
    finally:
        pinger.cancel()
        writer.cancel()
        room.dismiss(visitor)
        house.soon(room.note(visitor.person, False))


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


async def _ping(house: House, visitor: Visitor) -> None:
    """Measure the connection; who does not answer is gone, whatever the network believes."""
    number = 0
    while len(visitor.pings) < 2:
        await asyncio.sleep(0.5 if number == 0 else PINGS)
        number += 1
        visitor.pings[str(number)] = house.now()
        visitor.tell(Ping(str(number), round(visitor.lag, 3)))
    visitor.leave()


async def _read(
    socket: WebSocket[Any, Any, Any], house: House, room: Room, visitor: Visitor
) -> None:
    bucket, over = house.doors.messages(), 0
    while over < ENOUGH:
        text = await socket.receive_data(mode="text")
        house.figures.messages += 1
        if not bucket.take(house.now()):
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
        await _follow(house, room, visitor, message)
    visitor.leave()


async def _follow(house: House, room: Room, visitor: Visitor, message: Any) -> None:
    """Do what a message asks, or say why not. Nothing that a client sends ends the room."""
    began = house.now()
    id = getattr(message, "id", "")
    try:
        if isinstance(message, Ask):
            await answer(house, room, visitor, message)
        else:
            number = await room.carry_out(visitor.person, message, visitor.lag)
            visitor.tell(Acknowledged(id, number))
            house.figures.took(house.now() - began)
    except SommetError as error:
        house.figures.refusals[error.code] += 1
        visitor.tell(Trouble(refused(error), id))
    except Exception as error:
        house.notes.error("broken", error=type(error).__name__, message=type(message).__name__)
        visitor.tell(Trouble(refused(broken()), id))
