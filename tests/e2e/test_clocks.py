"""Clocks on the page: when they start, and how they round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import play_one_turn
from tests.e2e.conftest import People

HOUR_MS = 3_600_000


def pass_hours(page: Page, hours: float) -> None:
    """Move the page's clock forward."""
    page.evaluate("ms => { const now = Date.now; Date.now = () => now() + ms }", hours * HOUR_MS)


@pytest.mark.parametrize(
    ("language", "full", "less"), [("en", "3 d", "2 d 23 h"), ("fr", "3 j", "2 j 23 h")]
)
def test_three_days_show_as_three_days_and_start_with_the_first_move(
    people: People, language: str, full: str, less: str
) -> None:
    ana = people.open_page(language=language)
    ana.goto("/new/pylos?seat=0&level=novice&clock=3d")
    ana.locator("form.choices button.main").click()
    clocks = ana.locator("#players .clock")
    expect(clocks).to_have_text([full, full])
    expect(ana.locator("#board .target").first).to_be_visible()
    pass_hours(ana, 30)
    ana.wait_for_timeout(600)  # two ticks of the page's clock
    expect(clocks).to_have_text([full, full])
    ana.reload()
    play_one_turn(ana, 1)
    expect(clocks).to_have_text([full, full])
    own = ana.locator("#players .own .clock")
    pass_hours(ana, 1.1)
    expect(own).to_have_text(less)
    pass_hours(ana, 47)
    expect(own).to_contain_text("23:5")
