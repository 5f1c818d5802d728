"""The notebook board in a real browser, loaded as in a notebook and clicked.

A small model connects the script and Python, as the notebook does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from sommet.notebook import BoardWidget
from tests.e2e.live_server import CHROMIUM, launch_browser

MODEL = """(shown) => {
  const hear = new Set();
  const put = (shown) => { window.model.shown = shown; for (const call of hear) call(); };
  window.model = {
    shown,
    get: (name) => window.model[name],
    on: (name, call) => hear.add(call),
    off: (name, call) => hear.delete(call),
    send: async (message) => put(JSON.parse(await window.sendToPython(JSON.stringify(message)))),
  };
}"""
WIDGETS = """async (text) => {
  for (const place of ["main", "aside"]) {
    const module = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const { default: widget } = await import(module);
    const el = document.createElement("div");
    widget.render({ model: window.model, el });
    document.querySelector(place).append(el); // JupyterLab attaches it after rendering, too
  }
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    if CHROMIUM is None:
        pytest.fail("no Chromium on this machine: make services")
    with launch_browser() as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(60_000)
        yield page


def test_clicking_plays_moves_and_steps_through_the_game(page: Page) -> None:
    board = BoardWidget("pylos", against="gentle", seed=1, level="gentle")
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    def receive(text: str) -> str:
        board._on_message(None, json.loads(text), None)
        return json.dumps(board.shown)

    page.expose_function("sendToPython", receive)
    page.set_content(f"<style>{board._css}</style><main></main><aside></aside>")
    page.evaluate(MODEL, board.shown)
    page.evaluate(WIDGETS, str(board._esm))  # in two cells, each with its own copy of the script
    main, aside = page.locator("main"), page.locator("aside")
    expect(main.get_by_role("status")).to_have_text("Light's turn.", timeout=60_000)
    main.locator('[aria-label^="1b2"]').locator(".hit").click(force=True)
    expect(main.get_by_role("slider")).to_have_value("2", timeout=60_000)
    expect(main.get_by_role("status")).to_contain_text("Dark places a ball", timeout=60_000)
    expect(aside.get_by_role("slider")).to_have_value("2", timeout=60_000)
    main.get_by_role("button", name="Previous move").click()
    expect(main.get_by_role("slider")).to_have_value("1", timeout=60_000)
    main.get_by_role("button", name="Analyse").click()
    expect(main.locator(".lines li").first).to_be_visible(timeout=60_000)
    assert str(board.record.moves[0]) == "1b2"
    assert problems == []
