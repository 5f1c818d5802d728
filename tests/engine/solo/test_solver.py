"""The solo solver: wins that the rules confirm, and proofs that there is none."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import sommet
from sommet import GameOver, OptionError, Position, Record

pytest.importorskip("numba")

from sommet.engine.solo.daily import daily, solo_game
from sommet.engine.solo.solver import Solution, SolveStatus, solve

FULL = "".join(colour * 19 for colour in "BOGPY") + "*****"


def solo_position(slides: str, colours: str) -> Position[Any]:
    """A solo position with these slides and all other tokens taken."""
    taken = FULL
    for token in slides.replace("/", ""):
        taken = taken.replace(token, "", 1)
    game = sommet.game("colorpop", players=1, colours=len(colours))
    return game.parse(f"{slides} 1 {taken} {colours}")


def find_solution(position: Position[Any], **limits: Any) -> Solution:
    *_, solution = solve(position.view(0), **limits)
    return solution


def wins(position: Position[Any], solution: Solution) -> bool:
    """Whether the moves of a solution win by the rules."""
    for move in solution.moves:
        assert not position.outcome
        position = position.play(move)
    return bool(position.outcome and position.outcome.winners)


@cache
def can_be_won(position: Position[Any]) -> bool:
    """Whether some sequence of moves wins, by brute force."""
    if position.outcome:
        return bool(position.outcome.winners)
    return any(can_be_won(position.play(move)) for move in position.moves())


SMALL = (
    ("BOB/OO/GBG/BGG", "B"),
    ("BOB/YOY/GBG/PGP", "B"),
    ("BGB/GOG/BOB/GG*", "BO"),
    ("BPB/PYP/YBY/B*P", "BY"),
    ("BO/OB/BO/OB/GG", "B"),
    ("BOGP/YBOG/PYBO/GPYB/*O", "BOG"),
    ("BGBG/GBGB/BGBG/*OO", "BG"),
)


@pytest.mark.parametrize(("slides", "colours"), SMALL)
def test_the_solver_agrees_with_brute_force(slides: str, colours: str) -> None:
    position = solo_position(slides, colours)
    solution = find_solution(position)
    assert solution.status is (SolveStatus.WON if can_be_won(position) else SolveStatus.LOST)
    assert wins(position, solution) is can_be_won(position)


def test_some_small_positions_can_be_won_and_some_cannot() -> None:
    assert {can_be_won(solo_position(slides, colours)) for slides, colours in SMALL} == {
        True,
        False,
    }


@pytest.mark.parametrize("colours", [2, 3])
def test_solutions_of_full_deals_win_by_the_rules(colours: int) -> None:
    position = sommet.game("colorpop", players=1, colours=colours).start(1)
    solution = find_solution(position)
    assert solution.status is SolveStatus.WON
    assert wins(position, solution)


def test_a_narrow_search_proves_nothing() -> None:
    position = sommet.game("colorpop", players=1, colours=5).start(2)
    narrow = list(solve(position.view(0), widths=(1, 2)))
    assert {solution.status for solution in narrow} == {SolveStatus.OPEN}
    assert {solution.width for solution in narrow} == {1, 2}
    found = [solution.positions for solution in narrow]
    assert found == sorted(found)
    assert find_solution(position, stop=lambda: True).status is SolveStatus.OPEN


def test_only_running_solo_games_are_solved() -> None:
    with pytest.raises(OptionError, match="can't be played solo"):
        next(solve(sommet.game("kabaleo").start(1).view(0)))
    with pytest.raises(GameOver):
        next(solve(solo_position("OO/GG", "B").view(0)))


def test_the_daily_deal_is_the_same_for_everyone_and_can_be_won() -> None:
    game = solo_game()
    today, again = (daily(game, date(2026, 11, 16)) for _ in range(2))
    assert today == again
    assert today.is_valid()
    other = daily(game, date(2026, 11, 17))
    assert other.record.start != today.record.start
    assert 1 <= other.grade <= 4
    assert Record.parse(str(today.record)).start == today.record.start
