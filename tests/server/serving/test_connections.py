"""Connections of the server itself, which may not keep it waiting."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
import uvicorn

from sommet.server.serving import connections
from sommet.server.serving.app import create
from sommet.server.serving.connections import Config
from tests.server.playing import Guest, open_house, settings

pytestmark = pytest.mark.anyio


async def test_a_live_connection_is_no_request_that_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST", 0.5)
    async with open_house(settings(tmp_path)) as house:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            app = create(house.settings, house)
            config = Config(app, connections_a_client=64, log_config=None, ws_ping_interval=None)
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            ada = await Guest.called(f"http://127.0.0.1:{listening.getsockname()[1]}", "Ada")
            async with ada.at(await ada.sets("pylos")) as live:
                await live.until("welcome")
                await asyncio.sleep(1.5)
                assert (await live.does("moves"))["kind"] == "listed"
            await ada.leaves()
            server.should_exit = True
            await task
