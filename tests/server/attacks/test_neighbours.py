"""Somebody at another table, behind the same address, must not keep a player from moving."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress

import pytest
import websockets

from tests.server.attacks.attacker import new_address, new_game_of_two, open_live, text_frame
from tests.server.clients import LiveConnection
from tests.server.services import Process

pytestmark = pytest.mark.anyio

CROWD = 30
"""Connections of the neighbour. Together they send more than one address may."""
MESSAGES = 60
ADAS_MESSAGES = 15
HANDSHAKES = 400


def flood(crowd: list[socket.socket]) -> None:
    for wire in crowd:
        wire.sendall(text_frame({"kind": "ping", "id": "1"}) * MESSAGES)


async def test_a_neighbour_cannot_have_a_players_messages_refused(server: Process) -> None:
    address = new_address()
    table, ada, bob = await new_game_of_two(server.url, addresses=(address, new_address()))
    other, carol, dan = await new_game_of_two(server.url)
    crowd = [open_live(server.url, other, address) for _ in range(CROWD)]
    async with ada.at(table) as live:
        position = (await live.until("welcome"))["frame"]["position"]
        flood(crowd[: CROWD // 2])
        for number in range(ADAS_MESSAGES):
            await live.send("sketch", id=str(number))
        await live.send("play", id="move", move="1a1", position=position)
        flood(crowd[CROWD // 2 :])
        message = await live.next()
        while message.get("id") != "move":
            assert message["kind"] != "refused", message
            message = await live.next()
        assert message["kind"] == "ack"
    for wire in crowd:
        wire.close()
    for guest in (ada, bob, carol, dan):
        await guest.close()


async def answers_before(live: LiveConnection, last: str) -> int:
    """How many answers and refusals come before the answer with this id."""
    count = 0
    async with asyncio.timeout(60):
        while (message := json.loads(await live.connection.recv())).get("id") != last:
            count += message["kind"] in ("pong", "refused")
    return count


async def test_answering_a_ping_costs_nothing(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url)
    async with ada.at(table) as live:
        async with asyncio.timeout(60):
            while (ping := json.loads(await live.connection.recv()))["kind"] != "ping":
                pass
        sent = 120  # more than the connection may send at once
        for number in range(sent):
            await live.send("ping", id=str(number))
        await live.send("pong", id=ping["id"])
        await asyncio.sleep(1.0)
        await live.send("ping", id="last")
        assert await answers_before(live, "last") == sent, "the pong is not refused"
    for guest in (ada, bob):
        await guest.close()


async def refusal_code(url: str, address: str) -> str:
    """The code with which a handshake for a table that doesn't exist is refused."""
    place = url.replace("http", "ws", 1)
    with suppress(OSError, websockets.WebSocketException, TimeoutError):
        async with websockets.connect(
            f"{place}/live/nowhere", local_addr=(address, 0), open_timeout=60
        ) as connection:
            return str(json.loads(await connection.recv())["refused"]["code"])
    return ""


async def test_handshakes_are_limited_before_anything_is_looked_up(server: Process) -> None:
    address = new_address()
    table, ada, bob = await new_game_of_two(server.url, addresses=(address, new_address()))
    async with bob.at(table) as bobs:
        await bobs.until("welcome")
        codes: set[str] = set()
        for _ in range(HANDSHAKES // 50):
            codes |= set(
                await asyncio.gather(*(refusal_code(server.url, address) for _ in range(50)))
            )
        assert "rate_limited" in codes, codes
        async with ada.at(table) as live:
            assert await live.until("welcome"), "a player at a running table still gets in"
    for guest in (ada, bob):
        await guest.close()
