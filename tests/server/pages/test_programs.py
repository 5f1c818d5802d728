"""Tokens on the page: made, shown once, taken back, and nobody else's business."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from tests.server.playing import Guest, settings, table_server

pytestmark = pytest.mark.anyio


async def test_a_token_is_made_shown_once_and_taken_back_on_the_page(tmp_path: Path) -> None:
    async with table_server(settings(tmp_path)) as (url, _):
        somebody = Guest(url)
        made = await somebody.browser.post("/programs/tokens", data={"label": "my <b>bot</b>"})
        found = re.search(r'id="token" readonly value="([^"]+)"', made.text)
        assert found, "it is shown, to a newcomer too"
        program = {"Authorization": f"Bearer {found[1]}"}
        async with httpx.AsyncClient(base_url=url, headers=program) as bot:
            assert (await bot.get("/api/me")).status_code == 200
            again = (await somebody.browser.get("/programs")).text
            assert found[1] not in again, "but not again"
            assert "my &lt;b&gt;bot&lt;/b&gt;" in again
            place = re.search(r'action="(/programs/tokens/\w+)"', again)
            assert place
            stranger = await Guest.called(url, "Eve")
            assert (await stranger.browser.post(place[1])).status_code == 404
            gone = await somebody.browser.post(place[1])
            assert (gone.status_code, gone.headers["location"]) == (303, "/programs")
            assert (await bot.get("/api/me")).json()["code"] == "bad_token"
        assert "/programs/tokens/" not in (await somebody.browser.get("/programs")).text
        await somebody.leaves()
        await stranger.leaves()
