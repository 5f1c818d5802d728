"""The end of a game: the winner, the reason, and the deciding pieces."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import sommet
from sommet.core.record import Record
from tests.e2e.actions import open_table, play_through_api, play_to_the_end, random_moves
from tests.e2e.conftest import People

COLUMNS = """(table) => [...table.tHead.rows[0].cells].slice(1).map((head, index) => {
  const cells = [...table.tBodies[0].rows].map(({ cells }) => cells[index + 1]);
  return {
    figures: cells.map(({ textContent }) => Number(textContent)),
    decided: head.classList.contains("decided"),
    stars: cells.filter(({ classList }) => classList.contains("star")).length,
  };
})"""
COUNTS = """() => document.getElementById("board").stage.scene.labels
  .filter(({ role, tray }) => !role && tray !== undefined).map(({ text }) => text)"""


@pytest.mark.parametrize("game", ["pylos", "triedre"])
def test_the_result_shows_the_winner_and_the_deciding_figure(people: People, game: str) -> None:
    ana, moves = people.open_page(), random_moves(game, 2)
    record = Record.new(sommet.game(game), 0)
    for move in moves:
        record = record.play(move)
    assert record.outcome
    [winner] = record.outcome.winners
    open_table(ana, game, "Pass and play")
    play_through_api(ana, moves)
    title = ana.locator("#result-title")
    expect(title).to_have_text(f"{('Light', 'Dark')[winner]} wins.")
    expect(ana.locator("#laurels svg")).to_have_count(1)
    expect(ana.locator("#figures th svg")).to_have_count(2)
    expect(ana.locator("#board.spotlit")).to_have_count(1)
    first, *others = ana.locator("#figures").evaluate(COLUMNS)
    assert first["decided"]
    assert not any(figure["decided"] for figure in others)
    if game == "triedre":
        assert sorted(first["figures"]) in ([0, 3], [1, 2])
        assert [figure["stars"] for figure in others] == [1, 1, 1]
    else:
        left = max(first["figures"])
        assert min(first["figures"]) == 0 < left
        # The remaining balls finish the pyramid: text, trays and summit agree.
        balls = "last ball" if left == 1 else f"{left} balls left"
        expect(ana.locator("#result-why")).to_have_text(
            re.compile(f"finishes the pyramid with the {balls}")
        )
        assert sorted(ana.evaluate(COUNTS)) == ["0", str(left)]
        expect(ana.locator('#board [data-at="4a1"]')).to_have_count(1)


def test_players_are_listed_by_seat_and_a_move_highlights_its_pieces(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", "Pass and play")
    play_through_api(ana, ("1a1", "1b2", "1c3"))
    # Pass and play lists players in playing order, with the numbers of their trays.
    names = ana.locator("#players .player")
    expect(names.first).to_contain_text("Light")
    expect(names.last).to_contain_text("Dark")
    expect(names.first.locator(".number")).to_have_text("1")
    lines = ana.locator("#moves button")
    expect(lines).to_have_text(
        [re.compile(rf"on {spot}\. 1{spot}$") for spot in ("a1", "b2", "c3")]
    )
    ana.locator("#board .target").first.wait_for()
    lines.nth(1).hover()
    expect(ana.locator("#board .outlines .ring")).to_have_count(1)
    ana.mouse.move(2, 2)
    expect(ana.locator("#board .outlines .ring")).to_have_count(0)


LONG_REASON = """() => {
  document.getElementById("result-yours").textContent = "You lost."
  document.getElementById("result-why").textContent =
    "Tied on tokens left: Chrysanthemum took the fewest tokens of their own colour."
}"""


def test_the_card_shows_all_players_and_all_its_buttons_on_a_laptop(people: People) -> None:
    ana = people.open_page()
    ana.set_viewport_size({"width": 1366, "height": 768})
    ana.goto("/new/colorpop?seat=0&option.players=5")
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    play_to_the_end([ana], seed=3)
    expect(ana.locator("#result")).to_be_visible()
    rows = ana.locator("#figures tbody tr")
    expect(rows).to_have_count(5)
    ana.evaluate(LONG_REASON)
    for part in (*rows.all(), *ana.locator("#result .row > :not([hidden])").all()):
        expect(part).to_be_in_viewport(ratio=1)
    last, again = rows.last.bounding_box(), ana.locator("#rematch").bounding_box()
    assert last
    assert again
    assert last["y"] + last["height"] <= again["y"]
