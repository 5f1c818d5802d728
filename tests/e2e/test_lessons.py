"""Lessons clause by clause, exercises, playable diagrams, and the free board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import sommet
from sommet.core.position import Position
from sommet.core.record import Record
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
    found = game.parse(data["position"])
    view = found.view(found.turn) if isinstance(found, Position) else found
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
    found = sommet.game(game).parse(position)
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


# --- the free board ------------------------------------------------------------------------------


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


def test_the_current_step_is_in_the_middle_of_its_row_on_a_phone(people: People) -> None:
    ana = people.open_page()
    ana.set_viewport_size({"width": 390, "height": 844})
    ana.goto("/learn/pylos/1")
    expect(ana.locator(".lesson-list [aria-current]")).to_be_in_viewport(ratio=1)
    # "Next" leads on only once the exercise is solved.
    expect(ana.locator(".lesson-nav [rel=next]")).not_to_have_class(re.compile("main"))
