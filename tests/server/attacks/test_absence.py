"""Nobody wins by calling somebody absent who is not, or who has days to come."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from tests.server.attacks.attacker import two_at_a_table
from tests.server.clients import Guest, Live
from tests.server.services import Process
from tests.server.timeouts import ALL

pytestmark = pytest.mark.anyio

LIVE = {"kind": "total", "seconds": 300}


async def bob_leaves(live: Live) -> None:
    """Wait until the table knows that the second seat is empty."""
    while True:
        if (await live.until("present"))["seats"] == [True, False]:
            return


async def bobs_turn(ada: Guest, table: str) -> None:
    seen = await ada.ask("GET", f"/api/tables/{table}")
    await ada.does(table, "play", move="1b2", position=seen["frame"]["position"])


async def test_who_is_connected_is_there(server: Process) -> None:
    table, ada, bob = await two_at_a_table(server.url, clock=LIVE)
    async with ada.at(table) as live:
        await live.until("welcome")
        async with bob.at(table) as bobs:
            await bobs.until("welcome")
            seats: list[bool] = []
            while seats != [True, True]:
                seats = (await live.until("present"))["seats"]
        await bob_leaves(live)
    for guest in (ada, bob):
        await guest.leaves()


async def tries(guest: Guest, table: str, kind: str) -> str:
    """Why a command is refused; nothing if it is not."""
    command = {"kind": kind, "id": f"{kind} now"}
    answer = await guest.browser.post(f"/api/tables/{table}/commands", json=command)
    return "" if answer.is_success else str(answer.json()["code"])


@pytest.mark.skipif(not ALL, reason="it waits for half a minute")
async def test_who_is_connected_cannot_be_called(server: Process) -> None:
    table, ada, bob = await two_at_a_table(server.url, clock=LIVE)
    await bobs_turn(ada, table)
    async with bob.at(table) as live:
        await live.until("welcome")
        with suppress(TimeoutError):
            async with asyncio.timeout(31):
                while True:  # pings are answered
                    await live.next()
        assert await tries(ada, table, "warn") == "not_away_long", "who is connected is not away"
    for guest in (ada, bob):
        await guest.leaves()


@pytest.mark.skipif(not ALL, reason="it waits for half a minute")
async def test_a_game_of_days_cannot_be_claimed(server: Process) -> None:
    table, ada, bob = await two_at_a_table(server.url, clock={"kind": "days", "days": 3})
    await bobs_turn(ada, table)
    await asyncio.sleep(31)
    assert await tries(ada, table, "warn") == "days_to_come"
    for guest in (ada, bob):
        await guest.leaves()


@pytest.mark.skipif(not ALL, reason="it waits for more than a minute")
async def test_a_call_is_forgotten_once_the_player_is_back(server: Process) -> None:
    table, ada, bob = await two_at_a_table(server.url, clock=LIVE)
    await bobs_turn(ada, table)
    await asyncio.sleep(31)
    assert not await tries(ada, table, "warn")
    async with bob.at(table) as back:
        await back.until("welcome")
        await asyncio.sleep(1)
    await asyncio.sleep(61)
    assert await tries(ada, table, "claim") == "warn_first", "they have been back since"
    seen = await ada.ask("GET", f"/api/tables/{table}")
    assert seen["frame"].get("warned") is None
    for guest in (ada, bob):
        await guest.leaves()
