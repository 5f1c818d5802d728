"""The daily challenge without a browser: one table per person, results without names, no hints."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sommet.engine.solo.daily import Daily, daily, solo_game
from sommet.tables.daily import DailyResult
from tests.server.clients import last_frame
from tests.server.local_server import Guest, running_server, settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    async with running_server(settings(tmp_path)) as (url, _):
        yield url


def today() -> Daily:
    return daily(solo_game(), datetime.now(UTC).date())


async def start_daily(guest: Guest) -> str:
    """The id of the table where a guest plays today's deal."""
    answer = await guest.browser.post("/daily")
    assert answer.status_code == 303
    return str(answer.headers["location"].removeprefix("/tables/"))


async def test_everyone_plays_the_same_deal_and_sees_how_others_did(url: str) -> None:
    deal, ada, ben = today(), Guest(url), Guest(url)
    assert "Nobody has finished it yet." in (await ada.browser.get("/daily")).text
    table, other = await start_daily(ada), await start_daily(ben)
    assert table != other
    assert await start_daily(ada) == table, "one attempt per day"
    seen = [
        await guest.request("GET", f"/api/tables/{id}")
        for guest, id in ((ada, table), (ben, other))
    ]
    assert seen[0]["frame"]["board"]["view"] == seen[1]["frame"]["board"]["view"]
    async with ada.at(table) as live:
        await live.until("welcome")
        assert (await live.send_command("hint"))["refused"]["code"] == "no_hints_in_daily"
        for move in deal.solution:
            done = await live.play(move, last_frame(live)["position"])
            assert "refused" not in done
    record = deal.record
    for move in deal.solution:
        record = record.play(move)
    marks = DailyResult.of(record).marks
    own = (await ada.browser.get("/daily")).text
    assert f"0 left after {len(deal.solution)} moves." in own
    assert f"{deal.day} {marks} 0/{len(deal.solution)}" in own
    row = rf"<td>0</td><td>{len(deal.solution)}</td><td>1</td>"
    assert re.search(row, (await ben.browser.get("/daily")).text)
    await ada.close()
    await ben.close()


def test_a_result_marks_the_moves_that_cleared_something() -> None:
    deal = today()
    record, marks = deal.record, ""
    for move in deal.solution:
        before = record.game.remaining(record.position.table, record.position.secrets)
        record = record.play(move)
        less = record.game.remaining(record.position.table, record.position.secrets) < before
        marks += "●" if less else "○"
    assert DailyResult.of(record) == DailyResult(0, len(deal.solution), marks)
    assert "●" in marks
