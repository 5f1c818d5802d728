"""The free board: setting up positions, variants, copying and pasting, engine analysis."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

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
    table = game.parse_view(requested["position"]).table
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
    view = game.parse_view(ana.locator("#position").input_value())
    legal = {str(move) for move in view.table.moves}
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


def test_the_free_board_plays_both_sides_and_asks_the_engine(people: People) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos")
    for cell in ("1a1", "1b1", "1c1"):
        ana.locator(f'#board [data-at="{cell}"]').click(force=True)
        expect(ana.locator("#moves li").last).to_have_text(cell)
    expect(ana).to_have_url(re.compile("position="))
    ana.get_by_role("button", name="Undo").click()
    expect(ana.locator("#moves li")).to_have_count(2)
    ana.get_by_role("button", name="Ask the engine").click()
    # This early every move is proven: the page says so and colours the list and the board.
    expect(ana.locator('#lines [data-worth="lost"]')).to_have_count(14)
    expect(ana.locator("#thinking")).to_have_text("Every move here: loses.")
    expect(ana.locator('#board [data-at="1c1"]')).to_have_attribute("data-worth", "lost")
    shared = ana.url
    ben = people.open_page()
    ben.goto(shared)
    expect(ben.locator("#now")).to_contain_text("Light’s turn")
    expect(ben.locator("#board .solid").first).to_be_visible()


def test_a_position_can_be_pasted_and_an_invalid_one_is_explained(people: People) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos")
    box, button = (
        ana.get_by_role("textbox", name="Position"),
        ana.get_by_role("button", name="Set up"),
    )
    expect(ana.locator("#board .target")).to_have_count(16)
    ana.get_by_text("Position as text").click()
    box.fill("nonsense")
    button.click()
    expect(ana.locator("#refused")).to_contain_text("This position is not valid.")
    expect(ana.locator("#refused")).to_contain_text("fields")
    ana.locator('#board [data-at="1a1"]').click(force=True)  # the board is unchanged
    expect(ana.locator("#moves li")).to_have_count(1)
    box.fill("LD............../L......../..../. L")
    button.click()
    expect(ana.locator("#refused")).to_contain_text("The ball on 2a1 floats")
    box.fill("LDLD............/........./..../. L")
    button.click()
    expect(ana.locator("#board .target")).to_have_count(12)
    expect(ana.locator("#moves li")).to_have_count(0)


def _finished_game(game: str, seed: int) -> Record[Any]:
    record = Record.new(sommet.game(game), seed=seed)
    while record.outcome is None:
        record = record.play(record.position.moves()[0])
    return record


def _expect_current_move(page: Page, number: int) -> None:
    expect(page.locator("#moves li").nth(number - 1).locator("button")).to_have_attribute(
        "aria-current", "step"
    )


def test_a_record_can_be_opened_stepped_through_and_continued(
    people: People, tmp_path: Path
) -> None:
    record = _finished_game("kabaleo", 3)
    file = tmp_path / "game.txt"
    file.write_text(str(record), encoding="utf-8")
    count = len(record.moves)
    ana = people.open_page()
    ana.route("**/api/analysis", fake_analysis)
    ana.goto("/free/pylos")
    ana.get_by_text("Open a record").click()
    ana.get_by_label("From a file").set_input_files(file)
    expect(ana).to_have_url(re.compile("/free/kabaleo"))
    expect(ana.locator("#now")).to_contain_text("Record opened")
    expect(ana.locator("#moves li")).to_have_count(count)
    ana.get_by_role("button", name="Next move").click()
    _expect_current_move(ana, 1)
    ana.get_by_role("button", name="Last position").click()
    _expect_current_move(ana, count)
    expect(ana.locator("#now")).to_contain_text("The game is over.")
    expect(ana.locator("#position")).to_have_value(str(record.position))
    ana.get_by_role("button", name="Previous move").click()
    _expect_current_move(ana, count - 1)
    ana.locator("#moves button").nth(4).click()
    _expect_current_move(ana, 5)
    expect(ana.locator("#position")).to_have_value(str(record.positions[5]))
    ana.get_by_role("button", name="Ask the engine").click()
    expect(ana.locator("#lines li").first).to_be_visible()
    expect(ana.locator("#moves li")).to_have_count(count)
    moves = record.positions[5].moves()
    other = next(move for move in moves if move != record.moves[5])
    for step in other.steps:
        choose(ana.locator("#board"), step)
    expect(ana.locator("#moves li")).to_have_count(6)
    expect(ana.locator("#moves li").last).to_have_text(str(other))


def test_a_resigned_game_can_be_continued_from_its_end(people: People) -> None:
    record = Record.new(sommet.game("pylos", variant="expert"), seed=1)
    record = record.play("1a1").play("1b1").resign(0)
    ana = people.open_page()
    ana.goto("/free/pylos")
    ana.get_by_text("Open a record").click()
    ana.get_by_label("Or paste it here").fill(str(record))
    ana.get_by_role("button", name="Open", exact=True).click()
    expect(ana).to_have_url(re.compile("variant%3Dexpert|variant=expert"))
    expect(ana.locator("#moves li")).to_have_count(2)
    ana.get_by_role("button", name="Last position").click()
    expect(ana.locator("#now")).to_contain_text("Light resigned.")
    ana.locator('#board [data-at="1c1"]').click(force=True)
    expect(ana.locator("#moves li")).to_have_count(3)
    expect(ana.locator("#now")).to_contain_text("Dark’s turn")


INVALID = {
    "en": (
        ("2. 1b1", "2. 2a1", r"Line \d+: Entry 2, 2a1: There aren't four balls .*\(P2b\)"),
        ("result *", "", r"Line \d+: The record is incomplete: its result is missing"),
        ('[Game "pylos"]', "[Game pylos]", r"Line 1: A header must look like \[Name"),
    ),
    "fr": (("2. 1b1", "2. 2a1", r"Ligne \d+\s: Entrée 2, 2a1\s: 2a1 ne repose .*\(P2b\)"),),
}
"""Changes that make a record invalid, and the explanation."""


@pytest.mark.parametrize("language", INVALID)
def test_an_invalid_record_is_refused_with_line_and_reason(people: People, language: str) -> None:
    text = str(Record.new(sommet.game("pylos"), seed=1).play("1a1").play("1b1"))
    ana = people.open_page(language=language)
    ana.goto("/free/pylos")
    ana.locator("details.record summary").click()
    for old, new, words in INVALID[language]:
        assert old in text
        ana.locator("#record").fill(text.replace(old, new))
        ana.locator("#open button").click()
        expect(ana.locator("#unreadable")).to_contain_text(re.compile(words))
        assert ana.locator("#moves li").count() == 0
