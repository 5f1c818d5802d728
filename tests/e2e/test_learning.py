"""Rule pages whose diagrams can be played, and the free board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

import sommet
from sommet.core.position import Position
from tests.e2e.conftest import People

OFFERED = "([board, step]) => board.targets.all.some(({ steps }) => steps.has(step))"
NODE = """(board, step) =>
  board.targets.node(board.targets.all.find(({ steps }) => steps.has(step)))"""


def solve(figure: Locator) -> None:
    """Play the move that an exercise asks for, step by step."""
    page = figure.page
    told = {
        name: figure.get_attribute(f"data-{name}") or ""
        for name in ("game", "options", "position", "move")
    }
    options = dict(word.split("=") for word in told["options"].split())
    position = sommet.game(told["game"], **options).parse(told["position"])
    assert isinstance(position, Position)
    for step in position.view(position.turn).move(told["move"]).steps:
        board = figure.locator("sommet-board")
        expect(board.locator(".target").first).to_be_attached()
        page.wait_for_function(OFFERED, arg=[board.element_handle(), step])
        node = board.evaluate_handle(NODE, step).as_element()
        assert node is not None
        node.dispatch_event("click")
        chooser = figure.locator(".chooser")
        if chooser.count():
            chooser.get_by_role("button", name=step, exact=True).click()
    page.wait_for_timeout(300)  # for the answer to the last step
    finish = figure.get_by_role("button", name="✓")
    if finish.is_visible():
        finish.click()


@pytest.mark.parametrize("game", sommet.names())
def test_every_diagram_of_the_rules_can_be_played(people: People, game: str) -> None:
    ana = people.come()
    ana.goto(f"/rules/{game}")
    figures = ana.locator(".exercise")
    assert figures.count() >= 3
    for index in range(figures.count()):
        figure = figures.nth(index)
        figure.get_by_role("button", name="Try it").click()
        solve(figure)
        expect(figure.get_by_role("status")).to_contain_text("That’s it!")
    expect(figures.last.get_by_role("status")).to_contain_text("Time for a game!")


def test_another_move_is_legal_but_not_the_one_that_was_asked_for(people: People) -> None:
    ana = people.come()
    ana.goto("/rules/pylos")
    figure = ana.locator(".exercise").first
    figure.get_by_role("button", name="Try it").click()
    figure.locator('[data-at="1a1"]').click(force=True)
    expect(figure.get_by_role("status")).to_contain_text("not this one")
    figure.get_by_role("button", name="Once more").click()
    solve(figure)
    expect(figure.get_by_role("status")).to_contain_text("That’s it!")


def test_the_free_board_plays_both_sides_and_asks_the_engine(people: People) -> None:
    ana = people.come()
    ana.goto("/free/pylos")
    for cell in ("1a1", "1b1", "1c1"):
        ana.locator(f'#board [data-at="{cell}"]').click(force=True)
        expect(ana.locator("#moves li").last).to_have_text(cell)
    expect(ana).to_have_url(re.compile("position="))
    ana.get_by_role("button", name="Take back").click()
    expect(ana.locator("#moves li")).to_have_count(2)
    ana.get_by_role("button", name="Ask the engine").click()
    expect(ana.locator("#lines li").first).to_contain_text("%")
    ana.get_by_role("textbox", name="Position").fill("nonsense")
    ana.get_by_role("button", name="Set up").click()
    expect(ana.locator("#refused")).to_contain_text("not a position")
    shared = ana.url
    ben = people.come()
    ben.goto(shared)
    expect(ben.locator("#now")).to_contain_text("Player 1 is to move")
    expect(ben.locator("#board .solid").first).to_be_visible()
