"""The speed of the page: download size, time to the first board, response to a click, smoothness of
each game's animations. `make pace` runs it from the root."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, Response

import sommet
from scripts.frame_trace import CATEGORIES, longest_frame
from tests.e2e.actions import open_table
from tests.e2e.live_server import launch_browser, run_server

HEAVIEST = "colorpop"
"""The game with the most pieces."""
MOVES, VISITS = 5, 3
"""Moves measured per game, and visits by a slow device."""
READY = """() => {
  const board = document.getElementById("board");
  return !board?.finishAnimation && !board?.classList.contains("waiting") &&
    board?.targets?.choosable.length > 0;
}"""
COUNT = "() => document.querySelectorAll('#moves li').length"

DRAWN = """(what) => new Promise((done) => {
  const seen = () => document.querySelector(what)
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(seen);
  seen();
})"""
CLICK = """
  const board = document.getElementById("board");
  const plain = board.targets.choosable.filter(({ steps }) => steps.size === 1);
  const chosen = board.targets.node(plain[plain.length >> 1]).querySelector(".hit");
  chosen.dispatchEvent(new MouseEvent("click", { bubbles: true }));
"""
"""Click a target that stands for a single step."""
ANSWER = (
    """() => new Promise((done) => {
  const begun = performance.now();"""
    + CLICK
    + """
  const seen = () => {
    if (board.classList.contains("waiting") || board.finishAnimation) {
      requestAnimationFrame(() => done(performance.now() - begun));
    } else requestAnimationFrame(seen);
  };
  seen();
})"""
)
FRAMES = (
    "() => new Promise((done) => {"
    + CLICK
    + """
  const spans = [];
  let before = performance.now();
  let moved = false;
  let rest = 0;
  const frame = (now) => {
    spans.push(now - before);
    before = now;
    moved ||= !!board.finishAnimation;
    // Until the words have followed the landing.
    rest = moved && !board.finishAnimation ? rest + 1 : 0;
    if (rest > 10) done(spans.slice(1));
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
)


def open_fresh_page(browser: Browser, site: str) -> Page:
    context = browser.new_context(base_url=site, viewport={"width": 1280, "height": 900})
    return context.new_page()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as home,
        run_server(Path(home)) as site,
        launch_browser() as browser,
    ):
        host = open_fresh_page(browser, site)
        address = open_table(host, HEAVIEST)
        host.locator("#board .target").first.wait_for()

        guest = open_fresh_page(browser, site)
        weights: list[int] = []

        def record_size(answer: Response) -> None:
            weights.append(answer.request.sizes()["responseBodySize"])

        guest.on("response", record_size)
        guest.goto(address)
        guest.locator("#board .solid").first.wait_for()
        say("first visit to a table", sum(weights) / 1000, 150, "KB")
        guest.context.close()

        first, live = zip(*(visit(browser, site, address) for _ in range(VISITS)), strict=True)
        say("first board, CPU slowed 4×", median(first), 1000, "ms")
        say("the same, scripts running", median(live), None, "ms")

        answered: Any = host.evaluate(ANSWER)
        say("response to a click", answered, 100, "ms")
        host.context.close()

        for game in sommet.names():
            moves(browser, site, game)


def visit(browser: Browser, site: str, address: str) -> tuple[float, float]:
    """When a slow device shows the first board, and when its scripts are running."""
    page = open_fresh_page(browser, site)
    throttle(page, 4)
    page.goto(address, wait_until="commit")
    first: float = page.evaluate(DRAWN, "#board :is(use, .solid)")
    live: float = page.evaluate(DRAWN, "#board .solid")
    page.context.close()
    return first, live


def moves(browser: Browser, site: str, game: str) -> None:
    """The longest frames between a click and the end of its animation, over some moves; the first
    move, which starts the engine, does not count."""
    for times in (1, 4):
        page = open_fresh_page(browser, site)
        # Against a fast level: only the page is measured.
        page.goto(f"/new/{game}?seat=0&level=novice")
        page.locator("form.choices button.main").click()
        whole_move(page)
        if times > 1:
            throttle(page, times)
        else:
            browser.start_tracing(page=page, categories=CATEGORIES)
        played = [whole_move(page) for _ in range(MOVES)]
        longests = [max(spans) for spans in played]
        if times > 1:
            say("  median of the moves, CPU slowed 4×", median(longests), None, "ms")
        else:
            work = longest_frame(browser.stop_tracing())
            spans = [span for spans in played for span in spans]
            late = sum(span > 20 for span in spans) * 100 / len(spans)
            say(f"longest frame, {game}", max(longests), 50, "ms")
            say("  median of the moves", median(longests), None, "ms")
            say("  processor time, worst frame", work.page, None, "ms")
            say("  raster time, worst frame", work.raster, None, "ms")
            say("  late frames", late, None, "%")
        page.context.close()


def whole_move(page: Page) -> list[float]:
    """Play a move click by click and wait for the reply; returns the length of each frame."""
    page.wait_for_function(READY)
    moves, spans = page.evaluate(COUNT), list[float]()
    while page.evaluate(COUNT) == moves and page.evaluate(READY):
        spans += page.evaluate(FRAMES)
    return spans


def throttle(page: Page, times: int) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": times})


def say(what: str, found: float, most: float | None, unit: str) -> None:
    verdict = ""
    if most is not None:
        verdict = f"(at most {most:.0f})  {'ok' if round(found) <= most else 'TOO MUCH'}"
    print(f"{what:<46}{found:8.0f} {unit:<3} {verdict}", flush=True)


if __name__ == "__main__":
    main()
