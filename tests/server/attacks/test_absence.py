"""Nobody wins by reporting a player absent who is connected, or who has days for a move."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from tests.server.attacks.attacker import new_game_of_two
from tests.server.clients import Guest, LiveConnection
from tests.server.services import Process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

LIVE = {"kind": "total", "seconds": 300}


async def wait_until_bob_leaves(live: LiveConnection) -> None:
    """Wait until the table reports the second seat as empty."""
    while True:
        if (await live.until("present"))["seats"] == [True, False]:
            return


async def wait_for_bobs_turn(ada: Guest, table: str) -> None:
    seen = await ada.request("GET", f"/api/tables/{table}")
    await ada.send_command(table, "play", move="1b2", position=seen["frame"]["position"])


async def test_a_connected_player_is_present(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url, clock=LIVE)
    async with ada.at(table) as live:
        await live.until("welcome")
        async with bob.at(table) as bobs:
            await bobs.until("welcome")
            seats: list[bool] = []
            while seats != [True, True]:
                seats = (await live.until("present"))["seats"]
        await wait_until_bob_leaves(live)
    for guest in (ada, bob):
        await guest.close()


async def refusal_code(guest: Guest, table: str, kind: str) -> str:
    """The code with which a command is refused; empty if it is accepted."""
    command = {"kind": kind, "id": f"{kind} now"}
    answer = await guest.browser.post(f"/api/tables/{table}/commands", json=command)
    return "" if answer.is_success else str(answer.json()["code"])


@pytest.mark.skipif(not DRILLS, reason="it waits for half a minute")
async def test_a_connected_player_cannot_be_reported_absent(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url, clock=LIVE)
    await wait_for_bobs_turn(ada, table)
    async with bob.at(table) as live:
        await live.until("welcome")
        with suppress(TimeoutError):
            async with asyncio.timeout(31):
                while True:  # pings are answered
                    await live.next()
        assert await refusal_code(ada, table, "warn") == "not_away_long", (
            "a connected player is not absent"
        )
    for guest in (ada, bob):
        await guest.close()


@pytest.mark.skipif(not DRILLS, reason="it waits for half a minute")
async def test_a_correspondence_game_cannot_be_claimed(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url, clock={"kind": "days", "days": 3})
    await wait_for_bobs_turn(ada, table)
    await asyncio.sleep(31)
    assert await refusal_code(ada, table, "warn") == "days_to_come"
    for guest in (ada, bob):
        await guest.close()


@pytest.mark.skipif(not DRILLS, reason="it waits for more than a minute")
async def test_a_warning_is_cleared_when_the_player_returns(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url, clock=LIVE)
    await wait_for_bobs_turn(ada, table)
    await asyncio.sleep(31)
    assert not await refusal_code(ada, table, "warn")
    async with bob.at(table) as back:
        await back.until("welcome")
        await asyncio.sleep(1)
    await asyncio.sleep(61)
    assert await refusal_code(ada, table, "claim") == "warn_first", "they have returned since"
    seen = await ada.request("GET", f"/api/tables/{table}")
    assert seen["frame"].get("warned") is None
    for guest in (ada, bob):
        await guest.close()
