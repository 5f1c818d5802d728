"""The checks of `make states` find every kind of fault and report none on a sound page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scripts.states.compare import MAX_DIFFERENCE, Pixels
from scripts.states.run import MEASURE

SOUND = """
<main style="width: 300px">
  <h1>Round the board</h1> <p>Two lines of words that are longer than one line can hold.</p>
  <button>Play</button> <a href="#more">More</a> <label><input type="checkbox"> Sound</label>
  <div style="height: 40px; overflow: auto"><p>One</p><p>Two</p><p>Three</p></div>
  <details><summary>Closed</summary><p>Nobody sees this.</p></details>
</main>
"""
BROKEN = {
    "leaves": [
        "<p style='position: absolute; left: 360px; white-space: nowrap'>Beyond the edge</p>",
        "<button style='position: absolute; left: -20px; width: 80px'>Back</button>",
        "<p style='position: fixed; bottom: -12px; margin: 0'>Below the fold for ever</p>",
        "<div style='width: 500px; height: 5px'></div>",
    ],
    "clipped": [
        "<p style='width: 60px; overflow: hidden; white-space: nowrap'>Longer than its box</p>",
        "<p style='width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>"
        "Longer than its box</p>",
        "<div style='height: 12px; overflow: hidden'><p>One line of two</p></div>",
        "<p style='width: 60px; overflow-wrap: anywhere'>Maximilienne</p>",
        "<div style='width: 90px; overflow: auto'><table><tr><td>Longerthanthisbox</table></div>",
        "<select style='width: 50px'><option>another choice</select>",
        "<input style='width: 50px' placeholder='What should we call you?'>",
    ],
    "overlaps": [
        "<button>Start over</button><button style='margin-left: -40px'>End turn</button>",
        "<h2>A title that is long enough</h2>"
        "<button style='position: absolute; top: 18px; left: 120px; background: none'>×</button>",
        "<p>Some words</p><p style='margin-top: -30px'>Other words</p>",
    ],
    "covered": [
        "<p>Words below</p><div style='position: absolute; inset: 0; height: 99px; "
        "background: #fff'></div>",
        "<button>Play</button><div style='position: absolute; inset: 0; height: 99px; "
        "background: #fff; pointer-events: none'></div>",
    ],
    "contrast": ["<p style='color: #999'>Grey on white</p>"],
    "empty": ["<div style='width: 200px; height: 60px; box-shadow: 0 0 4px #000'></div>"],
    "cropped": [
        "<img style='width: 80px; height: 80px; object-fit: cover' alt='' src=\"data:image/svg+xml,"
        "<svg xmlns='http://www.w3.org/2000/svg' width='160' height='80'/>\">"
    ],
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 400, "height": 600})
    yield page
    page.close()


def _faults(page: Page, body: str, **options: Any) -> list[str]:
    page.set_content(f"<!doctype html><body style='background: #fff'>{body}")
    found = page.evaluate(MEASURE, options)["found"]
    return [each["kind"] for each in found]


def test_a_sound_page_has_no_faults(page: Page) -> None:
    assert _faults(page, SOUND) == []


@pytest.mark.parametrize("kind", BROKEN)
def test_every_kind_of_fault_is_found(page: Page, kind: str) -> None:
    for body in BROKEN[kind]:
        assert kind in _faults(page, body), body


def test_required_elements_must_be_visible_and_in_order(page: Page) -> None:
    far = "<p id='far' style='margin-top: 900px'>Far below</p><p id='gone' hidden>Gone</p>"
    assert _faults(page, far) == []
    assert _faults(page, far, needs=["#far", "#gone"]) == ["needs", "needs"]
    words = "<p id='one'>One</p><p id='two'>Two</p>"
    assert _faults(page, words, needs=["#one above #two"]) == []
    assert _faults(page, words, needs=["#two above #one"]) == ["needs"]


def test_only_an_open_dialog_is_checked_not_the_page_below(page: Page) -> None:
    page.set_content(
        "<!doctype html><p style='color: #999'>Grey</p><dialog><p>Are you sure?</p></dialog>"
    )
    page.evaluate("document.querySelector('dialog').showModal()")
    assert page.evaluate(MEASURE, {})["found"] == []


def test_offers_and_numbers_may_not_cover_pieces(page: Page) -> None:
    board = """
    <div style="position: relative">
    <sommet-board style="display: block"><svg width="200" height="200">
      <g class="rest"><g class="solid"><circle cx="60" cy="60" r="20"/></g></g>
      <g class="labels"><path d="M{x} 40h40v40h-40z"/></g>
    </svg></sommet-board>
    <div class="offers">
      <p style="position: absolute; top: {y}px; width: 90px; background: #fff">A draw?</p>
    </div>
    </div>
    """
    assert _faults(page, board.format(x=120, y=150)) == []
    assert _faults(page, board.format(x=40, y=150)) == ["covered"]
    assert _faults(page, board.format(x=120, y=40)) == ["covered"]


def test_pixels_reveal_a_broken_magnifier_and_low_contrast(page: Page, browser: Browser) -> None:
    pixels = Pixels(browser.new_page())
    page.set_content(
        "<body style='margin: 0'><div style='width: 100px; height: 100px; background: "
        "radial-gradient(#c33 40%, #ddd 45%)'></div>"
        "<p style='position: absolute; top: 100px; margin: 0; color: #888; "
        "background: linear-gradient(#777, #666)'>On a picture</p>"
    )

    def take_screenshot(change: str = "") -> str:
        page.locator("div").evaluate(f"(node) => {{ {change} }}")
        return pixels.address(page.locator("div").screenshot())

    board, same = take_screenshot(), take_screenshot()
    blob = take_screenshot("node.style.background = 'radial-gradient(#000 60%, #ddd 65%)'")
    unlike = "([one, other]) => pixels.unlike(one, other)"
    assert pixels.page.evaluate(unlike, [board, same]) == 0
    assert pixels.page.evaluate(unlike, [board, blob]) > MAX_DIFFERENCE
    asked = page.evaluate(MEASURE, {})["asked"]
    [found] = pixels.contrasts(page, asked)
    assert found["kind"] == "contrast"
