"""What must fit on small screens: results, five players, confirmations, choices."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import open_table, resign
from tests.e2e.conftest import People

STILL = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
"""Whether the result has finished moving."""
RESULT_FAULTS = """() => {
  const card = document.getElementById("result");
  const close = document.getElementById("fold").getBoundingClientRect();
  const parts = [...card.querySelectorAll("h2, p, th, td, button, a")]
    .filter((part) => part.checkVisibility());
  const box = card.getBoundingClientRect();
  const faults = [];
  if (card.scrollHeight > card.clientHeight + 1) faults.push("scrolls");
  if (box.bottom > innerHeight + 1 || box.top < 0) faults.push("leaves");
  for (const part of parts) {
    const range = document.createRange();
    range.selectNodeContents(part);
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (!width || part.id === "fold") continue;
      if (left < box.left || right > box.right + 1) faults.push(`cut: ${part.textContent}`);
      if (left < close.right && right > close.left && top < close.bottom && bottom > close.top) {
        faults.push(`covered: ${part.textContent}`);
      }
    }
  }
  return faults;
}"""
SHOW_TEAM_RESULT = """async () => {
  const page = document.querySelector("script[src$='page/table.js']").src;
  const { showFigures, sidesOf } = await import(page.replace("table.js", "result.js"));
  const outcome = { winners: [0, 2], result: "win", decided: "left",
    figures: { left: [9, 7, 9, 7], taken: [4, 6, 4, 6] },
    parts: { left: [5, 3, 4, 4], taken: [2, 3, 2, 3] } };
  const pieces = [...document.querySelectorAll("#figures .colour")].map((piece) => [piece]);
  const sides = sidesOf([{ team: 1 }, { team: 2 }, { team: 1 }, { team: 2 }]);
  const names = "Anne Benoît Cléo Dominique".split(" ");
  showFigures(document.getElementById("figures"), outcome, sides, (seat) => names[seat], pieces);
}"""
"""Show the result of a complete game between two teams."""
CUT_OFF_NAMES = """() => [...document.querySelectorAll("#players .name")].flatMap((name) => {
  const text = name.firstChild;
  const range = document.createRange();
  range.selectNodeContents(text);
  const words = text.textContent.trim().split(/[ -]/).length;
  return range.getClientRects().length > words || name.scrollWidth > name.clientWidth + 1
    ? [text.textContent] : [];
})"""
COVERED_PIECES = """() => {
  const { stage } = document.getElementById("board");
  const share = (one, other) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.max(0, wide) * Math.max(0, high) / (one.width * one.height);
  };
  const discs = [...document.querySelectorAll("#board .labels path:not(.last-move)")].map((disc) =>
    disc.getBoundingClientRect());
  const lying = stage.scene.solids.map(({ id }) => id).filter((id) => /^(secret|taken)/.test(id));
  return lying.filter((id) => {
    const body = stage.solidNodes.byId.get(id).body.getBoundingClientRect();
    return discs.some((disc) => share(body, disc) > 0.25);
  });
}"""
"""The pieces in trays covered by a number."""


def create_table(page: Page, game: str, options: str = "", seat: int = 0) -> None:
    page.goto(f"/new/{game}?level=novice&seat={seat}{options}")
    page.locator("form.choices button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator("#board .target").first.wait_for()


def test_the_result_of_two_teams_fits_a_phone_in_landscape_and_a_desktop(
    people: People,
) -> None:
    page = people.open_page(language="fr")
    page.set_viewport_size({"width": 740, "height": 360})
    create_table(page, "colorpop", "&option.players=4&option.variant=teams", seat=1)
    page.evaluate("() => document.getElementById('resign').click()")
    page.locator("dialog[open] button[value=yes]").click()
    expect(page.locator("#result")).to_be_visible()
    page.evaluate(SHOW_TEAM_RESULT)
    page.wait_for_function(STILL)
    assert page.evaluate(RESULT_FAULTS) == []
    page.set_viewport_size({"width": 1366, "height": 768})
    for part in ("#rematch", "#moves [aria-current]", "[data-go=first]", "[data-go=last]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def test_the_result_of_five_players_fits_a_phone_in_landscape(people: People) -> None:
    page = people.open_page(language="fr")
    page.set_viewport_size({"width": 740, "height": 360})
    winners = 0
    while winners != 1:  # a shared win has a longer title, and its card scrolls
        create_table(page, "colorpop", "&option.players=5")
        page.evaluate("() => document.getElementById('resign').click()")
        page.locator("dialog[open] button[value=yes]").click()
        expect(page.locator("#result")).to_be_visible()
        winners = page.locator("#figures tr.won").count()
    page.wait_for_function(STILL)
    assert page.evaluate(RESULT_FAULTS) == []


def test_chat_does_not_push_resign_off_the_screen(people: People) -> None:
    ana, ben = people.open_page(language="fr"), people.open_page()
    ana.set_viewport_size({"width": 1366, "height": 768})
    ana.goto("/new/pylos?with=friend")
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    expect(ana.locator("#qr svg")).to_be_visible()
    ben.goto(ana.locator("#invite-link").input_value())
    ben.get_by_role("button", name="Join and play").click()
    ben.locator("#board .solid").first.wait_for()
    for _ in range(8):
        ben.locator("#phrases button").first.click()
    expect(ana.locator("#messages li")).to_have_count(8)
    for part in ("#resign", "#say button"):
        expect(ana.locator(part)).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_the_names_of_five_players_fit_and_yours_is_marked(
    people: People, size: tuple[int, int]
) -> None:
    page = people.open_page(language="fr")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    create_table(page, "colorpop", "&option.players=5", seat=4)
    assert page.evaluate(CUT_OFF_NAMES) == []
    expect(page.locator("#players .you")).to_be_in_viewport(ratio=1)
    words = page.locator(".status").evaluate("(node) => [node.scrollHeight, node.clientHeight]")
    assert words[0] <= words[1] + 1, "no text is cut off"
    assert page.evaluate(COVERED_PIECES) == []


def test_coordinates_are_shown_only_on_request(people: People) -> None:
    page = people.open_page()
    page.goto("/new/pylos?with=screen")
    page.locator("form.choices button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator("#board .target").first.wait_for()
    expect(page.locator("#board .names")).to_be_hidden()
    page.locator("#typing > summary").click()
    expect(page.locator("#board .names")).to_be_visible()
    for move in ("1a1", "1b1", "1a2", "1b2", "2a1"):
        page.locator("#typed").fill(move)
        page.locator("#typed").press("Enter")
        expect(page.locator("#typed")).to_have_value("")
    page.locator("[data-settings]").click()
    page.locator("[name=coordinates]").check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#board [data-at='2a1'] .coordinate")).to_be_visible()
    assert page.locator("#board .coordinate").filter(has_text="1a1").count() == 0, "it is covered"
    page.locator("#typed").fill("9z9")
    page.locator("#typed").press("Enter")
    for part in ("#move-error", "#typed"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_the_safe_answer_is_highlighted_and_focused(people: People) -> None:
    page = people.open_page()
    open_table(page, "pylos", seat=0)
    page.locator("#board .target").first.wait_for()
    page.locator("#resign").click()
    expect(page.locator("dialog[open] .main")).to_have_text("Keep playing")
    expect(page.locator("dialog[open] .main")).to_be_focused()
    page.keyboard.press("Escape")
    resign(page)


MENU_COVERS_JOKER = """() => {
  const board = document.getElementById("board");
  const several = board.targets.choosable.filter(({ steps }) => steps.size > 1);
  if (!several.length) return null;
  // Check every joker.
  return several.some((target) => {
    board.openChooser(target);
    const joker = board.targets.node(target).querySelector(".hit").getBoundingClientRect();
    const menu = board.chooser.getBoundingClientRect();
    return !(menu.bottom <= joker.top || menu.top >= joker.bottom);
  });
}"""


def test_the_joker_menu_does_not_cover_the_joker(people: People) -> None:
    page = people.open_page(phone=True)
    for _ in range(8):  # not every deal has a joker that belongs to several groups
        open_table(page, "colorpop", seat=0)
        page.locator("#board .target").first.wait_for()
        covered = page.evaluate(MENU_COVERS_JOKER)
        if covered is not None:
            break
    assert covered is False
