"""Who took a new name could ask the engines for hints without end: only the person was counted."""

from __future__ import annotations

import pytest

from tests.server.attacks.attacker import new_address
from tests.server.clients import Guest
from tests.server.services import Process

pytestmark = pytest.mark.anyio

ENOUGH = 12
POSITION = {"game": "pylos", "level": "gentle"}


async def asks(guest: Guest) -> int:
    """The answer to somebody who wants a position analysed."""
    return (await guest.browser.post("/api/analysis", json=POSITION)).status_code


async def test_hints_and_analyses_are_counted_by_address_too(small: Process) -> None:
    address = new_address()
    ada, eve = [await Guest.create(small.url, name, address) for name in ("Ada", "Eve")]
    bob = await Guest.create(small.url, "Bob", new_address())
    answers = {await asks(ada) for _ in range(ENOUGH)}
    assert answers == {200, 429}
    chairs = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    async with eve.at(await eve.create_table("pylos", chairs=chairs, first=0)) as live:
        await live.until("welcome")
        hint = await live.send_command("hint")
        assert hint["kind"] == "refused", "another name, another hint"
        assert hint["refused"]["code"] == "too_often"
    assert await asks(bob) == 200, "who comes from elsewhere is not counted along"
    for guest in (ada, bob, eve):
        await guest.close()
