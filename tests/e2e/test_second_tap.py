"""A finger taps a small target twice: the first tap shows it enlarged, the second one counts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sommet
from tests.e2e.actions import open_table, play_one_turn, read_table
from tests.e2e.conftest import People

SMALL = {"kabaleo", "colorpop"}
"""The games whose first targets are small at the size of these tests."""

SINGLE_STEPS = """() => {
  const { targets, pointerInput } = document.getElementById("board");
  return targets.choosable
    .filter((target) => target.steps.size === 1 && !targets.duplicates.has(target))
    .map((target) => {
      const { left, top, width, height } = targets.hitBox(target);
      return { step: [...target.steps.keys()][0], x: left + width / 2, y: top + height / 2,
        small: pointerInput.secondTap.isNeeded(target) };
    });
}"""
"""The targets with a single step: the step, the centre, and whether a finger taps twice."""


def open_phone(people: People, game: str, *, language: str = "en", always: bool = False) -> Page:
    """A very small phone at its own turn; `always` asks for a second tap on large targets too."""
    page = people.open_page(phone=True, language=language)
    if always:
        page.add_init_script("localStorage.setItem('sommet.taps', 'always')")
    page.set_viewport_size({"width": 320, "height": 568})
    open_table(page, game, seat=0)
    page.locator("#board .target").first.wait_for()
    page.evaluate("""() => {
      window.steps = [];
      const board = document.getElementById("board");
      board.addEventListener("step", ({ detail }) => window.steps.push(detail.step));
    }""")
    return page


def small_targets(page: Page) -> list[Any]:
    """Targets with different steps that have to be tapped twice."""
    found = {each["step"]: each for each in page.evaluate(SINGLE_STEPS) if each["small"]}
    return list(found.values())


def tap(page: Page, at: Any) -> None:
    page.touchscreen.tap(at["x"], at["y"])


def steps(page: Page) -> list[str]:
    """The steps that were chosen."""
    found: list[str] = page.evaluate("() => window.steps")
    return found


@pytest.mark.parametrize("game", sommet.names())
def test_a_small_target_is_shown_large_and_counts_when_it_is_tapped_again(
    people: People, game: str
) -> None:
    page = open_phone(people, game, always=game not in SMALL)
    asking, lens = page.locator("#board .second-tap"), page.locator("#board .magnifier")
    one, other, *_ = small_targets(page)
    tap(page, one)
    expect(lens).to_be_visible()
    expect(asking).to_contain_text("Tap again")
    assert page.locator("#board > svg .cell.held").count() == 1
    tap(page, other)
    expect(lens).to_be_visible()
    assert steps(page) == [], "the other one is shown instead"
    page.touchscreen.tap(2, 2)
    expect(lens).to_be_hidden()
    expect(asking).to_have_text("")
    tap(page, one)
    expect(lens).to_be_visible()
    tap(page, one)
    page.wait_for_function("() => window.steps.length")
    assert steps(page) == [one["step"]]
    expect(lens).to_be_hidden()


def test_large_targets_need_one_tap(people: People) -> None:
    page = people.open_page(phone=True)
    open_table(page, "pylos", seat=0)
    page.locator("#board .target").first.wait_for()
    x, y = read_table(page)["targets"][5]
    page.touchscreen.tap(x, y)
    expect(page.locator("#moves li")).to_have_count(2)


def test_the_enlarged_picture_can_be_tapped_and_escape_takes_the_first_tap_back(
    people: People,
) -> None:
    page = open_phone(people, "colorpop")
    one, *_ = small_targets(page)
    tap(page, one)
    expect(page.locator("#board .magnifier")).to_be_visible()
    page.locator("#board > svg [tabindex='0']").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#board .magnifier")).to_be_hidden()
    tap(page, one)
    page.locator("#board .second-tap.asking").tap()
    page.wait_for_function("() => window.steps.length")
    assert steps(page) == [one["step"]]


def test_a_finger_that_stays_down_is_asked_when_it_is_lifted(people: People) -> None:
    page = open_phone(people, "colorpop")
    one, *_ = small_targets(page)
    fingers = page.context.new_cdp_session(page)
    for _ in range(2):
        down: Any = {"type": "touchStart", "touchPoints": [{"x": one["x"], "y": one["y"]}]}
        fingers.send("Input.dispatchTouchEvent", down)
        expect(page.locator("#board .second-tap.asking")).to_have_count(0)
        page.wait_for_timeout(300)
        expect(page.locator("#board .magnifier")).to_be_visible()
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(50)
    page.wait_for_function("() => window.steps.length")
    assert steps(page) == [one["step"]]


@pytest.mark.parametrize(("choice", "taps"), [("never", 1), ("always", 2)])
def test_a_setting_turns_the_second_tap_off_or_on_for_everything(
    people: People, choice: str, taps: int
) -> None:
    game = "colorpop" if choice == "never" else "pylos"
    page = open_phone(people, game, language="fr")
    page.locator("[data-settings]").click()
    group = page.get_by_role("group", name="Confirmer les petites cibles")
    group.get_by_text({"never": "jamais", "always": "toujours"}[choice]).click()
    page.locator("#settings .main").click()
    target = page.evaluate(SINGLE_STEPS)[0]
    for count in range(taps):
        assert len(steps(page)) == 0, f"{count} taps"
        tap(page, target)
    page.wait_for_function("() => window.steps.length")


def test_mouse_and_keyboard_need_no_second_tap(people: People) -> None:
    page = people.open_page()
    page.set_viewport_size({"width": 360, "height": 740})
    open_table(page, "colorpop", seat=0)
    play_one_turn(page, seed=4)
    page.locator("#board > svg [tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .chooser, #moves li:nth-child(3)").first).to_be_visible()


@pytest.mark.parametrize("game", sommet.names())
def test_lessons_and_the_free_board_ask_too(people: People, game: str) -> None:
    page = people.open_page(phone=True)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"/free/{game}")
    page.locator("#board .target").first.wait_for()
    for each in page.evaluate(SINGLE_STEPS):
        if each["small"]:
            tap(page, each)
            expect(page.locator("#board .second-tap")).to_contain_text("Tap again")
            return
    assert game not in SMALL
