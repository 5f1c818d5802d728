"""How much of the screen the boards fill: `python -m scripts.board_size`, from the root.

For every game at five sizes: the size of the drawing, trays included, compared with its goal, and
the smallest tap target, which is magnified under a finger if it is too small. Sizes are in CSS
pixels.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import sommet
from tests.e2e.actions import open_table
from tests.e2e.live_server import launch_browser, run_server

SIZES = ((360, 740), (740, 360), (820, 1180), (1366, 768), (1920, 1080))
LAYOUT_DONE = """() => {
  const { stage, clientWidth, clientHeight } = document.getElementById("board");
  const off = stage.aspectRatio * clientHeight / clientWidth;
  return Math.max(off, 1 / off) < 1.2;
}"""
MEASURE = """() => {
  const board = document.getElementById("board");
  const { wood, rest } = board.stage.layers;
  const boxes = [wood, rest].map((picture) => picture.getBoundingClientRect());
  const reach = (near, far) =>
    Math.max(...boxes.map((box) => box[far])) - Math.min(...boxes.map((box) => box[near]));
  const [width, height] = [reach("left", "right"), reach("top", "bottom")];
  const sides = [...board.querySelectorAll(".target .hit")].map((node) => {
    const box = node.getBoundingClientRect();
    return Math.min(box.width, box.height);
  });
  return { width, height, least: Math.min(...sides) };
}"""
MIN_TARGET_PX = 40
"""What a finger needs; see `board/hit_test.js`."""


def goal_for(width: int, height: int, drawn: dict[str, float]) -> tuple[str, float, float]:
    """The goal for a screen of this size: its description, the actual share, the minimum."""
    if width > 1000:
        return "area, of height²", drawn["width"] * drawn["height"] / height**2, 0.6
    if width > height:
        return "height", drawn["height"] / height, 0.85
    if width > 500:
        return "width", drawn["width"] / width, 0.85
    return (
        "width, or height by 0.6",
        max(drawn["width"] / width, drawn["height"] / height / 0.6),
        0.9,
    )


def measure_board(page: Page, width: int, height: int) -> dict[str, float]:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(LAYOUT_DONE)
    found: Any = page.evaluate(MEASURE)
    return {name: float(value) for name, value in found.items()}


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as home,
        run_server(Path(home)) as site,
        launch_browser() as browser,
    ):
        page = browser.new_context(base_url=site, reduced_motion="reduce", locale="en").new_page()
        for game in sommet.names():
            open_table(page, game, seat=0)
            page.locator("#board .target").first.wait_for()
            for width, height in SIZES:
                drawn = measure_board(page, width, height)
                what, share, least = goal_for(width, height, drawn)
                verdict = "ok" if share >= least else "TOO LITTLE"
                said = f"{share:.0%} of {what} (at least {least:.0%})"
                size = f"{drawn['width']:.0f} × {drawn['height']:.0f}"
                under = ", magnified under a finger" if drawn["least"] < MIN_TARGET_PX else ""
                target = f"smallest target {drawn['least']:.0f} px{under}"
                print(f"{game:<10}{width:>5} × {height:<5}{size:<13}{said:<54}{verdict}; {target}")


if __name__ == "__main__":
    main()
