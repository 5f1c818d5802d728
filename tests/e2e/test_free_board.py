"""The free board: a position set up by hand, variants, texts to copy, answers that fit."""

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

WAITS = """() => {
  const send = window.fetch;
  window.late = [];
  window.fetch = async (address, { signal, ...rest } = {}) => {
    const answer = await send(address, rest);  // called off or not, it comes
    if (String(address).includes("analysis") && !window.late.length) {
      let release;
      window.late.push(new Promise((done) => { release = done; }));
      const copy = answer.clone();
      window.answer = async () => {  // it has been read once its copy has, and a frame was drawn
        release();
        await copy.text();
        await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
      };
      await window.late[0];
    }
    return answer;
  };
}"""


def thinks(route: Route) -> None:
    """An engine that knows the moves of the position that it is asked about."""
    asked = json.loads(route.request.post_data or "")
    game = sommet.game(asked["game"])
    table = game.parse(asked["position"]).table
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


def edits(page: Page, *steps: str) -> None:
    """Take something and put it somewhere, once the board offers it."""
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
        edits(ana, colour, cell)
    ana.get_by_role("group", name="Player to move").get_by_role("button", name="Dark").click()
    text = ana.locator("#position")
    expect(text).to_have_value("LD..DL........../L......../..../. D")
    edits(ana, "2a1", "L")  # back into the tray
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


def test_a_draft_that_is_no_position_yet_is_told_why_in_the_language_of_the_page(
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
    edits(ana, f"{own}{colour}", f"{other}{colour}")
    expect(ana.locator("#refused")).to_contain_text(
        re.compile("^Avec des stocks de 1[13], 1[13] pièces")
    )
    expect(edit).to_be_disabled()
    edits(ana, f"{other}{colour}", f"{own}{colour}")
    expect(ana.locator("#refused")).to_have_text("")
    edit.click()
    expect(ana.locator("#now")).to_have_text(f"À Joueur {mover} de jouer.")


def test_an_answer_of_the_engine_belongs_to_the_position_that_is_shown(people: People) -> None:
    ana = people.open_page()
    ana.add_init_script(f"({WAITS})()")
    ana.route("**/api/analysis", thinks)
    ana.goto("/free/colorpop")
    expect(ana.locator("#board .target").first).to_be_attached()
    ana.get_by_role("button", name="Ask the engine").click()
    expect(ana.locator("#thinking")).to_have_text("Thinking…")
    ana.wait_for_function("() => !!window.answer")  # it is there, and comes late
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


def test_an_answer_is_a_sentence_that_shows_itself_on_the_board_and_can_be_played(
    people: People,
) -> None:
    ana = people.open_page()
    ana.route("**/api/analysis", thinks)
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


def test_another_variant_keeps_the_position_where_it_can(people: People) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos?position=LDLD............/........./..../. L")
    ana.get_by_text("Another game or variant").click()
    ana.get_by_label("Variant").select_option("expert")
    expect(ana.locator("#free")).to_have_attribute("data-options", "variant=expert")
    expect(ana.locator("#position")).to_have_value("LDLD............/........./..../. L")
    ana.goto("/free/colorpop")
    ana.get_by_text("Another game or variant").click()
    ana.get_by_label("Variant").select_option("teams")
    # Teams are for four, so four play.
    expect(ana.locator("#free")).to_have_attribute("data-options", "players=4 variant=teams")
    ana.get_by_text("Another game or variant").click()
    ana.get_by_label("Players", exact=True).select_option("3")
    expect(ana.locator("#free")).to_have_attribute("data-options", "players=3")


@pytest.mark.parametrize("way", ["paste", "open"])
def test_what_is_copied_can_be_pasted(people: People, way: str) -> None:
    ana = people.open_page()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.goto("/free/pylos")
    for cell in ("1a1", "1b1"):
        choose(ana.locator("#board"), cell)
        expect(ana.locator("#moves li").last).to_have_text(cell)
    if way == "open":  # by keys and by itself, as at a table
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
