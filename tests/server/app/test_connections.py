"""Connections of the server itself, which may not keep it waiting."""

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
    Premises,
    open_container,
    settings,
    table_server,
)

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def impatient(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """The address of a server that waits half a second for a request."""
    patch.setattr(connections, "REQUEST_TIMEOUT_S", 0.5)
    async with open_container(settings(folder)) as container:
        with Premises.of(container) as gate, socket.create_server(("127.0.0.1", 0)) as listening:
            config = ServerConfig(
                gate, max_connections_per_client=64, log_config=None, ws_ping_interval=None
            )
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
            server.should_exit = True
            await task
            assert not config.open_connections, "whoever has gone is not counted"


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


async def test_messages_of_any_length_come_whole_and_in_order(tmp_path: Path) -> None:
    async with table_server(settings(tmp_path)) as (url, container):
        ada = await Guest.called(url, "Ada")
        table = await ada.sets("pylos")
        async with ada.at(table) as live:
            await live.until("welcome")
            (subscriber,) = (await container.rooms.get(table)).subscribers
            lengths = (1, 60, 125, 126, 5_000, 1 << 16, 200_000, 3)
            for length in lengths:
                text = "x" * length
                subscriber.send_encoded(msgspec.json.encode({"kind": "noise", "text": text}))
            heard = [await live.until("noise") for _ in lengths]
        await ada.leaves()
    assert [len(message["text"]) for message in heard] == list(lengths)


async def test_who_asks_too_often_is_told_so_at_length_now_and_then_and_else_barely(
    tmp_path: Path,
) -> None:
    slow = msgspec.structs.replace(GENEROUS, requests_a_second=0.01)
    async with (
        table_server(settings(tmp_path, limits=slow)) as (url, _),
        httpx.AsyncClient(base_url=url, headers={"Accept": "text/html"}) as browser,
    ):
        answers = [await browser.get("/") for _ in range(40)]
    pages = [answer for answer in answers if answer.status_code == 200]
    refusals = [answer for answer in answers if answer.status_code == 429]
    bare = [each for each in refusals if each.headers["content-type"] == "application/json"]
    assert len(pages) == 10, "the first ones, at once"
    assert len(pages) + len(refusals) == len(answers)
    assert 0 < len(bare) < len(refusals), "some are told in a page"
    assert {answer.json()["code"] for answer in bare} == {"too_often"}
    assert all("content-security-policy" in answer.headers for answer in refusals)


async def test_the_files_of_a_page_are_not_taken_for_as_many_requests(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(GENEROUS, requests_a_second=1.0)
    async with (
        table_server(settings(tmp_path, limits=slow)) as (url, _),
        httpx.AsyncClient(base_url=url) as browser,
    ):
        file = f"/static/{version()}/sommet.css"
        files = [(await browser.get(file)).status_code for _ in range(60)]
        pages = [(await browser.get("/offline")).status_code for _ in range(20)]
    assert files.count(200) >= 4 * 6 > pages.count(200) >= 4
    assert 429 in files
    assert 429 in pages, "there is an end to both"
