"""A guest could ask the engines for hints without limit by taking a new name each time."""

from __future__ import annotations

import pytest

from tests.server.attacks.attacker import new_address
from tests.server.clients import Guest
from tests.server.services import Process

pytestmark = pytest.mark.anyio

ATTEMPTS = 12
POSITION = {"game": "pylos", "level": "gentle"}


async def request_analysis(guest: Guest) -> int:
    """The status of the response to a request for an analysis."""
    return (await guest.browser.post("/api/analysis", json=POSITION)).status_code


async def test_hints_and_analyses_are_limited_per_address_too(small_server: Process) -> None:
    address = new_address()
    ada, eve = [await Guest.create(small_server.url, name, address) for name in ("Ada", "Eve")]
    bob = await Guest.create(small_server.url, "Bob", new_address())
    answers = {await request_analysis(ada) for _ in range(ATTEMPTS)}
    assert answers == {200, 429}
    chairs = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    async with eve.at(await eve.create_table("pylos", chairs=chairs, first=0)) as live:
        await live.until("welcome")
        hint = await live.send_command("hint")
        assert hint["kind"] == "refused", "a new name does not give another hint"
        assert hint["refused"]["code"] == "rate_limited"
    assert await request_analysis(bob) == 200, "other addresses are counted separately"
    for guest in (ada, bob, eve):
        await guest.close()
