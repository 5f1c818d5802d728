"""Check that the board never moves: `python -m scripts.layout_shift`, from the root.

Plays every game against a machine at five sizes, with a hint, invalid taps and an end, and watches
every frame: the boxes of the board and of its drawing should never change.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect

import sommet
from scripts.board_size import SIZES
from tests.e2e.actions import open_table, play_one_turn
from tests.e2e.live_server import launch_browser, run_server
from tests.e2e.test_layout import BOXES, WATCH

MOVES = 5
TOUCH = """() => {
  const board = document.getElementById("board");
  board.touch(board.stage.scene.solids.findLast(({ tray }) => tray === 1).id);
}"""


def boxes(page: Page, game: str) -> list[str]:
    open_table(page, game, seat=0)
    page.locator("#board .target").first.wait_for()
    page.evaluate(WATCH)
    page.locator("#hint").click()
    # The first reply may wait for the search to compile.
    expect(page.locator("#hint")).to_be_enabled(timeout=120_000)
    for move in range(MOVES):
        page.evaluate(TOUCH)
        play_one_turn(page, seed=move)
    # Scrolling to the button would move everything, so click it in place.
    page.evaluate('() => document.getElementById("resign").click()')
    page.locator("dialog[open] button[value=yes]").click()
    expect(page.locator("#result")).to_be_visible()
    found: list[str] = page.evaluate(BOXES)
    return found


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder)) as site,
        launch_browser() as browser,
    ):
        for game in sommet.names():
            for width, height in SIZES:
                page = browser.new_page(base_url=site, viewport={"width": width, "height": height})
                found = boxes(page, game)
                verdict = "stays" if len(found) == 1 else f"MOVES: {', '.join(found)}"
                print(f"{game:<10} {width:>4} × {height:<4} {verdict}", flush=True)
                page.context.close()


if __name__ == "__main__":
    main()
