"""Ghosts: connections that are gone but still counted keep nobody out."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
import websockets

from tests.server.attacks.attacker import (
    knock,
    metric,
    new_address,
    reset,
    two_at_a_table,
)
from tests.server.clients import Guest
from tests.server.services import Process
from tests.server.timeouts import ALL

pytestmark = pytest.mark.anyio

STRANGER = "127.0.0.2"
GHOSTS = 600 if ALL else 70
PAUSE = 0.04 if ALL else 0.01
"""Seconds between two ghosts: so many are within the limit of requests."""


def handshake(table: str) -> str:
    return (
        f"GET /live/{table} HTTP/1.1\r\nHost: table\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )


async def haunt(url: str, table: str, address: str) -> None:
    """Connect to a table again and again, and be gone before the answer."""
    for _ in range(GHOSTS):
        reset(knock(url, handshake(table), address))
        await asyncio.sleep(PAUSE)


async def until_there_are(url: str, sockets: int) -> None:
    """Wait until so many connections are counted."""
    async with asyncio.timeout(30):
        while await metric(url, "sommet_sockets") != sockets:
            await asyncio.sleep(0.1)


async def test_connections_that_are_reset_before_their_first_byte_are_given_back(
    server: Process,
) -> None:
    table, ada, bob = await two_at_a_table(server.url)
    eve = await Guest.called(server.url, "Eve", new_address())
    await haunt(server.url, table, eve.address)
    await until_there_are(server.url, 0)
    async with eve.at(table) as live:
        assert await live.until("welcome"), "the same address may still connect"
    for guest in (ada, bob, eve):
        await guest.leaves()


async def test_who_sits_at_a_table_is_let_in_though_others_fill_their_address_and_the_table(
    small: Process,
) -> None:
    addresses = new_address(), new_address()
    table, ada, bob = await two_at_a_table(small.url, addresses=addresses)
    async with AsyncExitStack() as stack:
        for guest in (ada, bob):
            stack.push_async_callback(guest.leaves)
        for address in (*addresses, new_address()):
            crowd = Guest(small.url, address)
            stack.push_async_callback(crowd.leaves)
            for _ in range(8):
                await stack.enter_async_context(crowd.at(table))
        bobs = await stack.enter_async_context(bob.at(table))
        welcome = await bobs.until("welcome")
        adas = await stack.enter_async_context(ada.at(table))
        await adas.until("welcome")
        assert (await adas.play("1b2", welcome["frame"]["position"]))["kind"] == "ack"
        assert await bobs.event("moved")
    await until_there_are(small.url, 0)


async def test_who_finds_the_table_full_is_told_to_come_back(small: Process) -> None:
    table, ada, bob = await two_at_a_table(small.url)
    async with AsyncExitStack() as stack:
        for guest in (ada, bob):
            stack.push_async_callback(guest.leaves)
        for address in (new_address(), new_address()):
            crowd = Guest(small.url, address)
            stack.push_async_callback(crowd.leaves)
            for _ in range(6):
                live = await stack.enter_async_context(crowd.at(table))
                await live.until("welcome")
        eve = Guest(small.url, new_address())
        stack.push_async_callback(eve.leaves)
        late = await stack.enter_async_context(eve.at(table))
        assert (await late.until("refused"))["refused"]["code"] == "room_full"
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await late.next()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1001, "1008 would say that coming back does not help"
    await until_there_are(small.url, 0)


async def test_a_players_ninth_connection_ends_their_oldest(server: Process) -> None:
    table, ada, bob = await two_at_a_table(server.url)
    async with AsyncExitStack() as stack:
        own = [await stack.enter_async_context(ada.at(table)) for _ in range(9)]
        for live in own[1:]:
            await live.until("welcome")
        assert (await own[0].until("refused"))["refused"]["code"] == "elsewhere"
        with pytest.raises(websockets.ConnectionClosed):
            await own[0].next()
        await until_there_are(server.url, 8)
    for guest in (ada, bob):
        await guest.leaves()


@pytest.mark.skipif(not ALL, reason="it waits for a minute")
async def test_connections_that_read_nothing_are_given_up(server: Process) -> None:
    table, ada, bob = await two_at_a_table(server.url)
    deaf = []
    hello = b'{"kind":"hello"}'
    mask = bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello
    for _ in range(8):
        wire = knock(server.url, handshake(table), STRANGER)
        await asyncio.sleep(0.1)
        wire.sendall(mask)
        deaf.append(wire)
    await until_there_are(server.url, 8)
    async with ada.at(table) as live:
        await live.until("welcome")
        for _ in range(60):
            await asyncio.sleep(1)
            if await metric(server.url, "sommet_sockets") <= 1:
                break
        assert await metric(server.url, "sommet_sockets") <= 1, "sockets that answer no ping"
    for wire in deaf:
        wire.close()
    for guest in (ada, bob):
        await guest.leaves()
