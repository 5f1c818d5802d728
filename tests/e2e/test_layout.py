"""The board keeps its place and size whatever happens around it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import open_table, play_to_the_end, resign
from tests.e2e.conftest import People
from tests.e2e.test_hit_test import CENTRE

WATCH = """(phone) => {
  globalThis.boxes = new Set();
  const box = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(" ");
  };
  const look = () => {
    const board = document.getElementById("board");
    const wood = board.stage.solidNodes.byId.get("board");
    // On a phone the board shrinks at the end to make room for the result.
    const over = phone && !document.getElementById("result").hidden;
    if (wood && !over) globalThis.boxes.add(`${box(board)} / ${box(wood.body)}`);
    requestAnimationFrame(look);
  };
  look();
}"""
BOXES = "() => [...globalThis.boxes]"
RESULT_IS_CLEAR = """() => {
  const { wood, rest } = document.getElementById("board").stage.layers;
  const [card, board, pieces] = [document.getElementById("result"), wood, rest]
    .map((node) => node.getBoundingClientRect());
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(board[side], pieces[side]));
  const clear = card.left >= right - 1 || card.top >= bottom - 1;
  return clear && card.right <= innerWidth && card.bottom <= innerHeight && board.height > 150;
}"""


def open_sized_page(people: People, width: int, height: int, *, phone: bool = False) -> Page:
    page = people.open_page(phone=phone)
    page.set_viewport_size({"width": width, "height": height})
    return page


def view_box(page: Page, picture: str) -> list[float]:
    return [float(side) for side in (page.locator(picture).get_attribute("viewBox") or "").split()]


@pytest.mark.parametrize(
    ("game", "width", "height"), [("kabaleo", 740, 360), ("triedre", 1366, 768)]
)
def test_a_whole_game_never_moves_the_board(
    people: People, game: str, width: int, height: int
) -> None:
    """Including a phone in landscape, by taps alone and without scrolling."""
    phone = height < 400
    page = open_sized_page(people, width, height, phone=phone)
    open_table(page, game, seat=0)
    page.locator("#board .target").first.wait_for()
    page.evaluate(WATCH, phone)
    play_to_the_end([page], seed=7, tap=phone)
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate("() => scrollY") == 0
    [view_box] = page.evaluate(BOXES)
    assert view_box
    if not phone:  # the result takes space from the log, which still shows the last move
        expect(page.locator("#moves [aria-current]")).to_be_in_viewport(ratio=0.9)
        # Three faces can't be shared, so the cubes that won them are highlighted.
        expect(page.locator("#board .shade mask").first).to_be_attached()
    page.get_by_role("button", name="Show the board", exact=True).click()
    expect(page.locator("#result-title")).to_be_visible()
    expect(page.locator("#figures")).to_be_hidden()


def test_the_result_never_covers_the_board(people: People) -> None:
    """It is a card next to the board or a sheet below it, and both are fully visible."""
    page = people.open_page()
    open_table(page, "kabaleo", seat=0)
    page.locator("#board .target").first.wait_for()
    resign(page)
    for width, height in ((1366, 768), (360, 740), (390, 844), (820, 1180), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(RESULT_IS_CLEAR)


def test_offers_and_taps_do_not_move_the_board(people: People) -> None:
    ana, ben = open_sized_page(people, 360, 740, phone=True), people.open_page()
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    ben.goto(ana.locator("#invite-link").input_value())
    ben.get_by_role("button", name="Join and play").click()
    for page in (ana, ben):
        page.locator("#board .solid").first.wait_for()
    ana.evaluate(WATCH, True)
    ben.get_by_role("button", name="Offer a draw").click()
    expect(ana.locator("#offers")).to_contain_text("offers a draw")
    # The offer is below the board and covers none of it.
    offer, felt = (ana.locator(part).bounding_box() for part in ("#offers p", "#felt"))
    assert offer
    assert felt
    assert offer["y"] >= felt["y"] + felt["height"]
    reserves = [ana.evaluate(CENTRE, f"reserve {seat}.0") for seat in (0, 1)]
    ana.touchscreen.tap(*max(reserves, key=lambda at: at[1]))
    expect(ana.locator("#refused")).not_to_be_empty()
    ana.get_by_role("button", name="Decline").click()
    expect(ana.locator("#offers")).to_be_empty()
    assert len(ana.evaluate(BOXES)) == 1


def test_default_options_take_no_space_from_the_board_on_a_phone(people: People) -> None:
    page = open_sized_page(people, 360, 740, phone=True)
    open_table(page, "pylos", seat=0)
    expect(page.locator(".table-facts")).to_be_hidden()
    expect(page.locator(".usual-facts")).to_have_text("standard rules · no clock")
    # The instructions are below the first screen.
    expect(page.locator(".how-to-play")).to_be_visible()
    expect(page.locator(".how-to-play")).not_to_be_in_viewport()
    height = page.locator("#felt").evaluate("(felt) => felt.clientHeight")
    page.goto("/new/pylos?seat=0&option.variant=expert")
    page.locator("form.choices button.main").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator(".table-facts")).to_be_in_viewport(ratio=1)
    assert page.locator("#felt").evaluate("(felt) => felt.clientHeight") < height


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), (740, 360), (1366, 768)])
def test_the_first_picture_is_where_the_live_board_will_be(
    people: People, size: tuple[int, int]
) -> None:
    page = open_sized_page(people, *size)
    address = open_table(page, "kabaleo", seat=0)
    page.locator("#board .target").first.wait_for()
    live = view_box(page, "#board > .resting")
    context = people.browser.new_context(
        base_url=people.site,
        java_script_enabled=False,
        viewport={"width": size[0], "height": size[1]},
        storage_state=page.context.storage_state(),
    )
    people.contexts.append(context)
    plain = context.new_page()
    plain.goto(address)
    first = view_box(plain, "#board > .first:visible")
    assert all(abs(one - other) < 2 for one, other in zip(first, live, strict=True))


BOARD_WIDTH = """(zoom) => {
  const { width } = document.getElementById("board").stage.solidNodes.byId.get("board").body
    .getBoundingClientRect();
  return width * zoom;
}"""


@pytest.mark.parametrize("game", ["kabaleo", "triedre"])
def test_zooming_in_does_not_shrink_the_board(people: People, game: str) -> None:
    """A browser's zoom makes the viewport smaller and each of its pixels larger."""
    found = []
    for zoom in (1, 1.1, 1.25):
        page = open_sized_page(people, round(1366 / zoom), round(768 / zoom))
        open_table(page, game, seat=0)
        page.locator("#board .target").first.wait_for()
        found.append(page.evaluate(BOARD_WIDTH, zoom))
        for part in ("#now", "#more", "#felt"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        page.context.close()
    assert min(found) == found[0]
