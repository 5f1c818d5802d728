"""One client that kept requesting the lobby slowed everyone down."""

from __future__ import annotations

import pytest

from tests.server.attacks.attacker import cpu_seconds, new_address
from tests.server.clients import Guest
from tests.server.services import Process

pytestmark = pytest.mark.anyio

TABLES, REQUESTS = 40, 40
PATH = "/api/tables?stage=running&limit=100&game=triedre"


async def test_listing_the_lobby_is_cheap(server: Process) -> None:
    assert server.process
    ada = await Guest.create(server.url, "Ada", new_address())
    for _ in range(TABLES):
        await ada.create_table("triedre", chairs=[{"kind": "me"}] * 2, public=True)
    first = await ada.browser.get(PATH)
    before = cpu_seconds(server.process.pid)
    for _ in range(REQUESTS):
        await ada.request("GET", PATH)
    took = (cpu_seconds(server.process.pid) - before) / REQUESTS
    await ada.close()
    assert len(first.json()) == TABLES
    assert len(first.content) / TABLES < 1_000, "bytes a table"
    assert took < 0.008, f"{took:.4f} s of processor time per list"
