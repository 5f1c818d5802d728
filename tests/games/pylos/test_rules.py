"""Clauses P1 to P4 of Pylos; each test fails if its clause is broken."""

from __future__ import annotations

from itertools import combinations

import pytest

import sommet
from sommet import IllegalMove, Move, OptionError
from sommet.games.pylos import Pylos
from sommet.games.pylos.board import ABOVE, BELOW, CELLS
from sommet.games.pylos.rules import PylosTable
from tests.positions import PYLOS_BOARD, moves, refusal
from tests.positions import pylos as position_of

LEVEL_1, LEVEL_2, LEVEL_3 = PYLOS_BOARD[:16], PYLOS_BOARD[16:25], PYLOS_BOARD[25:29]


def split_evenly(cells: list[str]) -> tuple[str, str]:
    """Two colours for these cells, as even as possible, without a square or line of one colour."""
    return " ".join(cells[::2]), " ".join(cells[1::2])


# --- the board -----------------------------------------------------------------------------------


def test_the_board_has_thirty_cells_ordered_by_level_and_row() -> None:
    assert list(CELLS) == PYLOS_BOARD
    assert len(CELLS) == 30


def test_a_cell_rests_on_its_own_column_and_row_and_the_next_ones_below() -> None:
    assert set(BELOW["2b1"]) == {"1b1", "1c1", "1b2", "1c2"}
    assert set(BELOW["3a2"]) == {"2a2", "2b2", "2a3", "2b3"}
    assert set(BELOW["4a1"]) == set(LEVEL_3)
    assert BELOW["1c3"] == ()
    assert all(len(BELOW[cell]) == 4 for cell in CELLS[16:])


def test_a_cell_is_under_those_that_rest_on_it() -> None:
    assert set(ABOVE["1b2"]) == {"2a1", "2b1", "2a2", "2b2"}
    assert ABOVE["1d1"] == ("2c1",)
    assert ABOVE["4a1"] == ()


# --- P1: the start -------------------------------------------------------------------------------


def test_p1_two_players_with_fifteen_balls_each_start_on_an_empty_board() -> None:
    position = sommet.game("pylos").start(seed=7)
    assert position.game.sides == ((0,), (1,))
    assert str(position) == "................/........./..../. L"
    assert (position.table.reserve(0), position.table.reserve(1)) == (15, 15)
    assert position.outcome is None
    assert position.secrets == ()


def test_p1_light_starts_whatever_the_seed() -> None:
    game = sommet.game("pylos")
    assert {game.start(seed).turn for seed in range(20)} == {0}
    assert game.start(first=0).turn == 0
    with pytest.raises(OptionError) as error:
        game.start(first=1)
    assert error.value.code == "light_starts"


def test_p1_the_players_take_turns() -> None:
    position = sommet.game("pylos").start(seed=7)
    assert [position.turn, position.play("1a1").turn, position.play("1a1").play("1b1").turn] == [
        0,
        1,
        0,
    ]
    assert str(position.play("1a1").play("1c1")).startswith("L.D.")


# --- P2: a turn ----------------------------------------------------------------------------------


def test_p2_a_turn_is_compulsory() -> None:
    with pytest.raises(IllegalMove) as error:
        position_of().table.walk(())
    assert (error.value.clause, error.value.code) == ("P2", "must_move")
    assert not position_of().table.steps(()).end


def test_p2a_a_ball_from_the_reserve_goes_on_any_free_cell_of_level_1() -> None:
    assert moves(position_of()) == sorted(LEVEL_1)
    position = position_of("1a1", "1b1").play("1c1")
    assert str(position).startswith("LDL.")
    assert (position.table.reserve(0), position.table.reserve(1)) == (13, 14)


def test_p2a_a_cell_with_a_ball_of_the_opponent_is_not_free() -> None:
    position = position_of("1a1", "1b1")
    assert moves(position) == sorted(set(LEVEL_1) - {"1a1", "1b1"})
    assert refusal(position, "1b1") == ("P2", "others_ball", {"cell": "1b1"})


def test_p2b_a_ball_goes_on_four_balls_of_any_colours() -> None:
    assert moves(position_of("1a1 1b1", "1a2 1b2"), "2") == ["2a1"]
    assert moves(position_of("1a1", "1b1 1a2 1b2"), "2") == ["2a1"]
    assert moves(position_of(dark="1b2 1c2 1b3 1c3"), "2") == ["2b2"]
    assert (
        str(position_of("1a1 1b1", "1a2 1b2").play("2a1")) == "LL..DD........../L......../..../. D"
    )


def test_p2b_three_balls_support_none() -> None:
    position = position_of("1a1 1b1", "1a2")
    assert moves(position, "2") == []
    assert refusal(position, "2a1") == ("P2b", "no_support", {"cell": "2a1"})


def test_p2c_a_ball_is_raised_from_the_board_and_costs_no_reserve() -> None:
    position = position_of("1a1 1b2 1d4", "1b1 1a2")
    assert moves(position, "1d4") == ["1d4-2a1"]
    raised = position.play("1d4-2a1")
    assert str(raised) == "LD..DL........../L......../..../. D"
    assert raised.table.reserve(0) == position.table.reserve(0) == 12


def test_p2c_a_ball_may_be_raised_several_levels_at_once() -> None:
    below = [f"1{column}{row}" for row in "123" for column in "abc"]
    light, dark = split_evenly([*below, "2a1", "2b1", "2a2", "2b2"])
    position = position_of(f"{light} 1d4", dark)
    assert moves(position, "1d4") == ["1d4-3a1"]
    assert position.play("1d4-3a1").table.ball("3a1") == "L"


def test_p2c_a_ball_is_never_moved_on_its_own_level_or_down() -> None:
    position = position_of("1a1 1b2 1d4", "1b1 1a2")
    assert refusal(position, "1d4-1c4") == ("P2c", "not_higher", {})
    light, dark = split_evenly([*LEVEL_1[:3], *LEVEL_1[4:7], *LEVEL_1[8:11]])
    piled = position_of(f"{light} 2a1 1d4", f"{dark} 2b1 2a2")
    assert moves(piled, "2a1-") == []
    assert refusal(piled, "2a1-2b2") == ("P2c", "nowhere_higher", {"cell": "2a1"})
    ready = position_of(f"{light} 2a1 2b2 1d4", f"{dark} 2b1 2a2 1d1 1d2")
    assert moves(ready, "1d4-") == ["1d4-2c1", "1d4-3a1"]
    assert moves(ready, "2a1-") == []


def test_p2c_a_ball_that_carries_another_cannot_be_raised() -> None:
    position = position_of("1a1 1b1 1a2 1b2", "2a1 1c1 1c2")
    assert moves(position, "2b1") == ["2b1"]
    assert refusal(position, "1a1-2b1") == ("P2c", "carries_another", {"cell": "1a1"})
    assert moves(position, "1a1") == []


def test_p2c_a_ball_cannot_be_raised_onto_itself() -> None:
    position = position_of("1a1 1b2", "1b1 1a2")
    assert moves(position, "1a1") == []
    assert refusal(position, "1a1-2a1") == ("P2c", "nowhere_higher", {"cell": "1a1"})
    two_squares = position_of("1a1 1b2", "1b1 1a2 1c1 1c2")
    assert moves(two_squares, "1a1") == ["1a1-2b1"]
    assert refusal(two_squares, "1a1-2a1") == ("P2c", "no_support_left", {"cell": "2a1"})


def test_p2c_only_your_own_ball_can_be_raised() -> None:
    position = position_of("1a1 1b1", "1a2 1b2 1d4")
    assert moves(position, "1d4") == []
    assert refusal(position, "1d4-2a1") == ("P2", "others_ball", {"cell": "1d4"})
    assert refusal(position, "1d3-2a1") == ("P2c", "no_ball_of_yours", {"cell": "1d3"})


def test_p2c_a_raised_ball_needs_a_free_cell_that_rests_on_four() -> None:
    position = position_of("1a1 1b2 1d4 1d3", "1b1 1a2 1c1 1c2 2b1")
    assert moves(position, "1d4") == ["1d4-2a1"]
    assert refusal(position, "1d4-2b1") == ("P2c", "occupied", {"cell": "2b1"})
    assert refusal(position, "1d4-2c3") == ("P2c", "no_support_left", {"cell": "2c3"})


def test_p2c_a_ball_that_is_picked_up_must_go_somewhere() -> None:
    position = position_of("1a1 1b2 1d4", "1b1 1a2")
    assert refusal(position, "1d4") == ("P2c", "no_target", {"cell": "1d4"})
    assert refusal(position, "1d4x1a1") == ("P2c", "no_target", {"cell": "1d4"})
    assert position.table.steps(("1d4",)).next == ("-2a1",)
    assert not position.table.steps(("1d4",)).end


# --- P3: a square of your own colour -------------------------------------------------------------


def test_p3_a_square_gives_back_one_or_two_balls() -> None:
    position = position_of("1a1 1b1 1a2", "1d1 1d2 1d3")
    square = ["1a1", "1b1", "1a2", "1b2"]
    singles = [f"1b2x{ball}" for ball in square]
    pairs = [f"1b2x{one}x{two}" for one, two in combinations(square, 2)]
    assert moves(position, "1b2") == sorted(singles + pairs)
    assert position.play("1b2x1a1").table.reserve(0) == 12
    assert position.play("1b2x1a1x1a2").table.reserve(0) == 13


def test_p3_the_bare_move_is_illegal_after_a_square() -> None:
    position = position_of("1a1 1b1 1a2", "1d1 1d2 1d3")
    assert refusal(position, "1b2") == ("P3", "must_take_back", {})


def test_p3_several_squares_give_back_at_most_two_balls() -> None:
    position = position_of("1a1 1b1 1c1 1a2 1c2 1b3", "1d1 1d2 1d3 1d4 1a4")
    assert refusal(position, "1b2x1a1x1b1x1c1") == ("P3", "two_at_most", {})
    assert max(text.count("x") for text in moves(position, "1b2")) == 2
    assert len(moves(position, "1b2")) == 7 + 7 * 6 // 2


def test_p3_any_free_ball_of_your_own_can_be_taken_back() -> None:
    position = position_of("1a1 1b1 1a2 1d4 2c1", "1c1 1d1 1c2 1d2")
    assert moves(position, "1b2x") == sorted(
        [f"1b2x{ball}" for ball in ("1a1", "1b1", "1a2", "1b2", "1d4", "2c1")]
        + [f"1b2x{one}x{two}" for one, two in combinations(["1a1", "1b1", "1a2", "1b2"], 2)]
        + [f"1b2x{ball}x{far}" for ball in ("1a1", "1b1", "1a2", "1b2") for far in ("1d4", "2c1")]
        + ["1b2x1d4x2c1"]
    )


def test_p3_balls_of_the_opponent_and_empty_cells_cannot_be_taken_back() -> None:
    position = position_of("1a1 1b1 1a2", "1d1 1d2 1d3")
    assert refusal(position, "1b2x1d1") == ("P3", "no_ball_of_yours", {"cell": "1d1"})
    assert refusal(position, "1b2x1c3") == ("P3", "no_ball_of_yours", {"cell": "1c3"})
    assert refusal(position, "1b2x1a1x1a1") == ("P3", "no_ball_of_yours", {"cell": "1a1"})


def test_p3_a_ball_that_carries_another_cannot_be_taken_back() -> None:
    position = position_of("1a1 1b1 1a2 1b2 1c2 1b3", "2a1 1d4 1d3")
    assert refusal(position, "1c3x1a1") == ("P3", "carries_another", {"cell": "1a1"})
    assert "1c3x1c2" in moves(position)
    assert not any("x1b2" in text for text in moves(position))


def test_p3_the_second_ball_may_be_one_freed_by_the_first() -> None:
    position = position_of("1a1 1b1 1a2 1b2 2a1 1c2 1b3", "1d4 1d3 1d1")
    assert "1c3x2a1x1a1" in moves(position)
    assert position.play("1c3x2a1x1a1").table.ball("1a1") == "."
    assert refusal(position, "1c3x1a1x2a1") == ("P3", "carries_another", {"cell": "1a1"})


def test_p3_the_turn_ends_after_one_ball_if_no_other_is_free() -> None:
    position = position_of("1b2 1c2 1b3", "1a1 1b1 1a2 2a1 1c1 1d1 1d2 2c1 1a3 1a4 1b4 2a3")
    assert moves(position, "1c3") == ["1c3x1c3"]
    assert refusal(position, "1c3x1c3x1b2") == ("P3", "carries_another", {"cell": "1b2"})


def test_p3_a_square_of_both_colours_gives_nothing() -> None:
    position = position_of("1a1 1b1", "1a2 1d1 1d2")
    assert moves(position, "1b2") == ["1b2"]
    assert refusal(position, "1b2x1a1") == ("P3", "no_square", {})


def test_p3_only_the_ball_just_placed_counts() -> None:
    standing = position_of("1a1 1b1 1a2 1b2", "1d1 1d2 1d3 1c4")
    assert moves(standing, "1c3") == ["1c3"]
    other_colour = position_of("1d1 1d2 1d3", "1a1 1b1 1a2 1b2")
    assert moves(other_colour, "1c3") == ["1c3"]


def test_p3_a_raised_ball_completes_a_square_too() -> None:
    below = [f"1{column}{row}" for row in "123" for column in "abc"]
    light, dark = split_evenly(below)
    position = position_of(f"{light} 2a1 2b1 2a2 1d4", f"{dark} 1d2 1d3", variant="standard")
    assert refusal(position, "1d4-2b2") == ("P3", "must_take_back", {})
    assert position.play("1d4-2b2x2b2").table.ball("2b2") == "."
    assert "1d4-2b2x2a1x2b2" in moves(position)
    assert position.play("1d4-2b2x2b2x2a1") == position.play("1d4-2b2x2a1x2b2")


SQUARES = [
    {f"{level}{column}{row}", f"{level}{column}{row + 1}",
     f"{level}{following}{row}", f"{level}{following}{row + 1}"}
    for level, width in ((1, 4), (2, 3), (3, 2))
    for row in range(1, width)
    for column, following in zip("abcd"[: width - 1], "bcd", strict=False)
]  # fmt: skip
LINES = [
    *({cell for cell in LEVEL_1 if mark in cell[1:]} for mark in "abcd1234"),
    *({cell for cell in LEVEL_2 if mark in cell[1:]} for mark in "abc123"),
]


def earns(balls: tuple[str, ...], variant: str) -> bool:
    """Whether Light's second ball of these, placed last, earns balls; Dark's balls support them."""
    level = int(balls[0][0])
    under = "".join("D" if int(cell[0]) < level else "." for cell in PYLOS_BOARD)
    row = "".join(
        "L" if c in balls and c != balls[1] else u for c, u in zip(PYLOS_BOARD, under, strict=True)
    )
    table = PylosTable(Pylos.create(variant=variant), row, 0)
    return not table.steps((balls[1],)).end


@pytest.mark.parametrize(
    ("level", "count"), [(LEVEL_1, 4), (LEVEL_2, 3), (LEVEL_2, 4), (LEVEL_3, 3), (LEVEL_3, 4)]
)
def test_p3_p4_only_squares_earn_and_for_experts_lines_too(level: list[str], count: int) -> None:
    for balls in combinations(level, count):
        square = any(shape <= set(balls) for shape in SQUARES)
        line = any(shape <= set(balls) and balls[1] in shape for shape in LINES)
        assert not earns(balls, "children")
        assert earns(balls, "standard") == square
        assert earns(balls, "expert") == (square or line)


# --- P4: a line of your own colour ---------------------------------------------------------------


def test_p4_a_line_gives_back_one_or_two_balls() -> None:
    position = position_of("1a1 1b1 1c1", "1a3 1b4 1d3", variant="expert")
    assert refusal(position, "1d1") == ("P4", "must_take_back_line", {})
    assert len(moves(position, "1d1")) == 4 + 6


@pytest.mark.parametrize("variant", ["children", "standard"])
def test_p4_the_error_names_a_line_that_earns_nothing(variant: str) -> None:
    position = position_of("1a1 1b1 1c1", "1a3 1b4 1d3", variant=variant)
    assert refusal(position, "1d1x1a1") == ("P4", "lines_earn_nothing", {})


def test_p4_diagonals_and_short_lines_do_not_count() -> None:
    assert moves(position_of("1a1 1b2 1c3", "1a4 1d1 1b3", variant="expert"), "1d4") == ["1d4"]
    position = position_of("1a1 1b1", "1a4 1d1 1b3", variant="expert")
    assert moves(position, "1c1") == ["1c1"]
    assert refusal(position, "1c1x1a1") == ("P4", "nothing_made", {})


def test_p4_a_square_and_a_line_together_still_give_back_one_or_two_balls() -> None:
    position = position_of("1a1 1b1 1c1 1c2 1d2", "1a4 1b3 1d4 1a3", variant="expert")
    assert len(moves(position, "1d1")) == 6 + 15
    assert refusal(position, "1d1x1a1x1b1x1c1") == ("P3", "two_at_most", {})


# --- one move, several texts ---------------------------------------------------------------------


def test_taking_two_balls_back_in_either_order_is_one_move() -> None:
    position = position_of("1a1 1b1 1a2", "1d1 1d2 1d3")
    assert "1b2x1b1x1a2" in moves(position)  # board order is row by row
    assert "1b2x1a2x1b1" not in moves(position)
    assert position.play("1b2x1a2x1b1") == position.play("1b2x1b1x1a2")
    view = position.view(0)
    assert view.move("1b2x1a2x1b1") == Move(("1b2", "x1b1", "x1a2"))
    assert view.move("1b2x1b1x1a2") == Move(("1b2", "x1b1", "x1a2"))


def test_moves_are_sorted_by_their_text_and_listed_once() -> None:
    position = position_of("1a1 1b1 1a2 1d4", "1d1 1d2 1d3 1c3")
    assert moves(position) == sorted(set(moves(position)))
