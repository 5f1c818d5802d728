"""Ghosts: connections that are gone but still counted keep nobody out."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import websockets

from tests.server.attacks.outside import attacked, knock, metric, reset, streaming, two_at_a_table
from tests.server.guests import Guest
from tests.server.patience import ALL

pytestmark = pytest.mark.anyio

STRANGER = "127.0.0.2"
GHOSTS = 600 if ALL else 80


async def haunt(url: str, table: str, ghosts: int, address: str = STRANGER) -> None:
    """Ask for a table's stream again and again, and be gone before the answer."""
    wanted = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: table\r\n\r\n"
    for _ in range(ghosts):
        reset(knock(url, wanted, address))
        await asyncio.sleep(0.04)  # within the limit of requests


async def test_streams_that_are_reset_before_their_first_byte_are_given_back(
    tmp_path: Path,
) -> None:
    with attacked(tmp_path) as server:
        table, ada, bob = await two_at_a_table(server.url)
        await haunt(server.url, table, GHOSTS)
        await asyncio.sleep(1)
        assert await metric(server.url, "sommet_sockets") == 0
        eve = await Guest.called(server.url, "Eve", STRANGER)
        async with streaming(eve, table) as stream:
            assert await stream.until("welcome"), "the same address may still listen"
        for guest in (ada, bob, eve):
            await guest.leaves()


async def test_who_sits_at_a_table_is_let_in_though_others_fill_their_address_and_the_table(
    tmp_path: Path,
) -> None:
    few = ("--limit=visitors_a_table=12", "--limit=sockets_a_client=8", "--limit=sockets=20")
    with attacked(tmp_path, "", *few) as server:
        table, ada, bob = await two_at_a_table(server.url, addresses=("127.0.0.1", STRANGER))
        async with AsyncExitStack() as stack:
            for address in ("127.0.0.1", STRANGER, "127.0.0.3"):
                crowd = Guest(server.url, address)
                stack.push_async_callback(crowd.leaves)
                for _ in range(8):
                    await stack.enter_async_context(crowd.at(table))
            await asyncio.sleep(0.5)
            bobs = await stack.enter_async_context(bob.at(table))
            welcome = await bobs.until("welcome")
            adas = await stack.enter_async_context(ada.at(table))
            await adas.until("welcome")
            assert (await adas.play("1b2", welcome["frame"]["position"]))["kind"] == "ack"
            assert await bobs.event("moved")
        for guest in (ada, bob):
            await guest.leaves()


async def test_who_finds_the_table_full_is_told_to_come_back(tmp_path: Path) -> None:
    with attacked(tmp_path, "", "--limit=visitors_a_table=1") as server:
        table, ada, bob = await two_at_a_table(server.url)
        eve = await Guest.called(server.url, "Eve", STRANGER)
        async with eve.at(table) as first:
            await first.until("welcome")
            async with eve.at(table) as second:
                assert (await second.until("refused"))["refused"]["code"] == "room_full"
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await second.next()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1001, "1008 would say that coming back does not help"
        for guest in (ada, bob, eve):
            await guest.leaves()


async def test_a_players_ninth_connection_ends_their_oldest(tmp_path: Path) -> None:
    with attacked(tmp_path) as server:
        table, ada, bob = await two_at_a_table(server.url)
        async with AsyncExitStack() as stack:
            own = [await stack.enter_async_context(ada.at(table)) for _ in range(9)]
            for live in own[1:]:
                await live.until("welcome")
            assert (await own[0].until("refused"))["refused"]["code"] == "elsewhere"
            with pytest.raises(websockets.ConnectionClosed):
                await own[0].next()
            assert await metric(server.url, "sommet_sockets") == 8
        for guest in (ada, bob):
            await guest.leaves()


@pytest.mark.skipif(not ALL, reason="it waits for a minute")
async def test_connections_that_read_nothing_are_given_up(tmp_path: Path) -> None:
    with attacked(tmp_path) as server:
        table, ada, bob = await two_at_a_table(server.url)
        wanted = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: table\r\n\r\n"
        deaf = [knock(server.url, wanted, STRANGER) for _ in range(8)]
        shaking = (
            f"GET /live/{table} HTTP/1.1\r\nHost: table\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        hello = b'{"kind":"hello"}'
        mask = bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello
        for _ in range(8):
            wire = knock(server.url, shaking, STRANGER)
            await asyncio.sleep(0.1)
            wire.sendall(mask)
            deaf.append(wire)
        await asyncio.sleep(1)
        assert await metric(server.url, "sommet_sockets") == 16
        async with ada.at(table) as live:
            await live.until("welcome")
            for _ in range(60):
                await asyncio.sleep(1)
                if await metric(server.url, "sommet_sockets") <= 9:
                    break
            assert await metric(server.url, "sommet_sockets") <= 9, "sockets that answer no ping"
        for wire in deaf:
            wire.close()
        for guest in (ada, bob):
            await guest.leaves()
