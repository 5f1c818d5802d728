"""One client could write 9,649 lines into a game's log in 15 s."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.attacks.attacker import new_game_of_two
from tests.server.services import Process

pytestmark = pytest.mark.anyio

LINES = 36
"""Three times as many as a client that sends nothing else may send at once."""


async def test_chat_cannot_flood_the_log(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url)
    async with bob.at(table) as live:
        said = [await live.send_command("say", text=f"{number}") for number in range(LINES)]
    path = f"/api/tables/{table}/commands"
    posts = [
        bob.browser.post(path, json={"kind": "say", "id": f"{number}", "text": "again"})
        for number in range(LINES)
    ]
    posted = [answer.status_code for answer in await asyncio.gather(*posts)]
    heard = sum(answer["kind"] == "ack" for answer in said) + posted.count(200)
    assert 5 <= heard <= LINES, f"{heard} of {2 * LINES} lines are in the log"
    draws = [
        await bob.browser.post(path, json={"kind": "offer_draw", "id": f"d{number}"})
        for number in range(LINES)
    ]
    assert 429 in {answer.status_code for answer in draws}
    played = await ada.send_command(table, "play", move="1b2", position=2)
    assert played["sequence"] > heard, "chat does not delay moves"
    await ada.close()
    await bob.close()
