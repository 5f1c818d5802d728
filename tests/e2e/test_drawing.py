"""The board in the browser as it is drawn; what it draws is compared in `tests/drawing`."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.e2e.conftest import People
from tests.e2e.hands import click_on, look, open_table

WATCH = """() => {
  const { stage } = document.getElementById("board");
  const solids = [...stage.layer.querySelectorAll(".solid")];
  window.kept = () => solids.filter((node) => node.isConnected).length / solids.length;
  window.redrawn = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.classList.contains("solid")) window.redrawn.add(target);
    }
  }).observe(stage.layer, { childList: true, subtree: true });
}"""


def test_pieces_keep_their_elements_while_they_move(people: People) -> None:
    ana = people.come(motion=True)
    open_table(ana, "colorpop", "Round one screen")
    ana.locator("#lift").click()
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.evaluate(WATCH)
    chance = random.Random(1)
    while look(ana)["moves"] < 1:
        click_on(ana, look(ana), chance)
        ana.wait_for_timeout(60)
    ana.wait_for_function("() => !document.getElementById('board').finish")
    assert ana.evaluate("kept()") == 1, "a token that is taken goes to the tray"
    # Only what lies in the tray is smaller, and turned: tokens that slide are only moved.
    assert ana.evaluate("redrawn.size") <= 10


def test_the_first_board_is_in_the_page_before_any_script_runs(people: People) -> None:
    ana = people.come()
    address = open_table(ana, "pylos")
    ana.route("**/*.js", lambda route: route.abort())
    ana.goto(address)
    expect(ana.locator("#board svg use").first).to_be_visible()
