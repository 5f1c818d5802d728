"""Exercises: checked against the rules, exactly the listed moves solve each task."""

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


def places_cubes(count: int) -> Goal:
    def reached(view: View[Any], move: Move) -> bool:
        before, after = view.table.cubes, view.table.after(move.steps).cubes
        return bool(before.count(".") - after.count(".") >= count)

    return reached


def wins(view: View[Any], move: Move) -> bool:
    outcome = Position(view.game, view.table, view.secrets).play(move).outcome
    return outcome is not None and outcome.winners == (view.turn,)


def shows(colour: str, *, bare: bool = False, without: str = "") -> Goal:
    """The move gives one more location this colour; with `bare`, one more empty base of it."""

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
    """After the move, one turn could take `count` tokens of a colour."""

    def reached(view: View[Any], move: Move) -> bool:
        after = view.table.after(move.steps)
        groups = (each for each in after.moves if str(each).startswith(colour))
        return any(tokens(after) - tokens(after.after(each.steps)) >= count for each in groups)

    return reached


GOALS: dict[str, tuple[Goal, Goal, Goal]] = {
    "pylos": (takes_back_two, reserve_grows(0), reserve_grows(2)),
    "triedre": (places_cubes(2), places_cubes(3), wins),
    "kabaleo": (shows("B", bare=True), shows("P", without="P"), wins),
    "colorpop": (takes_most, joins("B", 4), wins),
}
"""The goal of each task, checked with the rules."""

CASES = [
    pytest.param(game, number, id=f"{game} {number + 1}") for game in GOALS for number in range(3)
]


def view_of(game: str, exercise: Exercise) -> View[Any]:
    return sommet.game(f"{game} {exercise.options}").parse_view(exercise.position)


def test_every_game_has_three_exercises() -> None:
    assert {game: len(exercises(game)) for game in sommet.names()} == dict.fromkeys(GOALS, 3)


@pytest.mark.parametrize(("game", "number"), CASES)
def test_exactly_the_answers_solve_the_task(game: str, number: int) -> None:
    exercise, goal = exercises(game)[number], GOALS[game][number]
    view = view_of(game, exercise)
    assert tuple(str(move) for move in view.moves() if goal(view, move)) == exercise.answers
    assert len(view.moves()) > len(exercise.answers) + 1, "the task is not trivial"


@pytest.mark.parametrize(("game", "number"), CASES)
def test_a_slip_is_a_legal_move_that_does_not_solve_the_task(game: str, number: int) -> None:
    exercise = exercises(game)[number]
    possible = {str(move) for move in view_of(game, exercise).moves()}
    assert exercise.slips.keys() <= possible - {*exercise.answers}
    for move, comment in exercise.slips.items():
        assert exercise.judge(move, "en") == (False, comment)


@pytest.mark.parametrize(("game", "number"), CASES)
def test_an_exercise_exists_in_every_language(game: str, number: int) -> None:
    exercise = exercises(game)[number]
    assert exercise.words.keys() == {"title", "task", "right", "wrong"}
    assert exercise.judge(exercise.answers[0], "en") == (True, exercise.words["right"])
    assert exercise.judge("nothing", "en") == (False, exercise.words["wrong"])
    assert len({exercise.task(code) for code in LANGUAGES}) == len(LANGUAGES)


def test_an_outside_game_can_bring_its_own_exercises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {"marbles": Marbles})
    (exercise,) = exercises("marbles")
    assert exercise.task("fr") != exercise.task("en")
    assert exercise.task("xx") == exercise.task("en"), "untranslated texts fall back to English"
    view = view_of("marbles", exercise)
    assert tuple(str(move) for move in view.moves() if wins(view, move)) == exercise.answers
