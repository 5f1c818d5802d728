"""The free board: setting up positions, variants, copying and pasting, engine analysis."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

import sommet
from sommet.core.record import Record
from tests.e2e.conftest import People
from tests.e2e.test_lessons import choose

DELAY_FIRST_ANALYSIS = """() => {
  const send = window.fetch;
  window.late = [];
  window.fetch = async (address, { signal, ...rest } = {}) => {
    const answer = await send(address, rest);  // even if it was cancelled
    if (String(address).includes("analysis") && !window.late.length) {
      let release;
      window.late.push(new Promise((done) => { release = done; }));
      const copy = answer.clone();
      window.answer = async () => {  // resolves once the page has read and drawn it
        release();
        await copy.text();
        await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
      };
      await window.late[0];
    }
    return answer;
  };
}"""


def fake_analysis(route: Route) -> None:
    """An engine that answers with moves of the requested position."""
    requested = json.loads(route.request.post_data or "")
    game = sommet.game(requested["game"])
    table = game.parse(requested["position"]).table
    guess = {"value": 0.5, "proven": False, "distance": None}
    moves = [
        {
            **guess,
            "move": str(each),
            "line": [str(each)],
            "description": game.describe_move(table, each.steps),
        }
        for each in table.moves[:4]
    ]
    answer = {"position": "", "turn": 0, "moves": moves}
    route.fulfill(body=msgspec.json.encode(answer), content_type="application/json")


def edit_board(page: Page, *steps: str) -> None:
    """Pick up a piece and put it down, once the board offers these steps."""
    text = page.locator("#position").input_value()
    for step in steps:
        choose(page.locator("#board"), step)
    expect(page.locator("#position")).not_to_have_value(text)


def test_a_position_is_set_up_by_hand_and_played_from(people: People) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos")
    expect(ana.locator("#board .target").first).to_be_attached()
    ana.get_by_role("button", name="Edit the board").click()
    expect(ana.locator("#now")).to_have_text("Take a piece from a tray or from the board.")
    for colour, cell in (("L", "1a1"), ("D", "1b1"), ("D", "1a2"), ("L", "1b2"), ("L", "2a1")):
        edit_board(ana, colour, cell)
    ana.get_by_role("group", name="Player to move").get_by_role("button", name="Dark").click()
    text = ana.locator("#position")
    expect(text).to_have_value("LD..DL........../L......../..../. D")
    edit_board(ana, "2a1", "L")  # back to the tray
    expect(text).to_have_value("LD..DL........../........./..../. D")
    for value in (
        "LD..DL........../L......../..../. D",
        "LD..DL........../L......../..../. L",
        "LD..DL........../........./..../. L",
    ):
        ana.get_by_role("button", name="Undo").click()
        expect(text).to_have_value(value)
    ana.get_by_role("button", name="Edit the board").click()
    expect(ana.locator("#now")).to_have_text("Light’s turn.")
    choose(ana.locator("#board"), "2a1")
    expect(ana.locator("#moves li")).to_have_text(["2a1"])
    expect(ana.locator("#now")).to_have_text("Dark’s turn.")


def test_an_invalid_draft_is_explained_in_the_language_of_the_page(
    people: People,
) -> None:
    ana = people.open_page(language="fr")
    ana.goto("/free/kabaleo")
    expect(ana.locator("#board .target").first).to_be_attached()
    before = ana.locator("#position").input_value()
    edit = ana.get_by_role("button", name="Modifier le plateau")
    edit.click()
    mover = before.split()[3]
    own, other = (0, 1) if mover == "1" else (1, 0)
    colour = before.split()[1].split("/")[own][0]
    edit_board(ana, f"{own}{colour}", f"{other}{colour}")
    expect(ana.locator("#refused")).to_contain_text(
        re.compile("^Avec des stocks de 1[13], 1[13] pièces")
    )
    expect(edit).to_be_disabled()
    edit_board(ana, f"{other}{colour}", f"{own}{colour}")
    expect(ana.locator("#refused")).to_have_text("")
    edit.click()
    expect(ana.locator("#now")).to_have_text(f"À Joueur {mover} de jouer.")


def test_a_late_engine_answer_for_another_position_is_ignored(people: People) -> None:
    ana = people.open_page()
    ana.add_init_script(f"({DELAY_FIRST_ANALYSIS})()")
    ana.route("**/api/analysis", fake_analysis)
    ana.goto("/free/colorpop")
    expect(ana.locator("#board .target").first).to_be_attached()
    ana.get_by_role("button", name="Ask the engine").click()
    expect(ana.locator("#thinking")).to_have_text("Thinking…")
    ana.wait_for_function("() => !!window.answer")  # the answer exists but is held back
    first = ana.evaluate("board.targets.choosable[0].steps.keys().next().value")
    choose(ana.locator("#board"), first)
    expect(ana.locator("#moves li")).to_have_count(1)
    expect(ana.locator("#thinking")).to_have_text("")
    ana.get_by_role("button", name="Ask the engine").click()
    expect(ana.locator("#lines li").first).to_be_visible()
    shown = ana.locator("#lines .notation").all_text_contents()
    game = sommet.game("colorpop")
    legal = {str(move) for move in game.parse(ana.locator("#position").input_value()).table.moves}
    assert legal >= {*shown}
    ana.evaluate("window.answer()")
    assert ana.locator("#lines .notation").all_text_contents() == shown
    ana.get_by_role("button", name="Undo").click()
    expect(ana.locator("#lines li")).to_have_count(0)


def test_an_engine_line_can_be_shown_on_the_board_and_played(
    people: People,
) -> None:
    ana = people.open_page()
    ana.route("**/api/analysis", fake_analysis)
    ana.goto("/free/kabaleo")
    expect(ana.locator("#board .target").first).to_be_attached()
    ana.get_by_role("button", name="Ask the engine").click()
    best = ana.locator("#lines .line").first
    move = best.locator(".notation").inner_text()
    expect(best.locator(".move-text")).to_have_text(re.compile("^place an? [a-z]+ piece on "))
    expect(ana.get_by_role("button", name="Ask again")).to_be_visible()
    best.hover()
    expect(ana.locator("#board .outlines > *").first).to_be_attached()
    best.click()
    expect(ana.locator("#moves [aria-current]")).to_have_text(move)
    expect(ana.locator("#lines li")).to_have_count(0)
    ana.get_by_role("button", name="Undo").click()
    expect(ana.locator("#moves li")).to_have_count(0)


def test_another_variant_keeps_the_position_if_possible(people: People) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos?position=LDLD............/........./..../. L")
    ana.get_by_text("Another game or variant").click()
    ana.get_by_label("Variant").select_option("expert")
    expect(ana.locator("#free")).to_have_attribute("data-options", "variant=expert")
    expect(ana.locator("#position")).to_have_value("LDLD............/........./..../. L")
    ana.goto("/free/colorpop")
    ana.get_by_text("Another game or variant").click()
    ana.get_by_label("Variant").select_option("teams")
    # The teams variant implies four players.
    expect(ana.locator("#free")).to_have_attribute("data-options", "players=4 variant=teams")
    ana.get_by_text("Another game or variant").click()
    ana.get_by_label("Players", exact=True).select_option("3")
    expect(ana.locator("#free")).to_have_attribute("data-options", "players=3")


@pytest.mark.parametrize("way", ["paste", "open"])
def test_copied_positions_and_records_can_be_pasted(people: People, way: str) -> None:
    ana = people.open_page()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.goto("/free/pylos")
    for cell in ("1a1", "1b1"):
        choose(ana.locator("#board"), cell)
        expect(ana.locator("#moves li").last).to_have_text(cell)
    if way == "open":  # arrow keys and autoplay, as at a table
        current = ana.locator("#moves [aria-current]")
        for _ in range(2):
            ana.locator("h1").press("ArrowLeft")
        expect(current).to_have_count(0)
        ana.get_by_role("button", name="Autoplay").click()
        expect(current).to_have_text("1b1")
    ana.get_by_text("Position as text").click()
    ana.get_by_role("button", name="Copy", exact=True).click()
    expect(ana.locator("#copied")).to_have_text("Position copied.")
    position = ana.evaluate("navigator.clipboard.readText()")
    assert position == "LD............../........./..../. L"
    ana.get_by_role("button", name="Copy as record").click()
    expect(ana.locator("#copied")).to_have_text("Record copied.")
    record = ana.evaluate("navigator.clipboard.readText()")
    assert [str(move) for move in Record.parse(record).moves] == ["1a1", "1b1"]
    ana.goto("/free/kabaleo")
    expect(ana.locator("#board .target").first).to_be_attached()
    if way == "paste":
        ana.get_by_text("Position as text").click()
        ana.get_by_role("textbox", name="Position").fill(record)
        ana.get_by_role("button", name="Set up").click()
    else:
        ana.get_by_text("Open a record").click()
        ana.get_by_label("Or paste it here").fill(record)
        ana.get_by_role("button", name="Open", exact=True).click()
    expect(ana.locator("#moves li")).to_have_text(["1a1", "1b1"])
