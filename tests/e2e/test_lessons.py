"""Lessons clause by clause, exercises and playable diagrams."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

import sommet
from sommet.web import rules_html
from sommet.web.exercises import exercises
from tests.e2e.conftest import People

OFFERED = """([board, step]) => !board.classList.contains("waiting") &&
  board.targets.choosable.some(({ steps }) => steps.has(step))"""
CLICK = """(board, step) => board.targets
  .node(board.targets.choosable.find(({ steps }) => steps.has(step)))
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""


def choose(board: Locator, step: str) -> None:
    """Make a step on a board as soon as it is offered."""
    expect(board.locator(".target").first).to_be_attached()
    board.page.wait_for_function(OFFERED, arg=[board.element_handle(), step])
    board.evaluate(CLICK, step)  # at once: a new layout replaces the nodes
    chooser = board.locator(".chooser")
    if chooser.count():
        chooser.locator(f"[data-step='{step}']").click()


def play(figure: Locator, move: str) -> None:
    """Play a move on the board of a figure, step by step."""
    data = {name: figure.get_attribute(f"data-{name}") or "" for name in ("options", "position")}
    game = sommet.game(f"{figure.get_attribute('data-game')} {data['options']}")
    view = game.parse_view(data["position"])
    board = figure.locator("sommet-board")
    for step in view.move(move).steps:
        choose(board, step)
    expect(board).not_to_have_class(re.compile("waiting"))
    finish = figure.locator(".task-panel > button.main")
    if finish.is_visible():
        finish.click()


def solve(figure: Locator) -> None:
    """Play the move that a diagram asks for."""
    play(figure, figure.get_attribute("data-move") or "")


@pytest.mark.parametrize("game", sommet.names())
def test_a_lesson_goes_through_the_rules_clause_by_clause(people: People, game: str) -> None:
    ana = people.open_page()
    ana.goto("/")
    card = ana.locator(f"article:has(#game-{game})")
    card.get_by_role("link", name="Learn").click()
    clauses = [page.clause for page in rules_html.lesson(game, "en")]
    assert len(clauses) > 8
    for clause in clauses:
        expect(ana).to_have_url(re.compile(f"/learn/{game}{'/' * bool(clause)}{clause}$"))
        if clause:
            expect(ana.locator(".clause")).to_have_text(clause)
        figures = ana.locator(".lesson figure")
        assert figures.count() > 0, "every page has a board"
        for figure in figures.all():
            expect(figure.locator(".solid").first).to_be_visible()
            if figure.get_attribute("data-move"):
                solve(figure)
                expect(figure.get_by_role("status")).to_contain_text("That’s it!")
        if ana.locator(".lesson .exercise").count():
            expect(ana.locator(".lesson-list [aria-current]")).to_have_class(re.compile("done"))
        ana.locator("a[rel=next]").click()
    expect(ana.get_by_role("heading", level=1)).to_contain_text("Exercise 1")
    ana.locator("a[rel=prev]").click()
    expect(ana).to_have_url(re.compile(f"/learn/{game}/{clauses[-1]}$"))


@pytest.mark.parametrize(
    ("game", "language"), [*((game, "en") for game in sommet.names()), ("pylos", "fr")]
)
def test_exercises_are_tried_and_solved(people: People, game: str, language: str) -> None:
    """All of them in English, one in French."""
    ana = people.open_page(language=language)
    ana.goto(f"/learn/{game}/1")
    for number, exercise in enumerate(exercises(game), 1):
        figure = ana.locator(".lesson figure")
        expect(ana.locator(".task-text")).to_have_text(exercise.task(language))
        expect(figure.get_by_role("status")).not_to_be_empty()
        wrong = _wrong_move(game, exercise.position, exercise.answers)
        play(figure, wrong)
        expect(figure.get_by_role("status")).to_have_text(exercise.judge(wrong, language)[1])
        figure.get_by_role("button", name="Try again" if language == "en" else "Réessayer").click()
        play(figure, exercise.answers[0])
        _, praise = exercise.judge(exercise.answers[0], language)
        expect(figure.get_by_role("status")).to_have_text(praise)
        expect(ana.locator(".lesson-list [aria-current]")).to_have_class(re.compile("done"))
        if language == "fr":
            return
        if number < 3:
            ana.locator("a[rel=next]").click()
    ana.locator(".lesson-nav button.main").click()
    expect(ana.locator("#board .solid").first).to_be_visible()


def _wrong_move(game: str, position: str, answers: tuple[str, ...]) -> str:
    found = sommet.game(game).parse_view(position)
    return next(str(move) for move in found.table.moves if str(move) not in answers)


def test_a_board_without_a_task_allows_any_move(people: People) -> None:
    ana = people.open_page()
    ana.goto("/learn/pylos/P2a")
    figure = ana.locator(".lesson figure")
    for cell in ("1a1", "1b1"):
        figure.locator(f'[data-at="{cell}"]').click(force=True)
        expect(figure.locator(f'.target[data-at="{cell}"]')).to_have_count(0)
    figure.get_by_role("button", name="Try again").click()
    expect(figure.locator(".target")).to_have_count(16)


def test_every_diagram_of_the_rules_can_be_played(people: People) -> None:
    """The lessons, which are tested for every game, have the same diagrams."""
    ana = people.open_page()
    ana.goto("/rules/pylos")
    figures = ana.locator(".exercise")
    assert figures.count() >= 3
    for index in range(figures.count()):
        figure = figures.nth(index)
        figure.get_by_role("button", name="Try it").click()
        solve(figure)
        expect(figure.get_by_role("status")).to_contain_text("That’s it!")
    expect(figures.last.get_by_role("status")).to_contain_text("Time for a game!")


def test_a_legal_move_other_than_the_answer_can_be_retried(people: People) -> None:
    ana = people.open_page()
    ana.goto("/rules/pylos")
    figure = ana.locator(".exercise").first
    figure.get_by_role("button", name="Try it").click()
    figure.locator('[data-at="1a1"]').click(force=True)
    expect(figure.get_by_role("status")).to_contain_text("not the move here")
    figure.get_by_role("button", name="Try again").click()
    solve(figure)
    expect(figure.get_by_role("status")).to_contain_text("That’s it!")


def test_the_current_step_is_in_the_middle_of_its_row_on_a_phone(people: People) -> None:
    ana = people.open_page()
    ana.set_viewport_size({"width": 390, "height": 844})
    ana.goto("/learn/pylos/1")
    expect(ana.locator(".lesson-list [aria-current]")).to_be_in_viewport(ratio=1)
    # "Next" leads on only once the exercise is solved.
    expect(ana.locator(".lesson-nav [rel=next]")).not_to_have_class(re.compile("main"))
