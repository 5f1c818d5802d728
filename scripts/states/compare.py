"""Pixel comparisons: the contrast of text on pictures, and the magnifier against the board."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page

__all__ = ["Pixels", "smallest_target"]

SCRIPT = Path(__file__).with_name("pixels.js")
NO_TEXT = """(on) => {
  const sheet = globalThis.statesNoText ??= new CSSStyleSheet();
  sheet.replaceSync(`
    *, ::before, ::after { color: #0000 !important; -webkit-text-fill-color: #0000 !important; }
    svg text { fill: #0000 !important; stroke: #0000 !important; }
  `);
  const others = document.adoptedStyleSheets.filter((each) => each !== sheet);
  document.adoptedStyleSheets = on ? [...others, sheet] : others;
}"""
"""A constructed style sheet, which the page's content security policy allows."""
LEAST = """() => {
  const at = [...document.querySelectorAll("#board .target > .hit")].map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { side: Math.min(width, height), at: [left + width / 2, top + height / 2] };
  }).filter(({ at: [x, y] }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight);
  const sorted = at.sort((one, other) => one.side - other.side);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)].at : null;
}"""
THROUGH = """() => {
  const glass = document.querySelector(".magnifier");
  const picture = glass?.querySelector("svg");
  if (!picture) return null;
  const { x, y, width, height } = picture.viewBox.baseVal;
  const board = document.querySelector("#board > svg:not(.resting)");
  const matrix = board.getScreenCTM();
  const [from, to] = [[x, y], [x + width, y + height]]
    .map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
  const seen = picture.getBoundingClientRect();
  return {
    board: { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y },
    glass: { x: seen.x, y: seen.y, width: seen.width, height: seen.height },
  };
}"""
"""The magnifier's box, and the part of the board it shows."""
HIDE = (
    "(shown) => { document.querySelector('.magnifier').style.visibility = shown ? '' : 'hidden'; }"
)
MAX_DIFFERENCE = 0.2
"""The share of the magnifier that may differ from the board, since the target is highlighted."""


def smallest_target(page: Page) -> list[float] | None:
    """The position of a target small enough for the magnifier, or None."""
    found: list[float] | None = page.evaluate(LEAST)
    return found


class Pixels:
    """Analyses pictures in an empty page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_script_tag(path=SCRIPT)

    @staticmethod
    def address(picture: bytes) -> str:
        """A picture as a data URL."""
        return f"data:image/png;base64,{base64.b64encode(picture).decode()}"

    def contrasts(self, page: Page, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The texts with too little contrast to the picture below them."""
        if not asked:
            return []
        page.evaluate(NO_TEXT, True)
        shot = page.screenshot()
        page.evaluate(NO_TEXT, False)
        found = self.page.evaluate(
            "([picture, asked]) => pixels.contrasts(picture, asked)", [self.address(shot), asked]
        )
        return [
            {
                **text,
                "kind": "contrast",
                "why": f"contrast {ratio:.1f} to 1 on its background, at least {text['least']}",
            }
            for text, ratio in zip(asked, found, strict=True)
            if ratio < text["least"] - 0.05
        ]

    def glass(self, page: Page, fingers: CDPSession) -> tuple[float, dict[str, Any]] | None:
        """The share of the magnifier that differs from the board below it, and its box; None if
        every target is large enough for a finger."""
        at = smallest_target(page)
        if at is None:
            return None
        point = [{"x": at[0], "y": at[1]}]
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        try:
            page.wait_for_timeout(400)
            places = page.evaluate(THROUGH)
            if not places:
                return None
            glass = page.screenshot(clip=places["glass"])
            page.evaluate(HIDE, False)
            board = page.screenshot(clip=places["board"])
            page.evaluate(HIDE, True)
            unlike = self.page.evaluate(
                "([board, glass]) => pixels.unlike(board, glass)",
                [self.address(board), self.address(glass)],
            )
            return float(unlike), places["glass"]
        finally:
            fingers.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
