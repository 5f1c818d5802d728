from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.clients import TIMEOUT_S
from tests.server.local_server import Guest, last_frame, running_server, settings

pytestmark = pytest.mark.anyio

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def test_the_example_bot_plays_a_whole_game(tmp_path: Path) -> None:
    async with running_server(settings(tmp_path)) as (url, _):
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-u", str(BOT), url, "kabaleo", stdout=asyncio.subprocess.PIPE
        )
        assert bot.stdout
        waiting = await asyncio.wait_for(bot.stdout.readline(), TIMEOUT_S)
        ada = await Guest.create(url, "Ada")
        table = waiting.decode().split("/")[-1].strip()
        async with ada.at(table) as live:
            await live.until("welcome")
            await live.send_command("sit")
            (own,) = (await ada.request("GET", f"/api/tables/{table}"))["you"]["seats"]
            while last_frame(live)["stage"] == "running":
                frame = last_frame(live)
                if frame["turn"] == own:
                    moves = (await live.send_command("moves"))["moves"]
                    await live.play(moves[0], frame["position"])
                else:
                    await live.until("happened")
        assert b"over: {" in await asyncio.wait_for(bot.stdout.readline(), TIMEOUT_S)
        await bot.wait()
        await ada.close()
