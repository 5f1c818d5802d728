"""Tokens on the page: created, shown once, revoked with all their connections, and private."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
import websockets

from sommet.wire.client_messages import VERSION
from tests.server.local_server import Guest, LiveConnection, running_server, settings

pytestmark = pytest.mark.anyio


async def test_a_token_is_created_shown_once_and_revoked_on_the_page(tmp_path: Path) -> None:
    async with running_server(settings(tmp_path)) as (url, _):
        somebody = Guest(url)
        made = await somebody.browser.post("/programs/tokens", data={"label": "my <b>bot</b>"})
        found = re.search(r'id="token" readonly value="([^"]+)"', made.text)
        assert found, "new connections see it too"
        authorization = {"Authorization": f"Bearer {found[1]}"}
        async with httpx.AsyncClient(base_url=url, headers=authorization, timeout=60) as bot:
            assert (await bot.get("/api/me")).status_code == 200
            again = (await somebody.browser.get("/programs")).text
            assert found[1] not in again, "only once"
            assert "my &lt;b&gt;bot&lt;/b&gt;" in again
            place = re.search(r'action="\.(/programs/tokens/\w+)"', again)
            assert place
            stranger = await Guest.create(url, "Eve")
            assert (await stranger.browser.post(place[1])).status_code == 404
            gone = await somebody.browser.post(place[1])
            assert (gone.status_code, gone.headers["location"]) == (303, "/programs")
            assert (await bot.get("/api/me")).json()["code"] == "bad_token"
        assert "/programs/tokens/" not in (await somebody.browser.get("/programs")).text
        await somebody.close()
        await stranger.close()


async def test_revoking_a_token_closes_its_connections_in_every_process(
    tmp_path: Path,
) -> None:
    two = settings(tmp_path, workers=2)
    async with running_server(two) as (url, _), running_server(two) as (other, _):
        ada = await Guest.create(url, "Ada")
        table = await ada.create_table("pylos")
        tokens = [
            (await ada.request("POST", "/api/tokens", json={"label": label}))["token"]
            for label in ("taken back", "kept")
        ]
        headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
        async with (
            program_connection(url, table, headers[0]) as here,
            program_connection(other, table, headers[0]) as there,
            program_connection(url, table, headers[1]) as kept,
        ):
            page = (await ada.browser.get("/programs")).text
            (place,) = [
                row[1]
                for row in re.finditer(r'action="\.(/programs/tokens/\w+)"', page)
                if row[1].endswith(sha256(tokens[0].encode()).hexdigest()[:16])
            ]
            assert (await ada.browser.post(place)).status_code == 303
            for live in (here, there):
                refused = (await live.until("refused"))["refused"]
                assert refused["code"] == "token_revoked"
                assert refused["words"].startswith("This token has been revoked")
                with pytest.raises(websockets.ConnectionClosed):
                    await live.next()
                assert live.connection.close_code == 1008
            assert (await kept.send_command("moves"))["kind"] == "listed"
        await ada.close()


@asynccontextmanager
async def program_connection(
    url: str, table: str, headers: dict[str, str]
) -> AsyncIterator[LiveConnection]:
    """A live connection that was opened with a token and has been welcomed."""
    address = f"{url.replace('http', 'ws', 1)}/live/{table}"
    async with websockets.connect(
        address, additional_headers=headers, open_timeout=60
    ) as connection:
        live = LiveConnection(connection)
        await live.send("hello", version=VERSION)
        await live.until("welcome")
        yield live
