"""Connections that are gone but still counted must keep nobody out."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
import websockets

from tests.server.attacks.attacker import (
    handshake,
    metric,
    new_address,
    new_game_of_two,
    open_live,
    reset_connection,
    send_raw,
)
from tests.server.clients import Guest
from tests.server.services import Process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

STRANGER = "127.0.0.2"
STALE_CONNECTIONS = 600 if DRILLS else 70
PAUSE_S = 0.06 if DRILLS else 0.01
"""Seconds between two stale connections: this rate is within the limit of handshakes."""


async def open_stale_connections(url: str, table: str, address: str) -> None:
    """Connect to a table and reset the connection before the response, again and again."""
    for _ in range(STALE_CONNECTIONS):
        reset_connection(send_raw(url, handshake(table), address))
        await asyncio.sleep(PAUSE_S)


async def wait_for_socket_count(url: str, sockets: int) -> None:
    """Wait until this many connections are counted."""
    async with asyncio.timeout(60):
        while await metric(url, "sommet_sockets") != sockets:
            await asyncio.sleep(0.1)


async def test_connections_reset_before_their_first_byte_are_released(
    server: Process,
) -> None:
    table, ada, bob = await new_game_of_two(server.url)
    eve = await Guest.create(server.url, "Eve", new_address())
    await open_stale_connections(server.url, table, eve.address)
    await wait_for_socket_count(server.url, 0)
    async with eve.at(table) as live:
        assert await live.until("welcome"), "the same address may still connect"
    for guest in (ada, bob, eve):
        await guest.close()


async def test_a_seated_player_gets_in_even_if_others_fill_the_address_and_the_table(
    small_server: Process,
) -> None:
    addresses = new_address(), new_address()
    table, ada, bob = await new_game_of_two(small_server.url, addresses=addresses)
    async with AsyncExitStack() as stack:
        for guest in (ada, bob):
            stack.push_async_callback(guest.close)
        for address in (*addresses, new_address()):
            crowd = Guest(small_server.url, address)
            stack.push_async_callback(crowd.close)
            for _ in range(8):
                await stack.enter_async_context(crowd.at(table))
        bobs = await stack.enter_async_context(bob.at(table))
        welcome = await bobs.until("welcome")
        adas = await stack.enter_async_context(ada.at(table))
        await adas.until("welcome")
        assert (await adas.play("1b2", welcome["frame"]["position"]))["kind"] == "ack"
        assert await bobs.event("moved")
    await wait_for_socket_count(small_server.url, 0)


async def test_a_spectator_of_a_full_table_is_asked_to_come_back(small_server: Process) -> None:
    table, ada, bob = await new_game_of_two(small_server.url)
    async with AsyncExitStack() as stack:
        for guest in (ada, bob):
            stack.push_async_callback(guest.close)
        for address in (new_address(), new_address()):
            crowd = Guest(small_server.url, address)
            stack.push_async_callback(crowd.close)
            for _ in range(6):
                live = await stack.enter_async_context(crowd.at(table))
                await live.until("welcome")
        eve = Guest(small_server.url, new_address())
        stack.push_async_callback(eve.close)
        late = await stack.enter_async_context(eve.at(table))
        assert (await late.until("refused"))["refused"]["code"] == "room_full"
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await late.next()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1001, "1008 would mean that reconnecting does not help"
    await wait_for_socket_count(small_server.url, 0)


async def test_a_players_ninth_connection_closes_their_oldest(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url)
    async with AsyncExitStack() as stack:
        own = [await stack.enter_async_context(ada.at(table)) for _ in range(9)]
        for live in own[1:]:
            await live.until("welcome")
        assert (await own[0].until("refused"))["refused"]["code"] == "opened_elsewhere"
        with pytest.raises(websockets.ConnectionClosed):
            await own[0].next()
        await wait_for_socket_count(server.url, 8)
    for guest in (ada, bob):
        await guest.close()


@pytest.mark.skipif(not DRILLS, reason="it waits for a minute")
async def test_connections_that_read_nothing_are_closed(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url)
    deaf = []
    for _ in range(8):
        deaf.append(open_live(server.url, table, STRANGER))
    await wait_for_socket_count(server.url, 8)
    async with ada.at(table) as live:
        await live.until("welcome")
        for _ in range(60):
            await asyncio.sleep(1)
            if await metric(server.url, "sommet_sockets") <= 1:
                break
        assert await metric(server.url, "sommet_sockets") <= 1, "connections that answer no ping"
    for wire in deaf:
        wire.close()
    for guest in (ada, bob):
        await guest.close()
