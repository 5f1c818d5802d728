"""Which figure decided a game."""

from __future__ import annotations

import pytest

from sommet.core.outcome import deciding_figure

THREE = ((0,), (1,), (2,))


@pytest.mark.parametrize(
    ("left", "taken", "winners", "decided"),
    [
        ((1, 2, 3), (9, 0, 0), (0,), "left"),
        ((1, 1, 3), (2, 5, 0), (0,), "taken"),  # the third had already lost on the first figure
        ((3, 1, 1), (2, 2, 5), (1,), "taken"),
        ((1, 1, 3), (2, 2, 0), (0, 1), ""),  # still tied after all figures
        ((1, 1, 1), (2, 2, 2), (0, 1, 2), ""),
        ((1, 2, 3), (0, 0, 0), (), ""),  # nobody wins
        ((1, 1, 1), (2, 2, 2), (0,), ""),  # won for another reason
    ],
)
def test_the_deciding_figure_is_the_first_that_leaves_only_the_winners(
    left: tuple[int, ...], taken: tuple[int, ...], winners: tuple[int, ...], decided: str
) -> None:
    assert deciding_figure((("left", left), ("taken", taken)), winners, THREE) == decided


def test_without_figures_nothing_is_decisive() -> None:
    assert deciding_figure((), (0,), THREE) == ""


def test_a_player_who_left_is_ignored() -> None:
    figures = (("left", (1, 1, 3)), ("taken", (2, 0, 0)))
    assert deciding_figure(figures, (0,), THREE) == "taken"
    assert deciding_figure(figures, (0,), THREE, frozenset({1})) == "left"
    assert deciding_figure(figures, (0,), THREE, frozenset({1, 2})) == ""


def test_a_team_is_one_side() -> None:
    teams = ((0, 2), (1, 3))
    figures = (("left", (1, 1, 1, 1)), ("taken", (4, 6, 4, 6)))
    assert deciding_figure(figures, (0, 2), teams) == "taken"
    assert deciding_figure(figures, (0, 1, 2, 3), teams) == ""
    assert deciding_figure(figures, (0,), ((0,),)) == ""  # solo
