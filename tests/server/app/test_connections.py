"""The server's own handling of connections: slow clients must not hold it up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
import uvicorn

from sommet.server.app import connections
from sommet.server.app.connections import ServerConfig
from sommet.web.static_files import version
from tests.server.attacks.test_half_requests import still_open
from tests.server.local_server import (
    GENEROUS,
    Guest,
    ReusableApp,
    open_container,
    running_server,
    settings,
)

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def impatient_server(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """The URL of a server that waits half a second for a request."""
    patch.setattr(connections, "REQUEST_TIMEOUT_S", 0.5)
    async with open_container(settings(folder)) as container:
        with (
            ReusableApp.with_container(container) as middleware,
            socket.create_server(("127.0.0.1", 0)) as listening,
        ):
            config = ServerConfig(
                middleware, max_connections_per_client=64, log_config=None, ws_ping_interval=None
            )
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
            server.should_exit = True
            await task
            assert not config.open_connections, "closed connections are not counted"


async def test_a_live_connection_does_not_count_as_a_slow_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with impatient_server(tmp_path, monkeypatch) as url:
        ada = await Guest.create(url, "Ada")
        async with ada.at(await ada.create_table("pylos")) as live:
            await live.until("welcome")
            await asyncio.sleep(1.5)
            assert (await live.send_command("moves"))["kind"] == "listed"
        await ada.close()


async def test_requests_that_never_finish_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with impatient_server(tmp_path, monkeypatch) as url:
        assert not await asyncio.to_thread(still_open, url, 0.1)


async def test_messages_of_any_length_arrive_whole_and_in_order(tmp_path: Path) -> None:
    async with running_server(settings(tmp_path)) as (url, container):
        ada = await Guest.create(url, "Ada")
        table = await ada.create_table("pylos")
        async with ada.at(table) as live:
            await live.until("welcome")
            (subscriber,) = (await container.rooms.get(table)).subscribers
            lengths = (1, 60, 125, 126, 5_000, 1 << 16, 200_000, 3)
            for length in lengths:
                text = "x" * length
                subscriber.send_encoded(msgspec.json.encode({"kind": "noise", "text": text}))
            heard = [await live.until("noise") for _ in lengths]
        await ada.close()
    assert [len(message["text"]) for message in heard] == list(lengths)


async def test_clients_that_exceed_their_limit_get_a_page_at_times_and_short_json_otherwise(
    tmp_path: Path,
) -> None:
    slow = msgspec.structs.replace(GENEROUS, requests_a_second=0.01)
    async with (
        running_server(settings(tmp_path, limits=slow)) as (url, _),
        httpx.AsyncClient(base_url=url, headers={"Accept": "text/html"}, timeout=60) as browser,
    ):
        answers = [await browser.get("/") for _ in range(40)]
    pages = [answer for answer in answers if answer.status_code == 200]
    refusals = [answer for answer in answers if answer.status_code == 429]
    bare = [each for each in refusals if each.headers["content-type"] == "application/json"]
    assert len(pages) == 10, "the first ones are answered"
    assert len(pages) + len(refusals) == len(answers)
    assert 0 < len(bare) < len(refusals), "some refusals are full pages"
    assert {answer.json()["code"] for answer in bare} == {"rate_limited"}
    assert all("content-security-policy" in answer.headers for answer in refusals)


async def test_static_files_count_less_than_pages_against_the_limit(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(GENEROUS, requests_a_second=1.0)
    async with (
        running_server(settings(tmp_path, limits=slow)) as (url, _),
        httpx.AsyncClient(base_url=url, timeout=60) as browser,
    ):
        file = f"/static/{version()}/sommet.css"
        files = [(await browser.get(file)).status_code for _ in range(60)]
        pages = [(await browser.get("/offline")).status_code for _ in range(20)]
    assert files.count(200) >= 4 * 6 > pages.count(200) >= 4
    assert 429 in files
    assert 429 in pages, "both are limited"
