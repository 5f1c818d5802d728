"""The limits of requests: how many per client, and how many at a time, with turns for clients."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest

from sommet.server.app.middleware import ConcurrencyLimit
from sommet.web.static_files import version
from tests.server.local_server import GENEROUS, running_server, settings


async def hold_slot(
    limit: ConcurrencyLimit, client: str, seen: list[str], release: asyncio.Event
) -> None:
    async with limit.slot(client):
        seen.append(client)
        await release.wait()


async def settle() -> None:
    """Let every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_requests_over_the_limit_wait_and_clients_take_turns() -> None:
    async def run() -> list[str]:
        limit, seen = ConcurrencyLimit(2, slot_timeout_s=60), list[str]()
        release = [asyncio.Event() for _ in range(6)]
        visits = [
            asyncio.create_task(hold_slot(limit, client, seen, event))
            for client, event in zip(
                ("ada", "mob", "mob", "mob", "bob", "eve"), release, strict=True
            )
        ]
        await settle()
        assert seen == ["ada", "mob"]
        for event in release:
            event.set()
        await asyncio.gather(*visits)
        return seen

    assert asyncio.run(run()) == ["ada", "mob", "mob", "bob", "eve", "mob"]


def test_a_request_that_outlives_its_slot_lets_the_next_one_in() -> None:
    async def run() -> list[str]:
        limit, seen, never, now = (
            ConcurrencyLimit(1, slot_timeout_s=0),
            list[str](),
            asyncio.Event(),
            asyncio.Event(),
        )
        now.set()
        stays = asyncio.create_task(hold_slot(limit, "stream", seen, never))
        await asyncio.sleep(0)
        await hold_slot(limit, "ada", seen, now)
        never.set()
        await stays
        assert limit._queue.free == 1, "a slot must not be released twice"
        return seen

    assert asyncio.run(run()) == ["stream", "ada"]


def test_a_cancelled_request_gives_its_slot_back() -> None:
    async def run() -> int:
        limit, seen, release = ConcurrencyLimit(1, slot_timeout_s=60), list[str](), asyncio.Event()
        first = asyncio.create_task(hold_slot(limit, "ada", seen, release))
        await settle()
        waits = [asyncio.create_task(hold_slot(limit, "bob", seen, release)) for _ in range(2)]
        await settle()
        waits[0].cancel()
        release.set()
        await asyncio.gather(first, *waits, return_exceptions=True)
        assert seen == ["ada", "bob"]
        gone = asyncio.create_task(hold_slot(limit, "eve", seen, asyncio.Event()))
        await settle()
        late = asyncio.create_task(hold_slot(limit, "eve", seen, release))
        await settle()
        gone.cancel()  # while it holds the slot, which is free at once
        await late
        return limit._queue.free

    assert asyncio.run(run()) == 1


@pytest.mark.anyio
async def test_clients_that_exceed_their_limit_get_a_page_at_times_and_short_json_otherwise(
    tmp_path: Path,
) -> None:
    slow = msgspec.structs.replace(GENEROUS, requests_a_second=0.01)
    async with (
        running_server(settings(tmp_path, limits=slow)) as (url, _),
        httpx.AsyncClient(base_url=url, headers={"Accept": "text/html"}) as browser,
    ):
        answers = [await browser.get("/") for _ in range(40)]
    pages = [answer for answer in answers if answer.status_code == 200]
    refusals = [answer for answer in answers if answer.status_code == 429]
    bare = [each for each in refusals if each.headers["content-type"] == "application/json"]
    assert 0 < len(pages) <= 10, "the first ones are answered"
    assert len(pages) + len(refusals) == len(answers)
    assert 0 < len(bare) < len(refusals), "some refusals are full pages"
    assert {answer.json()["code"] for answer in bare} == {"rate_limited"}
    assert all("content-security-policy" in answer.headers for answer in refusals)


@pytest.mark.anyio
async def test_static_files_count_less_than_pages_against_the_limit(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(GENEROUS, requests_a_second=1.0)
    async with (
        running_server(settings(tmp_path, limits=slow)) as (url, _),
        httpx.AsyncClient(base_url=url) as browser,
    ):
        file = f"/static/{version()}/sommet.css"
        files = [(await browser.get(file)).status_code for _ in range(60)]
        pages = [(await browser.get("/healthz")).status_code for _ in range(20)]
    assert files.count(200) >= 4 * 6 > pages.count(200) >= 4
    assert 429 in files
    assert 429 in pages, "both are limited"


@pytest.mark.anyio
async def test_a_proxy_that_is_not_trusted_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_server(settings(tmp_path)) as (url, _):
        proxied = {"X-Forwarded-For": "192.0.2.7"}
        for address, logged in (("127.0.0.1", 0), ("127.0.0.7", 1), ("127.0.0.8", 1)):
            transport = httpx.AsyncHTTPTransport(local_address=address)
            async with httpx.AsyncClient(base_url=url, transport=transport) as proxy:
                assert (await proxy.get("/healthz", headers=proxied)).is_success
            found = [each for each in caplog.messages if each == "proxy_not_trusted"]
            assert len(found) == logged, address
