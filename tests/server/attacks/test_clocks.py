"""Nobody loses on time because the server stalled, and nobody gains time because the system clock
was set."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.server.attacks.attacker import attacked_server, new_game_of_two, process_tree
from tests.server.clients import Guest, Message
from tests.server.services import Process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

CLOCKS = ({"kind": "per_move", "seconds": 4}, {"kind": "total", "seconds": 4})
STALL_S = 5.0
JUMPING_CLOCK = """
import time

def jumped(real=time.time):
    with open({file!r}) as offset:
        return real() + float(offset.read() or 0)

time.time = jumped
"""
"""Simulates a system clock that is set: the process reads the offset from a file."""


async def test_time_during_which_the_server_stalled_is_given_back(server: Process) -> None:
    async with AsyncExitStack() as stack:
        lives = []
        for clock in CLOCKS:
            table, ada, bob = await new_game_of_two(server.url, clock=clock)
            for guest in (ada, bob):
                stack.push_async_callback(guest.close)
            live = await stack.enter_async_context(bob.at(table))
            position = (await live.until("welcome"))["frame"]["position"]
            lives.append((live, ada, table, position))
        assert server.process
        held = process_tree(server.process.pid)
        for _, ada, table, position in lives:  # the clock starts with the first move
            await ada.send_command(table, "play", move="1a1", position=position)
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        for live, _, _, position in lives:
            await live.send("play", id="move", move="1b2", position=position + 1)
        await asyncio.sleep(STALL_S)
        for pid in held:
            os.kill(pid, signal.SIGCONT)
        for live, *_ in lives:
            assert await live.event("moved"), "Ada's move"
            happened = await live.until("happened")
            assert happened["event"]["kind"] == "moved", "no flag has fallen"
            assert happened["event"]["spent"] < STALL_S, "the stall does not count"
            assert (await live.until("ack"))["id"] == "move"


async def fetch_table(guest: Guest, table: str) -> Message:
    return dict(await guest.request("GET", f"/api/tables/{table}"))


@pytest.mark.skipif(
    not DRILLS, reason="it waits for flags; tests/server/runtime has the short form"
)
@pytest.mark.parametrize("seconds", [-3600, 3600])
async def test_a_jumping_system_clock_stops_neither_bots_nor_flags(
    tmp_path: Path, seconds: int
) -> None:
    offset = tmp_path / "offset"
    offset.write_text("0")
    (tmp_path / "sitecustomize.py").write_text(JUMPING_CLOCK.format(file=str(offset)))
    with attacked_server(tmp_path, first=str(tmp_path)) as server:
        ada = await Guest.create(server.url, "Ada")
        me, bot = {"kind": "me"}, {"kind": "bot", "level": "random"}
        clock = {"kind": "total", "seconds": 20}
        falling = await ada.create_table("pylos", chairs=[me, me], first=0, clock=clock)
        await ada.send_command(falling, "play", move="1a1", position=1, seat=0)  # starts the clock
        bots = await ada.create_table("pylos", chairs=[me, bot], first=0)
        offset.write_text(str(seconds))
        await ada.send_command(bots, "play", move="1b2", position=1)
        async with asyncio.timeout(60):
            while len((await fetch_table(ada, bots))["moves"]) < 2:
                await asyncio.sleep(0.1)
        if seconds > 0:
            assert (await fetch_table(ada, falling))["frame"]["stage"] == "running", (
                "the hour does not count"
            )
        async with asyncio.timeout(60):
            while (await fetch_table(ada, falling))["frame"]["stage"] == "running":
                await asyncio.sleep(0.2)
        await ada.close()


@pytest.mark.skipif(
    not DRILLS, reason="a server of its own; tests/server/tables has the short form"
)
async def test_a_present_player_cannot_stall_an_untimed_game_for_ever(tmp_path: Path) -> None:
    offset = tmp_path / "offset"
    offset.write_text("0")
    (tmp_path / "sitecustomize.py").write_text(JUMPING_CLOCK.format(file=str(offset)))
    with attacked_server(tmp_path, first=str(tmp_path)) as server:
        table, ada, bob = await new_game_of_two(server.url)
        async with bob.at(table) as live:
            position = (await live.until("welcome"))["frame"]["position"]
            await ada.send_command(table, "play", move="1a1", position=position)
            for day, kind, event in ((1, "warn", "warned"), (2, "claim", "abandoned")):
                offset.write_text(str(day * 86_400 + 60))
                await asyncio.sleep(3)  # until the server knows again that Bob is there
                await ada.send_command(table, kind)
                assert (await live.event(event))["event"]["silent"]
            assert live.frame
            assert live.frame["board"]["outcome"]["winners"] == [0]
        for guest in (ada, bob):
            await guest.close()
