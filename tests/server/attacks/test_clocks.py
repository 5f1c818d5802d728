"""Nobody loses on time because the server did not listen."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack

import pytest

from tests.server.attacks.outside import processes, two_at_a_table
from tests.server.processes import Process

pytestmark = pytest.mark.anyio

CLOCKS = ({"kind": "per_move", "seconds": 1}, {"kind": "total", "seconds": 2})


async def test_a_server_that_stood_still_gives_its_seconds_back(server: Process) -> None:
    async with AsyncExitStack() as stack:
        lives = []
        for clock in CLOCKS:
            table, ada, bob = await two_at_a_table(server.url, clock=clock)
            for guest in (ada, bob):
                stack.push_async_callback(guest.leaves)
            lives.append(await stack.enter_async_context(ada.at(table)))
        assert server.process
        held = processes(server.process.pid)
        for live in lives:
            await live.until("welcome")
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        for live in lives:
            await live.tell("play", id="move", move="1b2", position=2)
        await asyncio.sleep(3)
        for pid in held:
            os.kill(pid, signal.SIGCONT)
        for live in lives:
            told = await live.until("happened")
            assert told["event"]["kind"] == "moved", "no flag has fallen"
            assert told["event"]["spent"] < 1, "the time in which nobody listened was not theirs"
            assert (await live.until("ack"))["id"] == "move"
