"""The deal on the page: its commitment is shown, and every browser adds its own salt."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.actions import open_table, resign
from tests.e2e.conftest import People


def test_a_browser_adds_its_salt_after_the_commitment_and_the_deal_is_verified(
    people: People,
) -> None:
    page = people.open_page()
    table = open_table(page, "kabaleo", "Play").rpartition("/")[2]
    commitment = page.locator("#commitment").text_content() or ""
    assert re.fullmatch("[0-9a-f]{64}", commitment)
    expect(page.locator("#resign")).to_be_visible()  # the game has been dealt
    record = page.request.get(f"/api/tables/{table}/record").text()
    assert f'[Commitment "{commitment}"]' in record
    assert re.search(r'\[Salt[12] "[0-9a-f]{32}"\]', record)
    resign(page)
    page.goto(f"/verify?table={table}")
    expect(page.locator("#verdict")).to_contain_text("nobody could choose this deal")
