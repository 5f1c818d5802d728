"""Thinking for free: a request that is opened early and finished late, and latency that isn't
there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from tests.server.attacks.attacker import new_game_of_two
from tests.server.clients import Guest, LiveConnection
from tests.server.services import Process

pytestmark = pytest.mark.anyio

THOUGHT_S = 2.0
"""How long Bob thinks while his request is under way."""
QUICK_THOUGHT_S = 0.4
ADAS_MOVES = ("1a1", "1c1", "1a3", "1c3", "1b4", "1d4")
BOBS_MOVES = ("1b1", "1d1", "1b3", "1d3", "1a2", "1c2")


def play(position: int) -> str:
    command = {"kind": "play", "id": "early", "move": BOBS_MOVES[0], "position": position}
    return json.dumps(command)


def halves(way: str, body: str) -> tuple[str, str]:
    """The headers that say how a body will come, with what can be sent before thinking; then the
    rest, which contains the move."""
    match way:
        case "a body after its headers":
            return f"Content-Length: {len(body)}\r\n\r\n", body
        case "all but the last byte":
            return f"Content-Length: {len(body)}\r\n\r\n{body[:-1]}", body[-1:]
        case "chunks":
            return "Transfer-Encoding: chunked\r\n\r\n", f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"
        case _:
            return f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n", body


WAYS = (
    "a body after its headers",
    "all but the last byte",
    "chunks",
    "a body that must be awaited",
)


async def seconds_spent(server: Process, way: str) -> float:
    """What Bob's clock counts if he thinks between the two halves of his request."""
    table, ada, bob = await new_game_of_two(server.url, clock={"kind": "total", "seconds": 60})
    position = (await ada.request("GET", f"/api/tables/{table}"))["frame"]["position"]
    cookies = "; ".join(f"{name}={value}" for name, value in bob.browser.cookies.items())
    first, second = halves(way, play(position + 1))
    place = urlsplit(server.url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    request = f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: here\r\nCookie: {cookies}\r\n"
    async with ada.at(table) as live:
        await live.until("welcome")
        writer.write((request + "Content-Type: application/json\r\n" + first).encode())
        await writer.drain()
        await live.play(ADAS_MOVES[0], position)
        await asyncio.sleep(THOUGHT_S)
        writer.write(second.encode())
        await writer.drain()
        async with asyncio.timeout(60):
            while b" 200 " not in await reader.readline():
                pass
        spent = float((await live.event("moved"))["event"].get("spent", 0.0))
    writer.close()
    for guest in (ada, bob):
        await guest.close()
    return spent


async def test_a_move_over_http_arrives_with_its_last_byte(server: Process) -> None:
    found = await asyncio.gather(*(seconds_spent(server, way) for way in WAYS))
    spent = dict(zip(WAYS, found, strict=True))
    assert min(spent.values()) > THOUGHT_S / 2, spent


async def test_a_message_in_fragments_arrives_with_the_last_one(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url, clock={"kind": "total", "seconds": 60})
    async with ada.at(table) as live, bob.at(table) as bobs:
        position = (await live.until("welcome"))["frame"]["position"]
        text, moved = play(position + 1), asyncio.Event()

        async def fragments() -> AsyncIterator[str]:
            yield text[:-1]
            await moved.wait()
            await asyncio.sleep(THOUGHT_S)
            yield text[-1:]

        sending = asyncio.create_task(bobs.connection.send(fragments()))
        await live.play(ADAS_MOVES[0], position)
        moved.set()
        await sending
        event = (await live.event("moved"))["event"]
        assert event["spent"] > THOUGHT_S / 2
    for guest in (ada, bob):
        await guest.close()


async def answer_first_ping_late(live: LiveConnection) -> None:
    """Pretend to be far away. The next ping comes much later."""
    async with asyncio.timeout(60):
        while (message := json.loads(await live.connection.recv()))["kind"] != "ping":
            pass
    await asyncio.sleep(1.0)
    await live.send("pong", id=message["id"])


async def seconds_spent_over_game(ada: Guest, bob: Guest, table: str) -> float:
    """What Bob's clock counts if he takes a moment for each move."""
    async with bob.at(table) as live:
        await answer_first_ping_late(live)
        position = (await ada.request("GET", f"/api/tables/{table}"))["frame"]["position"]
        spent = 0.0
        for adas, bobs in zip(ADAS_MOVES, BOBS_MOVES, strict=True):
            await ada.send_command(table, "play", move=adas, position=position)
            await live.event("moved")
            await asyncio.sleep(QUICK_THOUGHT_S)
            await live.send("play", id=bobs, move=bobs, position=position + 1)
            spent += (await live.event("moved"))["event"].get("spent", 0.0)
            position += 2
    return spent


async def test_withholding_a_pong_makes_no_moves_free(server: Process) -> None:
    clock = {"kind": "total", "seconds": 20}
    table, ada, bob = await new_game_of_two(server.url, clock=clock)
    thought = QUICK_THOUGHT_S * len(BOBS_MOVES)
    assert await seconds_spent_over_game(ada, bob, table) > thought / 2
    for guest in (ada, bob):
        await guest.close()
