"""One client wrote 9,649 lines into a game's log in 15 s (issue 10, 7)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.attacks.outside import attacked, two_at_a_table

pytestmark = pytest.mark.anyio

LINES = 60


async def test_a_log_cannot_be_filled_with_words(tmp_path: Path) -> None:
    options = ("--limit=requests_a_second=1e9", "--limit=messages_a_second=1e9")
    with attacked(tmp_path, "", *options) as server:
        table, ada, bob = await two_at_a_table(server.url)
        async with bob.at(table) as live:
            said = [await live.does("say", text=f"{number}") for number in range(LINES)]
        path = f"/api/tables/{table}/commands"
        posts = [
            bob.browser.post(path, json={"kind": "say", "id": f"{number}", "text": "again"})
            for number in range(LINES)
        ]
        posted = [answer.status_code for answer in await asyncio.gather(*posts)]
        heard = sum(answer["kind"] == "ack" for answer in said) + posted.count(200)
        assert 5 <= heard <= LINES, f"{heard} of {2 * LINES} lines are in the log"
        salts = [
            await bob.browser.post(path, json={"kind": "offer_draw", "id": f"d{number}"})
            for number in range(LINES)
        ]
        assert 429 in {answer.status_code for answer in salts}
        played = await ada.does(table, "play", move="1b2", position=2)
        assert played["sequence"] > heard, "who moves is not held up by who talks"
        await ada.leaves()
        await bob.leaves()
