"""The toolbar below the board has at most four tools in one row, whatever the state, screen,
language and font size; the others are in the "More" menu."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import make_step, open_table, read_table
from tests.e2e.conftest import People

SIZES = ((360, 740), (390, 844), (740, 360), (820, 1180), (1366, 768), (1280, 700))
ROW = """() => {
  const tools = [...document.querySelectorAll("#tools > .tool, #turn-bar > .tool")]
    .filter((tool) => tool.checkVisibility());
  const boxes = tools.map((tool) => tool.getBoundingClientRect());
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1 ||
    one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const within = ({ left, right, top, bottom }) => left >= 0 && right <= innerWidth + 0.5 &&
    top >= 0 && bottom <= innerHeight + 0.5;
  const cut = (node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1;
  return {
    ids: tools.map(({ id }) => id),
    rows: new Set(boxes.map(({ top }) => Math.round(top / 8))).size,
    apart: boxes.every((one, at) => boxes.slice(at + 1).every((other) => apart(one, other))),
    seen: boxes.every(within),
    cut: tools.flatMap((tool) => [tool, ...tool.querySelectorAll(".label")]).filter(cut).length,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def assert_row_fits(page: Page, *, large: bool = False) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        row: Any = page.evaluate(ROW)
        assert 1 <= len(row["ids"]) <= 4
        assert row["ids"][-1] == "more"
        assert row["apart"], (width, row)
        assert row["cut"] == 0, (width, row)
        assert row["wide"] <= 0, (width, row)
        if not large:  # large text may need another line, and the page scrolls
            assert row["seen"], (width, row)
            assert row["rows"] == (len(row["ids"]) if width == 740 else 1), (width, row)


def start_turn(page: Page) -> None:
    """Start a turn, or complete it up to the confirmation."""
    chance = random.Random(4)
    page.locator("#board .target").first.wait_for()
    for _ in range(50):
        if page.locator("#undo-step").get_attribute("hidden") is None:
            break
        make_step(page, read_table(page), chance)
        page.wait_for_timeout(60)
    expect(page.locator("#undo-step")).to_be_visible()


@pytest.mark.parametrize("large", [False, True])
def test_the_tools_of_an_unfinished_turn_fit_every_screen(people: People, large: bool) -> None:
    page = people.open_page(phone=True, language="fr")
    if large:
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    open_table(page, "kabaleo", seat=0)
    start_turn(page)
    assert_row_fits(page, large=large)


def test_the_tools_of_a_turn_to_confirm_and_the_menu_fit_every_screen(people: People) -> None:
    page = people.open_page(phone=True, language="fr")
    page.add_init_script("localStorage.setItem('sommet.confirm', 'on')")
    open_table(page, "colorpop", seat=0)
    start_turn(page)
    expect(page.locator("#turn-bar > #finish")).to_be_visible()
    assert_row_fits(page)
    # Tools that don't fit are in the "More" menu.
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator("#hint")).to_be_hidden()
    page.locator("#more").click()
    expect(page.locator("#others > #hint")).to_be_in_viewport(ratio=1)
    for tool in page.locator("#menu button:visible").all():
        expect(tool).to_be_in_viewport(ratio=1)
    page.locator("#board").click(position={"x": 5, "y": 5})
    expect(page.locator("#menu")).to_be_hidden()
