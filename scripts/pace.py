"""How fast the page is: what a table weighs, when the first board stands, how soon a click is
answered, how evenly a full Color Pop board moves. `make pace` runs it from the root."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Response

from tests.e2e.hands import look, open_table
from tests.e2e.house import opened, served

DRAWN = """(what) => new Promise((done) => {
  const seen = () => document.querySelector(what)
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(seen);
  seen();
})"""
ANSWER = """([x, y]) => new Promise((done) => {
  const board = document.getElementById("board");
  const begun = performance.now();
  const seen = () => {
    if (board.classList.contains("waiting") || board.finish) {
      requestAnimationFrame(() => done(performance.now() - begun));
    } else requestAnimationFrame(seen);
  };
  document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  seen();
})"""
FRAMES = """() => new Promise((done) => {
  const board = document.getElementById("board");
  const spans = [];
  let before = performance.now();
  const frame = (now) => {
    spans.push(now - before);
    before = now;
    if (spans.length > 10 && !board.finish) done(spans.slice(2));
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""


def fresh(browser: Browser, site: str) -> Page:
    context = browser.new_context(base_url=site, viewport={"width": 1280, "height": 900})
    return context.new_page()


def main() -> None:
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as site, opened() as browser:
        host = fresh(browser, site)
        address = open_table(host, "colorpop")
        host.locator("#board .target").first.wait_for()

        guest = fresh(browser, site)
        weights: list[int] = []

        def weigh(answer: Response) -> None:
            weights.append(answer.request.sizes()["responseBodySize"])

        guest.on("response", weigh)
        guest.goto(address)
        guest.locator("#board .solid").first.wait_for()
        say("first visit to a table", sum(weights) / 1000, 150, "KB")
        guest.context.close()

        slow = fresh(browser, site)
        throttle(slow, 4)
        slow.goto(address, wait_until="commit")
        say(
            "first board, CPU slowed four times",
            slow.evaluate(DRAWN, "#board :is(use, .solid)"),
            1000,
            "ms",
        )
        say("the same with its scripts at work", slow.evaluate(DRAWN, "#board .solid"), None, "ms")

        slow.context.close()

        answered: Any = host.evaluate(ANSWER, look(host)["targets"][5])
        say("a click answered on the screen", answered, 100, "ms")
        spans: list[float] = host.evaluate(FRAMES)
        say("longest frame of a Color Pop move", max(spans), 50, "ms")


def throttle(page: Page, times: int) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": times})


def say(what: str, found: float, most: float | None, unit: str) -> None:
    verdict = ""
    if most is not None:
        verdict = f"(at most {most:.0f})  {'ok' if found <= most else 'TOO MUCH'}"
    print(f"{what:<38}{found:8.0f} {unit:<3} {verdict}", flush=True)


if __name__ == "__main__":
    main()
