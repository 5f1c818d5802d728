"""Every piece responds to a tap: if it can't be chosen, the page explains why, citing the rule."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import open_table, play_one_turn, read_table, resign
from tests.e2e.conftest import People

CENTRE = """(id) => {
  const { left, top, width, height } =
    document.getElementById("board").stage.solidNodes.byId.get(id).body.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
SOLIDS = """() => document.getElementById("board").stage.scene.solids
  .map(({ id, colour }) => [id, colour])"""
OFFERED = (
    """() => [...document.querySelectorAll("#board .target")].map(({ dataset }) => dataset.at)"""
)
SINGLE_STEP = """() => document.getElementById("board").targets.choosable
  .find(({ steps }) => steps.size === 1).key"""
"""A target with exactly one step; a joker may have several."""


def solids(page: Page) -> dict[str, str]:
    """The colour of every solid on the board, by id."""
    found: Any = page.evaluate(SOLIDS)
    return dict(found)


def expect_refusal(page: Page, solid: str, words: str, clause: str = "") -> None:
    """Click a solid and expect this explanation."""
    page.mouse.click(*page.evaluate(CENTRE, solid))
    expect(page.locator("#refused")).to_contain_text(words)
    expect(page.locator("#refused")).to_contain_text(f"({clause})" if clause else "")


def test_balls_that_cannot_be_raised_are_explained(people: People) -> None:
    page = people.open_page()
    open_table(page, "pylos", seat=0)
    play_one_turn(page, seed=3)
    balls = {id: colour for id, colour in solids(page).items() if len(id) == 3}
    own, other = (next(id for id in balls if balls[id] == colour) for colour in "LD")
    expect_refusal(page, own, f"There is no higher cell for the ball on {own}.", "P2c")
    expect_refusal(page, other, f"The ball on {other} is not yours.", "P2")
    expect_refusal(page, "reserve 1.0", "These balls are not yours.", "P2")
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_role("gridcell", name=f"{other}, empty")).to_be_attached()
    expect_refusal(page, own, "This is an earlier position.")
    page.get_by_role("button", name="Last position").click()
    resign(page)
    page.get_by_role("button", name="Show the board", exact=True).click()
    expect_refusal(page, own, "The game is over.")


def test_k7_an_empty_base_of_its_own_colour_refuses_a_piece(people: People) -> None:
    page = people.open_page()
    open_table(page, "kabaleo", seat=0)
    page.locator("#board .target").first.wait_for()
    there = solids(page)
    expect_refusal(page, "1.0", "Place one piece on one location.", "K5")
    piece = page.evaluate(OFFERED)[0]
    page.mouse.click(*page.evaluate(CENTRE, piece))
    expect(page.locator("#undo-step")).to_be_visible()
    bare = [id for id in there if id.endswith(".0") and f"{id[:-2]}.1" not in there]
    case = next(id for id in bare if there[id] == there[piece])
    refused = "A piece cannot go on an empty base of its own colour."
    expect_refusal(page, case, refused, "K7")
    page.locator("#undo-step").click()
    expect(page.locator("#refused")).to_be_empty()
    page.mouse.move(*page.evaluate(CENTRE, piece))
    page.mouse.down()
    page.mouse.move(*page.evaluate(CENTRE, case), steps=4)
    page.locator("#board .target .ghost").first.wait_for()  # a dropped piece waits only briefly
    page.mouse.up()
    expect(page.locator("#refused")).to_contain_text(refused)  # dragging it there is refused too


def test_lone_and_taken_tokens_cannot_be_taken(people: People) -> None:
    page = people.open_page()
    open_table(page, "colorpop", seat=0)
    page.locator("#board .target").first.wait_for()
    offered = {*page.evaluate(OFFERED)}
    tokens = [id for id in solids(page) if len(id) == 2 and id[0] in "abcdefghij"]
    lone, another = [id for id in tokens if id not in offered][:2]
    expect_refusal(page, lone, f"The token on {lone} is alone: a group has two or more.", "C3")
    page.locator(f"#board [data-at='{another}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#refused")).to_have_text(
        f"The token on {another} is alone: a group has two or more. (C3)"
    )
    play_one_turn(page, seed=5)
    taken = next(id for id in solids(page) if id.startswith("taken 0"))
    expect_refusal(page, taken, "Tokens that were taken stay in their tray.", "C6")


def test_a_socket_asks_for_a_cube_and_a_waiting_player_is_reminded(people: People) -> None:
    page = people.open_page()
    open_table(page, "triedre", seat=0)
    page.locator("#board .target").first.wait_for()
    expect_refusal(page, "socket 103", "Choose the colour of the cube to place.", "T2")
    expect_refusal(page, "stock 1D0", "These cubes are not yours.", "T2")
    host, guest = people.open_page(), people.open_page()
    open_table(host, "triedre", "With a friend")
    expect(host.locator("#qr svg")).to_be_visible()
    guest.goto(host.locator("#invite-link").input_value())
    guest.get_by_role("button", name="Join and play").click()
    for each in (host, guest):
        each.locator("#board .solid").first.wait_for()
    expect(host.locator("#now")).not_to_be_empty()
    waiting = guest if host.locator("#now.ours").count() else host
    expect_refusal(waiting, "socket 103", "It isn't your turn.")


def test_boards_outside_tables_explain_too(people: People) -> None:
    page = people.open_page(language="fr")
    page.goto("/free/pylos?position=LD............../........./..../. L")
    page.locator("#board .target").first.wait_for()
    page.mouse.click(*page.evaluate(CENTRE, "1b1"))
    expect(page.locator("#refused")).to_have_text("La bille en 1b1 n’est pas à vous. (P2)")
    page.get_by_role("button", name="Modifier le plateau").click()
    expect(page.locator("#now")).to_have_text(
        "Prenez une pièce, dans une réserve ou sur le plateau."
    )
    page.mouse.click(*page.evaluate(CENTRE, "hollow 1c1"))
    expect(page.locator("#now")).to_contain_text("Vous ne pouvez pas prendre cela.")
    page.goto("/learn/pylos/P3")
    figure = page.locator(".lesson figure").first
    offered = figure.locator(".target")
    offered.first.wait_for()
    taken = figure.locator(".cell:not(.target)").first
    taken.focus()
    page.keyboard.press("Enter")
    expect(figure.locator("[role=status]")).to_contain_text("(P2")


def test_the_magnifier_helps_fingers_find_small_targets(people: People) -> None:
    page = people.open_page(phone=True)
    open_table(page, "colorpop", seat=0)
    page.locator("#board .target").first.wait_for()
    offered, plain = page.evaluate(OFFERED), page.evaluate(SINGLE_STEP)
    lone = next(id for id in solids(page) if len(id) == 2 and id not in offered)
    before = read_table(page)["moves"]  # the machine may have started
    session = page.context.new_cdp_session(page)

    def dispatch_touch(kind: str, *solid: str) -> None:
        at = [page.evaluate(CENTRE, each) for each in solid]
        points = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    dispatch_touch("touchStart", lone)
    expect(page.locator("#board .magnifier")).to_be_visible()
    dispatch_touch("touchMove", plain)
    expect(page.locator("#board .target.highlighted").first).to_be_attached()
    expect(page.locator("#moves li")).to_have_count(before)
    dispatch_touch("touchEnd")
    expect(page.locator("#board .second-tap")).to_contain_text("Tap again")
    expect(page.locator("#moves li")).to_have_count(before)
    dispatch_touch("touchStart", plain)
    dispatch_touch("touchEnd")
    expect(page.locator("#moves li").nth(before)).to_be_attached()
    expect(page.locator("#board .magnifier")).to_have_count(0)


WITHOUT_LONG_PRESSES = """() => {
  const usual = window.setTimeout
  window.setTimeout = (call, ms, ...given) => usual(call, ms === 150 ? 3_600_000 : ms, ...given)
}"""
"""On a busy machine the second touch of a swipe may come so late that the finger seems to rest."""


@pytest.mark.parametrize("game", ["kabaleo", "colorpop", "pylos"])
def test_swiping_up_on_the_board_scrolls_and_a_tap_still_plays(people: People, game: str) -> None:
    page = people.open_page(phone=True)
    open_table(page, game, seat=0)
    page.locator("#board .target").first.wait_for()
    page.evaluate(WITHOUT_LONG_PRESSES)
    session = page.context.new_cdp_session(page)

    def dispatch_touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def swipe(x: float, y: float) -> None:
        dispatch_touch("touchStart", (x, y))
        for far in range(1, 13):
            dispatch_touch("touchMove", (x, y - 20 * far))
        for _ in range(3):  # pause, so that the page stops scrolling
            page.wait_for_timeout(60)
            dispatch_touch("touchMove", (x, y - 240))
        dispatch_touch("touchEnd")

    felt = page.locator("#felt").bounding_box()
    assert felt
    before = read_table(page)
    swipe(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] * 0.6)
    page.wait_for_function("() => scrollY > 100")
    page.evaluate("() => scrollTo(0, 0)")
    swipe(*page.evaluate(CENTRE, page.evaluate(SINGLE_STEP)) if game == "colorpop" else (180, 400))
    page.wait_for_function("() => scrollY > 100")
    assert read_table(page)["moves"] == before["moves"]
    expect(page.locator("#undo-step")).to_be_hidden()
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_function("() => scrollY === 0")
    x, y = read_table(page)["targets"][0]
    page.touchscreen.tap(x, y)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    if page.locator("#board .second-tap.asking").count():
        page.touchscreen.tap(x, y)
    if game == "kabaleo":
        expect(page.locator("#undo-step")).to_be_visible()
    elif not page.locator("#board .chooser").count():
        expect(page.locator("#moves li").nth(before["moves"])).to_be_attached()


def test_a_piece_can_be_dragged_from_a_tray_to_the_board(people: People) -> None:
    page = people.open_page(phone=True)
    page.set_viewport_size({"width": 940, "height": 1180})
    open_table(page, "kabaleo", seat=0)
    page.locator("#board .target").first.wait_for()
    before = read_table(page)["moves"]
    there = solids(page)
    piece = page.evaluate(OFFERED)[0]
    bare = [id for id in there if id.endswith(".0") and f"{id[:-2]}.1" not in there]
    case = next(id for id in bare if there[id] != there[piece])
    session = page.context.new_cdp_session(page)

    def dispatch_touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), (right, down) = (page.evaluate(CENTRE, each) for each in (piece, case))
    dispatch_touch("touchStart", (x, y))
    for far in range(1, 9):
        dispatch_touch("touchMove", (x + (right - x) * far / 8, y + (down - y) * far / 8))
    page.locator("#board .target .ghost").first.wait_for()  # a dropped piece waits only briefly
    dispatch_touch("touchEnd")
    expect(page.locator("#moves li").nth(before)).to_be_attached()
    assert page.evaluate("() => scrollY") == 0
