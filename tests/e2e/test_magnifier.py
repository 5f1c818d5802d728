"""The magnifier shows the same pixels as the board."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import open_table
from tests.e2e.conftest import People

TARGET_CENTRE = """() => {
  const boxes = [...document.querySelectorAll("#board .target > .hit")]
    .map((node) => node.getBoundingClientRect());
  const boxed = boxes.filter(({ top }) => top > 230).sort((one, other) => one.top - other.top);
  const { left, top, width, height } = boxed[Math.floor(boxed.length / 2)];
  return [left + width / 2, top + height / 2];
}"""
"""The centre of a target with room for the magnifier above it."""

DIFFERENCE = """async ([before, after, x, y, zoom, glass]) => {
  const load = async (png) =>
    createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const [there, here] = await Promise.all([load(before), load(after)]);
  const side = 90;
  const pixels = (picture, ...from) => {
    const ink = new OffscreenCanvas(side, side).getContext("2d");
    ink.drawImage(picture, ...from, 0, 0, side, side);
    return ink.getImageData(0, 0, side, side).data;
  };
  const far = side / zoom;
  const one = pixels(there, x - far / 2, y - far / 2, far, far);
  const other = pixels(here, glass[0] - side / 2, glass[1] - side / 2, side, side);
  let [sum, dark] = [0, 0];
  for (let at = 0; at < one.length; at += 4) {
    const apart = [0, 1, 2].map((part) => Math.abs(one[at + part] - other[at + part]));
    sum += apart[0] + apart[1] + apart[2];
    const black = (data) => data[at] + data[at + 1] + data[at + 2] < 60;
    if (black(other) && !black(one)) dark += 1;
  }
  const count = one.length / 4;
  return { mean: sum / count / 3, dark: dark / count };
}"""
"""The mean colour difference between the centre of the magnifier and the enlarged board, and the
share of pixels that are black only in the magnifier."""

MAGNIFIER = """() => {
  const glass = document.querySelector("#board .magnifier");
  const { left, top, width, height } = glass.getBoundingClientRect();
  const [, , side] = glass.firstElementChild.getAttribute("viewBox").split(" ");
  const scale = document.getElementById("board").stage.svg.getScreenCTM().a;
  const zoom = glass.firstElementChild.clientWidth / side / scale;
  return { at: [left + width / 2, top + height / 2], zoom };
}"""


def take_screenshot(page: Page) -> str:
    return base64.b64encode(page.screenshot()).decode()


@pytest.mark.parametrize("game", ["colorpop", "triedre"])  # Kabaleo's targets are large enough
def test_the_magnifier_looks_like_the_board(people: People, game: str) -> None:
    page = people.open_page(phone=True)
    open_table(page, game, seat=0)
    page.locator("#board .target").first.wait_for()
    x, y = page.evaluate(TARGET_CENTRE)
    before = take_screenshot(page)
    fingers = page.context.new_cdp_session(page)
    down: Any = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    fingers.send("Input.dispatchTouchEvent", down)
    expect(page.locator("#board .magnifier")).to_be_visible()
    after, glass = take_screenshot(page), page.evaluate(MAGNIFIER)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    page.goto("about:blank")  # its policy allows reading data URLs
    found = page.evaluate(DIFFERENCE, [before, after, x, y, glass["zoom"], glass["at"]])
    # Only the highlight ring is new. A place six pixels away differs by more than 50.
    assert found["mean"] < 40
    assert found["dark"] < 0.08
