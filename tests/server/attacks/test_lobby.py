"""One client could slow everyone down with the lobby, or fill it alone."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.attacks.attacker import cpu_seconds, new_address
from tests.server.clients import Guest
from tests.server.services import Process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

TABLES, REQUESTS = 40, 40
CROWD, GUESTS = (120, 10) if DRILLS else (14, 2)
"""Tables of one address, and the guests who open them."""
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


async def test_one_address_cannot_push_other_tables_off_the_lists(server: Process) -> None:
    """13 tables of one address filled the home page, and 101 the whole lobby."""
    crowd = new_address()
    ada = await Guest.create(server.url, "Ada", new_address())
    own = await ada.create_table("pylos", public=True)
    running = await ada.create_table("pylos", public=True, chairs=[{"kind": "me"}] * 2)
    async with ada.at(own):
        for number in range(GUESTS):
            eve = await Guest.create(server.url, f"Eve {number}", crowd)
            for _ in range(CROWD // GUESTS):
                await eve.create_table("pylos", public=True)
                await eve.create_table("pylos", public=True, chairs=[{"kind": "me"}] * 2)
            await eve.close()
        await asyncio.sleep(1.1)  # a list is cached for a second
        for stage, table in (("open", own), ("running", running)):
            path = f"/api/tables?stage={stage}&game=pylos&limit=12"
            listed = [card["table"]["id"] for card in await ada.request("GET", path)]
            assert table in listed, f"pushed off the {stage} tables"
        bob = Guest(server.url, new_address())
        home = (await bob.browser.get("/")).text
        assert own in home
        assert running in home
    for guest in (ada, bob):
        await guest.close()
