"""Clauses P5 to P8 of Pylos, its options, and known answers."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import Outcome, Record
from sommet.core.outcome import Ending
from sommet.games.pylos.rules import PylosReason
from tests.positions import PYLOS_BOARD, moves, refusal
from tests.positions import pylos as position_of

LEVEL_1, LEVEL_2, LEVEL_3 = PYLOS_BOARD[:16], PYLOS_BOARD[16:25], PYLOS_BOARD[25:29]

# --- P5: the reserve -----------------------------------------------------------------------------

FOURTEEN, ELEVEN = [*LEVEL_1, *LEVEL_2][11:], [*LEVEL_1, *LEVEL_2][:11]
"""Balls that fill levels 1 and 2."""


def test_p5_a_player_with_an_empty_reserve_loses() -> None:
    position = position_of(
        " ".join([*ELEVEN, *LEVEL_3[:3]]), " ".join(FOURTEEN), variant="children"
    )
    assert position.outcome is None
    lost = position.play("3b2")
    assert lost.outcome == Outcome(
        (1,), PylosReason.RESERVE_EMPTY, (("reserve", (0, 1)),), "reserve"
    )
    assert lost.moves() == ()
    assert lost.turn == 1


def test_p5_the_reserve_is_checked_after_balls_are_taken_back() -> None:
    position = position_of(" ".join([*ELEVEN, *LEVEL_3[:3]]), " ".join(FOURTEEN))
    after = position.play("3b2x3b2")
    assert after.outcome is None
    assert after.table.reserve(0) == 1


def test_p5_dark_can_lose_this_way_too() -> None:
    position = position_of(
        " ".join(FOURTEEN), " ".join([*ELEVEN, *LEVEL_3[:3]]), turn="D", variant="children"
    )
    assert position.play("3b2").outcome == Outcome(
        (0,), PylosReason.RESERVE_EMPTY, (("reserve", (1, 0)),), "reserve"
    )


ALL_BUT_ONE = "1a1 1b2 1c3 1d4 1a3 1c1 1b4 1d2 1a4 1b3 1d3 1c4 2a1 2b2"
"""Fourteen balls; with three of Dark's, level 1 is full except for `1d1`."""


def test_p5_may_raise_lets_a_player_without_reserve_continue() -> None:
    options = {"variant": "children"}
    lost = position_of(ALL_BUT_ONE, "1b1 1a2 1c2", **options).play("1d1")
    assert lost.outcome.reason == PylosReason.RESERVE_EMPTY
    going_on = position_of(ALL_BUT_ONE, "1b1 1a2 1c2", empty_reserve="may_raise", **options).play(
        "1d1"
    )
    assert going_on.outcome is None
    assert going_on.play("2c3").outcome is None


def test_p5_may_raise_a_player_without_reserve_must_raise() -> None:
    position = position_of(ALL_BUT_ONE + " 1d1", "1b1 1a2 1c2", empty_reserve="may_raise")
    assert position.moves()
    assert all("-" in text for text in moves(position))
    assert refusal(position, "2c3") == ("P5", "reserve_empty", {})
    assert refusal(position, "3a1") == ("P2b", "no_support", {"cell": "3a1"})


def test_p5_may_raise_balls_taken_back_refill_the_reserve() -> None:
    light = "1a1 1c1 1b2 1a3 1c3 1d1 1d2 1d3 1d4 1a4 1b4 1c4 2a1 2b1 2a2"
    position = position_of(light, "1b1 1a2 1c2 1b3", empty_reserve="may_raise")
    assert position.table.reserve(0) == 0
    assert position.play("1d4-2b2x2b2x2a1").table.reserve(0) == 2


def test_p5_may_raise_a_player_without_reserve_and_raise_loses_on_their_turn() -> None:
    options = {"empty_reserve": "may_raise", "variant": "children"}
    position = position_of(" ".join([*ELEVEN, *LEVEL_3[:3]]), " ".join(FOURTEEN), **options)
    after = position.play("3b2")
    assert after.outcome is None  # Dark is to move and has a ball
    stuck = position_of(" ".join([*ELEVEN, *LEVEL_3]), " ".join(FOURTEEN), **options)
    assert stuck.outcome == Outcome(
        (1,), PylosReason.RESERVE_EMPTY, (("reserve", (0, 1)),), "reserve"
    )
    assert stuck.moves() == ()
    dark_stuck = position_of(" ".join(FOURTEEN), " ".join([*ELEVEN, *LEVEL_3]), turn="D", **options)
    assert dark_stuck.outcome.winners == (0,)


# --- P6: the summit ------------------------------------------------------------------------------


def test_p6_the_player_who_places_the_summit_ball_wins() -> None:
    position = position_of(
        " ".join([*ELEVEN, *LEVEL_3]), " ".join(FOURTEEN), turn="D", empty_reserve="may_raise"
    )
    assert moves(position) == ["4a1"]
    won = position.play("4a1")
    assert won.outcome == Outcome((1,), PylosReason.SUMMIT, (("reserve", (0, 0)),))
    assert won.moves() == ()


def test_p6_light_wins_with_the_summit_too() -> None:
    position = position_of(
        " ".join(FOURTEEN), " ".join([*ELEVEN, *LEVEL_3]), empty_reserve="may_raise"
    )
    assert position.play("4a1").outcome.winners == (0,)


# --- P7: repetition ------------------------------------------------------------------------------


def repeating_position() -> Any:
    """Both players have three balls of a square and can place and take back the fourth forever."""
    return position_of("1a1 1b1 1a2", "1d4 1c4 1d3")


def test_p7_the_third_occurrence_of_a_position_is_a_draw_and_the_start_counts() -> None:
    record = Record.of(repeating_position())
    for move in ("1b2x1b2", "1c3x1c3", "1b2x1b2"):
        record = record.play(move)
        assert record.outcome is None
    drawn = record.play("1c3x1c3")
    assert drawn.outcome == Outcome((0, 1), PylosReason.REPETITION)


def test_p7_the_same_balls_with_another_player_to_move_are_another_position() -> None:
    record = Record.of(repeating_position())
    assert record.play("1b2x1b2").position.table.balls == record.position.table.balls
    assert record.play("1b2x1b2").position != record.position


def test_p7_counts_positions_of_a_dealt_game_from_its_start() -> None:
    record = Record.new(sommet.game("pylos"), seed=7)
    for move in ["1a1", "1d4", "1b1", "1c4", "1a2", "1d3", "1b2x1b2", "1c3x1c3", "1b2x1b2"]:
        record = record.play(move)
        assert record.outcome is None
    assert record.play("1c3x1c3").outcome == Outcome((0, 1), PylosReason.REPETITION)


def test_p7_counts_are_kept_by_records_and_do_not_affect_equality() -> None:
    position = repeating_position()
    again = position.play("1b2x1b2").play("1c3x1c3").play("1b2x1b2").play("1c3x1c3")
    assert again == position
    assert again.outcome is None
    assert hash(again) == hash(position)


# --- P8: time ------------------------------------------------------------------------------------


def test_p8_running_out_of_time_loses() -> None:
    record = Record.new(sommet.game("pylos"), seed=7).play("1a1")
    assert record.leave(0, Ending.TIME).outcome == Outcome((1,), Ending.TIME, leavers=(0,))
    assert record.leave(1, Ending.TIME).outcome == Outcome((0,), Ending.TIME, leavers=(1,))


# --- options and known answers -------------------------------------------------------------------


def test_takeback_0_2_allows_taking_no_ball_back() -> None:
    position = position_of("1a1 1b1 1a2", "1d1 1d2 1d3", takeback="0-2")
    assert "1b2" in moves(position)
    assert len(moves(position, "1b2")) == 1 + 4 + 6
    assert position.play("1b2").table.reserve(0) == 11


def test_takeback_has_no_effect_with_children() -> None:
    for takeback in ("1-2", "0-2"):
        position = position_of("1a1 1b1 1a2", "1d1", variant="children", takeback=takeback)
        assert moves(position, "1b2") == ["1b2"]
        assert refusal(position, "1b2x1a1") == ("P3", "squares_earn_nothing", {})


def test_the_names_of_the_game_and_its_endings_match_the_spec() -> None:
    game = sommet.game("pylos")
    assert (game.id, game.name) == ("pylos", "Pylos")
    assert [str(reason) for reason in PylosReason] == ["reserve_empty", "summit", "repetition"]


def test_the_options_and_their_defaults_match_the_spec() -> None:
    options = sommet.game("pylos").options()
    assert {option.name: (option.values, option.default) for option in options} == {
        "variant": (("children", "standard", "expert"), "standard"),
        "takeback": (("1-2", "0-2"), "1-2"),
        "empty_reserve": (("loses", "may_raise"), "loses"),
    }  # fmt: skip


def test_players_may_agree_to_a_draw() -> None:
    record = Record.new(sommet.game("pylos"), seed=7)
    assert record.agree().outcome == Outcome((0, 1), Ending.AGREEMENT)


@pytest.mark.parametrize("variant", ["children", "standard", "expert"])
def test_perft_from_the_start(variant: str) -> None:
    start = sommet.game("pylos", variant=variant).start(seed=7)
    assert [sommet.perft(start, depth) for depth in range(5)] == [1, 16, 240, 3360, 43680]
