"""The deal on the page: its promise is shown, and every browser adds its salt by itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.actions import open_table, resign
from tests.e2e.conftest import People


def test_a_browser_adds_its_salt_after_the_promise_and_the_check_says_what_is_proven(
    people: People,
) -> None:
    page = people.come()
    table = open_table(page, "kabaleo", "Play").rpartition("/")[2]
    promise = page.locator("#commitment").text_content() or ""
    assert re.fullmatch("[0-9a-f]{64}", promise)
    expect(page.locator("#resign")).to_be_visible()  # the deal has fallen
    record = page.request.get(f"/api/tables/{table}/record").text()
    assert f'[Commitment "{promise}"]' in record
    assert re.search(r'\[Salt[12] "[0-9a-f]{32}"\]', record)
    resign(page)
    page.goto(f"/verify?table={table}")
    expect(page.locator("#verdict")).to_contain_text("nobody could choose this deal")
