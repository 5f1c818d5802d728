"""Connections of the server itself, which may not keep it waiting."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn

from sommet.server.serving import connections
from sommet.server.serving.app import create
from sommet.server.serving.connections import Config
from tests.server.attacks.test_half_requests import still_open
from tests.server.playing import Guest, open_house, settings

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def impatient(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """The address of a server that waits half a second for a request."""
    patch.setattr(connections, "REQUEST", 0.5)
    async with open_house(settings(folder)) as house:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            app = create(house.settings, house)
            config = Config(app, connections_a_client=64, log_config=None, ws_ping_interval=None)
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
            server.should_exit = True
            await task


async def test_a_live_connection_is_no_request_that_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with impatient(tmp_path, monkeypatch) as url:
        ada = await Guest.called(url, "Ada")
        async with ada.at(await ada.sets("pylos")) as live:
            await live.until("welcome")
            await asyncio.sleep(1.5)
            assert (await live.does("moves"))["kind"] == "listed"
        await ada.leaves()


async def test_requests_that_do_not_arrive_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with impatient(tmp_path, monkeypatch) as url:
        assert not await asyncio.to_thread(still_open, url, 0.1)
