"""The daily deal in a browser: played to the end, then reviewed and shared."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from tests.e2e.actions import make_step, play_to_the_end, read_table, resign, until_timeout
from tests.e2e.conftest import People


def test_the_daily_deal_is_played_and_shared(people: People) -> None:
    ana = people.open_page()
    ana.goto("/daily")
    expect(ana.locator(".daily-board svg")).to_be_visible()
    ana.locator("form[action$='daily'] button").click()
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


CLICKABLE = """() => [...document.querySelectorAll("#table :is(button, a.button, summary)")]
  .map((node, at) => { node.dataset.at = at; return node; })
  .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !node.disabled && !node.closest("sommet-board, .steps, .moves, dialog"))
  .map((node) => node.dataset.at)"""
PAGE_STATE = (
    "() => [location.href, document.body.outerHTML, document.querySelectorAll('[open]').length]"
)


def _click_everything(page: Page, address: str, clicked: set[str]) -> None:
    """Check that every button does something and that none is refused. `clicked` are the texts of
    those that have been checked before."""
    page.goto(address)
    expect(page.locator("#now")).not_to_be_empty()
    for at in page.evaluate(CLICKABLE):
        page.goto(address)
        expect(page.locator("#now")).not_to_be_empty()
        page.evaluate(CLICKABLE)
        button = page.locator(f"[data-at='{at}']")
        words = button.evaluate("node => node.textContent.trim()")
        if words in clicked:
            continue
        if words:
            clicked.add(words)
        before = page.evaluate(PAGE_STATE)
        if button.get_attribute("download") is not None:
            with page.expect_download():
                button.click()
            continue
        button.click()
        for _ in until_timeout():
            if not page.url.startswith(address) or page.evaluate(PAGE_STATE) != before:
                break
            page.wait_for_timeout(30)
        expect(page.locator("main")).to_be_visible()
        for refused in page.locator(".refused").all():
            assert refused.text_content() == "", words


def test_every_button_of_the_daily_deal_works(people: People) -> None:
    ana = people.open_page()
    ana.goto("/daily")
    ana.locator("form[action$='daily'] button").click()
    ana.wait_for_url("**/tables/*")
    address = ana.url
    expect(ana.locator("#board .target").first).to_be_visible()
    expect(ana.locator("#hint")).to_be_hidden()
    chance, clicked = random.Random(1), set[str]()
    while not (state := read_table(ana))["moves"]:
        make_step(ana, state, chance)
        ana.wait_for_timeout(60)
    for refused in ("#hint", "#takeback"):
        expect(ana.locator(refused)).to_be_hidden()
    _click_everything(ana, address, clicked)
    ana.goto(address)
    resign(ana)
    expect(ana.locator("#rematch")).to_be_hidden()
    _click_everything(ana, address, clicked)
    ana.goto(address)
    ana.get_by_role("link", name="Everyone’s results").click()
    expect(ana.get_by_role("heading", name="Your result")).to_be_visible()
    ana.get_by_role("link", name="Review").click()
    expect(ana.locator("#result")).to_be_visible()
    ana.locator(".bar-title").get_by_role("link", name="Daily deal").click()
    expect(ana.locator("#line")).to_be_visible()
