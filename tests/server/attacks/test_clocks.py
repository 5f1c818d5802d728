"""Nobody loses on time because the server did not listen."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.server.attacks.outside import attacked, processes, two_at_a_table

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "clock", [{"kind": "per_move", "seconds": 1}, {"kind": "total", "seconds": 2}]
)
async def test_a_server_that_stood_still_gives_its_seconds_back(
    tmp_path: Path, clock: dict[str, object]
) -> None:
    with attacked(tmp_path) as server:
        table, ada, bob = await two_at_a_table(server.url, clock=clock)
        async with ada.at(table) as live:  # the clock starts with the first move
            position = (await live.until("welcome"))["frame"]["position"]
            await live.tell("play", id="first", move="1a1", position=position)
            await live.until("ack")
        async with bob.at(table) as live:
            position = (await live.until("welcome"))["frame"]["position"]
            assert server.process
            held = processes(server.process.pid)
            for pid in held:
                os.kill(pid, signal.SIGSTOP)
            await live.tell("play", id="move", move="1b2", position=position)
            await asyncio.sleep(4)
            for pid in held:
                os.kill(pid, signal.SIGCONT)
            told = await live.until("happened")
            assert told["event"]["kind"] == "moved", "no flag has fallen"
            assert told["event"]["spent"] < 1, "the time in which nobody listened was not theirs"
            assert (await live.until("ack"))["id"] == "move"
        for guest in (ada, bob):
            await guest.leaves()
