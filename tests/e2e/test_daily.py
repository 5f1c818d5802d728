"""The deal of the day in a browser: played to its end, then told and shared."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import People
from tests.e2e.hands import play_to_the_end


def test_the_deal_of_the_day_is_played_and_shared(people: People) -> None:
    ana = people.come()
    ana.goto("/daily")
    expect(ana.locator(".day-board svg")).to_be_visible()
    ana.locator("form[action='/daily'] button").click()
    ana.wait_for_url("**/tables/*")
    play_to_the_end([ana])
    ana.goto("/daily")
    line = ana.locator("#line")
    expect(line).to_have_text(re.compile(r"^Sommet \d{4}-\d\d-\d\d [●○]+ \d+/\d+$"))
    left, moves = line.inner_text().rpartition(" ")[2].split("/")
    expect(ana.locator("tr[aria-current] td").first).to_have_text(left)
    assert len(re.findall("[●○]", line.inner_text())) == int(moves)
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.locator("#copy").click()
    expect(ana.locator("#copy")).to_have_text("Copied.")
    assert ana.evaluate("navigator.clipboard.readText()") == line.inner_text()
