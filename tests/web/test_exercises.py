"""Exercises: the rules themselves prove that the listed moves solve the task, and no others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sommet
from sommet import Move, Position, View
from sommet.core import registry
from sommet.web.exercises import Exercise, exercises
from sommet.web.languages import LANGUAGES
from tests.marbles import Marbles

Goal = Callable[[View[Any], Move], bool]


def reserve_grows(by: int) -> Goal:
    def reached(view: View[Any], move: Move) -> bool:
        after = view.table.after(move.steps)
        grown: int = after.reserve(view.turn) - view.table.reserve(view.turn)
        return grown >= by

    return reached


def takes_back_two(view: View[Any], move: Move) -> bool:
    return str(move).count("x") == 2


def puts_cubes(count: int) -> Goal:
    def reached(view: View[Any], move: Move) -> bool:
        before, after = view.table.cubes, view.table.after(move.steps).cubes
        return bool(before.count(".") - after.count(".") >= count)

    return reached


def wins(view: View[Any], move: Move) -> bool:
    outcome = Position(view.game, view.table, view.secrets).play(move).outcome
    return outcome is not None and outcome.winners == (view.turn,)


def shows(colour: str, *, bare: bool = False, without: str = "") -> Goal:
    """One more location has this colour, for `bare` that of its case."""

    def count(table: Any) -> int:
        sign = colour.lower() if bare else colour
        tops = (pile[-1] if bare else pile[-1].upper() for pile in table.locations)
        return sum(top == sign for top in tops)

    def reached(view: View[Any], move: Move) -> bool:
        more = count(view.table.after(move.steps)) > count(view.table)
        return more and move.steps[0] != without

    return reached


def tokens(table: Any) -> int:
    return sum(map(len, table.slides))


def takes_most(view: View[Any], move: Move) -> bool:
    left = {str(each): tokens(view.table.after(each.steps)) for each in view.moves()}
    return left[str(move)] == min(left.values())


def joins(colour: str, count: int) -> Goal:
    """After the move one turn could take so many tokens of a colour."""

    def reached(view: View[Any], move: Move) -> bool:
        after = view.table.after(move.steps)
        groups = (each for each in after.moves if str(each).startswith(colour))
        return any(tokens(after) - tokens(after.after(each.steps)) >= count for each in groups)

    return reached


GOALS: dict[str, tuple[Goal, Goal, Goal]] = {
    "pylos": (takes_back_two, reserve_grows(0), reserve_grows(2)),
    "triedre": (puts_cubes(2), puts_cubes(3), wins),
    "kabaleo": (shows("B", bare=True), shows("P", without="P"), wins),
    "colorpop": (takes_most, joins("B", 4), wins),
}
"""What each task asks for, in the words of the rules."""

CASES = [
    pytest.param(game, number, id=f"{game} {number + 1}") for game in GOALS for number in range(3)
]


def stands(game: str, exercise: Exercise) -> View[Any]:
    found = sommet.game(f"{game} {exercise.options}").parse(exercise.position)
    return View(found.game, found.table, found.secrets, outcome=found.outcome)


def test_every_game_has_three_exercises() -> None:
    assert {game: len(exercises(game)) for game in sommet.names()} == dict.fromkeys(GOALS, 3)


@pytest.mark.parametrize(("game", "number"), CASES)
def test_exactly_the_answers_solve_the_task(game: str, number: int) -> None:
    exercise, goal = exercises(game)[number], GOALS[game][number]
    view = stands(game, exercise)
    assert tuple(str(move) for move in view.moves() if goal(view, move)) == exercise.answers
    assert len(view.moves()) > len(exercise.answers) + 1, "there is something to think about"


@pytest.mark.parametrize(("game", "number"), CASES)
def test_a_slip_is_a_possible_move_that_does_not_solve_the_task(game: str, number: int) -> None:
    exercise = exercises(game)[number]
    possible = {str(move) for move in stands(game, exercise).moves()}
    assert exercise.slips.keys() <= possible - {*exercise.answers}
    for move, words in exercise.slips.items():
        assert all(exercise.judge(move, code) == (False, words[code]) for code in LANGUAGES)


@pytest.mark.parametrize(("game", "number"), CASES)
def test_an_exercise_speaks_every_language(game: str, number: int) -> None:
    exercise = exercises(game)[number]
    assert exercise.words.keys() == LANGUAGES.keys()
    for code in LANGUAGES:
        assert exercise.words[code].keys() == {"title", "task", "right", "wrong"}
        assert exercise.judge(exercise.answers[0], code) == (True, exercise.words[code]["right"])
        assert exercise.judge("nothing", code) == (False, exercise.words[code]["wrong"])
    assert len({exercise.task(code) for code in LANGUAGES}) == len(LANGUAGES)


def test_a_game_may_live_elsewhere_and_bring_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {"marbles": Marbles})
    (exercise,) = exercises("marbles")
    assert exercise.task("fr") != exercise.task("en")
    assert exercise.task("xx") == exercise.task("en"), "what is not translated stays English"
    view = stands("marbles", exercise)
    assert tuple(str(move) for move in view.moves() if wins(view, move)) == exercise.answers
