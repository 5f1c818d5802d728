"""Small messages with large answers, and answers that nobody reads."""

from __future__ import annotations

import asyncio
import itertools
import socket
from contextlib import suppress
from pathlib import Path

import pytest
import websockets

import sommet
from sommet import Record
from tests.server.attacks.attacker import (
    attacked_server,
    memory_mib,
    metric,
    new_address,
    new_game_of_two,
    open_live,
    text_frame,
)
from tests.server.clients import TIMEOUT_S, Guest
from tests.server.services import Process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

ASKED = 60
"""Messages within the limit of one connection."""
CHANGED = 16
"""Fewer, for answers that cost several messages each."""
LONG_RECORD = (Path(__file__).parent / "long_record.txt").read_text()
MAX_MOVES = 1000
"""Moves after which a table closes."""
CROWD = 60
"""Connections of spectators from one address that read nothing."""
FLOOD_S = 12.0
AT_ONCE = 5
"""Messages every 0.05 s, within the limit of an address: what exceeds it is refused unseen."""
MAX_GROWTH_MIB = 100.0
MAX_RECEIVED_MIB = 12.0
"""What one address may get in this time: 4 KiB for each of its messages, and a burst."""
FAST = ("--limit=messages_a_second=1e6", "--limit=commands_a_minute=1e6")
"""Options with which a long game is played quickly."""
PING_FRAME = bytes((0x89, 0x80, 0, 0, 0, 0))
MAX_PONG_BYTES = 200_000
"""More than a server may answer to pings that come at once, and a welcome."""


async def test_asking_for_the_view_one_has_sends_nothing_again(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url)
    eve = Guest(server.url, new_address())
    async with eve.at(table) as live:
        await live.until("welcome")
        welcome_bytes = len(live.raw[-1])
        live.raw.clear()
        for number in range(ASKED):
            await live.send("view_as", id=str(number), seat=None)
        await live.until("ack", id=str(ASKED - 1))
        assert sum(map(len, live.raw)) < 3 * welcome_bytes
    for guest in (ada, bob, eve):
        await guest.close()


async def test_changing_the_view_sends_only_what_differs(server: Process) -> None:
    ada = await Guest.create(server.url, "Ada", new_address())
    table = await ada.create_table("colorpop", chairs=[{"kind": "me"}] * 2, options={"players": 2})
    async with ada.at(table) as live:
        await live.until("welcome")
        welcome_bytes = len(live.raw[-1])
        live.raw.clear()
        for number in range(CHANGED):
            await live.send("view_as", id=str(number), seat=number % 2)
            await live.until("ack", id=str(number))
        assert sum(map(len, live.raw)) < CHANGED * welcome_bytes / 3
    await ada.close()


def received_until_closed(wire: socket.socket, data: bytes) -> int:
    """Send this again and again; returns how many bytes come back until the connection is closed or
    has answered too much."""
    received = 0
    with suppress(ConnectionError):
        while received < MAX_PONG_BYTES:
            wire.sendall(data)
            received += len(wire.recv(1 << 16))
    return received


async def test_frames_that_are_no_messages_are_limited_too(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url)
    eve = open_live(server.url, table, new_address())
    assert await asyncio.to_thread(received_until_closed, eve, PING_FRAME * 1000) < MAX_PONG_BYTES
    eve.close()
    for guest in (ada, bob):
        await guest.close()


async def play_long_game(url: str, length: int = MAX_MOVES - 1) -> str:
    """Play a game of this length with itself; returns the table's id."""
    record = Record.parse(LONG_RECORD)
    moves = tuple(map(str, record.moves[:length]))
    ada = await Guest.create(url, "Ada")
    settings = sommet.game("pylos", **record.game.settings).settings
    me = {"kind": "me"}
    table = await ada.create_table("pylos", options=settings, chairs=[me, me], first=0)
    async with ada.at(table) as live:
        position = (await live.until("welcome"))["frame"]["position"]
        for move in moves:
            answer = await live.play(move, position)
            assert answer["kind"] == "ack", answer
            position = answer["sequence"]
    await ada.close()
    return table


async def flood(url: str, table: str, address: str) -> tuple[int, int]:
    """Ask for the same view again and again for a while, from one connection that reads and many
    that don't. Returns the size of a welcome, and how many bytes were sent to the one that reads,
    however often it has to reconnect."""
    request = text_frame({"kind": "view_as", "id": "v"})
    sizes: list[int] = []

    async def read() -> None:
        eve = Guest(url, address)
        while True:
            with suppress(websockets.ConnectionClosed):
                async with eve.at(table) as live:
                    while True:
                        sizes.append(len(await live.connection.recv()))
                        await live.send("view_as", id="v")
            await asyncio.sleep(0.1)

    reading = asyncio.create_task(read())
    async with asyncio.timeout(TIMEOUT_S):
        while not sizes or max(sizes) < 1000:
            await asyncio.sleep(0.05)
    deaf = []
    for _ in range(CROWD):
        deaf.append(open_live(url, table, address))
        deaf[-1].setblocking(False)
    end = asyncio.get_running_loop().time() + FLOOD_S
    turns = itertools.cycle(deaf)
    while asyncio.get_running_loop().time() < end:
        for _ in range(AT_ONCE):
            _send(next(turns), request)
        await asyncio.sleep(0.05)
    reading.cancel()
    for wire in deaf:
        wire.close()
    return max(sizes), sum(sizes)


def _send(wire: socket.socket, data: bytes) -> None:
    """Send to a server that may have had enough."""
    with suppress(OSError):
        wire.send(data)


@pytest.mark.skipif(
    not DRILLS, reason="it plays a thousand moves; tests/server/tables has the short form"
)
async def test_no_game_grows_until_replaying_it_blocks_the_server(tmp_path: Path) -> None:
    with attacked_server(tmp_path, "", *FAST) as server:
        table = await play_long_game(server.url, MAX_MOVES)
        guest = Guest(server.url, new_address())
        frame = (await guest.request("GET", f"/api/tables/{table}"))["frame"]
        assert frame["stage"] == "closed"
        await guest.close()


@pytest.mark.skipif(not DRILLS, reason="it plays a thousand moves: make drills")
async def test_unread_answers_of_one_address_do_not_fill_the_memory(tmp_path: Path) -> None:
    with attacked_server(tmp_path, "", *FAST) as server:
        table = await play_long_game(server.url)
    with attacked_server(tmp_path) as server:
        assert server.process
        async with Guest(server.url).at(table) as live:
            await live.until("welcome")
            before = memory_mib(server.process.pid)
            peak = before

            async def watch() -> None:
                nonlocal peak
                assert server.process
                while True:
                    peak = max(peak, memory_mib(server.process.pid))
                    await asyncio.sleep(0.05)

            watching = asyncio.create_task(watch())
            welcome_bytes, received = await flood(server.url, table, new_address())
            watching.cancel()
        sockets = await metric(server.url, "sommet_sockets")
        print(
            f"welcome {welcome_bytes / 1024:.0f} KiB, {received / 2**20:.2f} MiB to one reader, "
            f"{before:.0f} MiB resident before and {peak:.0f} at most, {sockets:.0f} sockets left"
        )
        assert peak - before < MAX_GROWTH_MIB
        assert received / 2**20 < MAX_RECEIVED_MIB
