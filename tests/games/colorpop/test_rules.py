"""Clauses C1 to C8 of Color Pop; each test fails if its clause is broken."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sommet
from sommet import IllegalMove, Outcome, Record
from sommet.core.message import piece
from sommet.games.colorpop.board import largest_block
from sommet.games.colorpop.rules import ColorPopReason
from tests.positions import colorpop as position_of
from tests.positions import moves, refusal


def solo_position(slides: str, **options: Any) -> Any:
    """A solo position with all five colours to clear, for tests of single turns."""
    return position_of(slides, "BOGPY", colours=5, **options)


# --- C1: the set-up ------------------------------------------------------------------------------


def test_c1_a_hundred_tokens_fill_ten_slides_of_ten() -> None:
    table: Any = sommet.game("colorpop", players=3).start(seed=7).table
    assert [len(slide) for slide in table.slides] == [10] * 10
    assert Counter("".join(table.slides)) == {"B": 19, "O": 19, "G": 19, "P": 19, "Y": 19, "*": 5}
    assert table.taken == ("", "", "")


def test_c1_jokers_do_not_count_in_a_block() -> None:
    assert largest_block(("GGG*GG", "B*B***", "BYYYYY")) == 5
    assert largest_block(("GGG", "GGG")) == 6
    assert largest_block(("BO", "OB")) == 1


def test_c1_with_jokers_counted_jokers_join_blocks() -> None:
    assert largest_block(("GGG*GG", "BYBOOO"), with_jokers=True) == 6
    assert largest_block(("GG*G", "BY*B", "B*OO"), with_jokers=True) == 5
    assert largest_block(("*****",), with_jokers=True) == 1


# --- C2: the secret tokens -----------------------------------------------------------------------


def test_c2_each_player_draws_one_of_the_five_colours() -> None:
    for players in (2, 3, 4, 5):
        secrets = sommet.game("colorpop", players=players).start(seed=7).secrets
        assert len(set(secrets)) == len(secrets) == players
        assert set(secrets) <= set("BOGPY")


def test_c2_the_colour_is_hidden_from_the_others() -> None:
    position = position_of("BOGPY/BOGPY", "P/Y/B")
    assert position.view(1).secrets == ("?", "Y", "?")
    assert position.view(None).secrets == ("?", "?", "?")


# --- C3: a turn ----------------------------------------------------------------------------------


def test_c3_the_first_player_is_random_or_chosen() -> None:
    game = sommet.game("colorpop", players=3)
    assert {game.start(seed).turn for seed in range(30)} == {0, 1, 2}
    assert [game.start(7, first=seat).turn for seat in range(3)] == [0, 1, 2]


def test_c3_turns_go_clockwise() -> None:
    position = sommet.game("colorpop", players=3).start(seed=7, first=1)
    turns = []
    for _ in range(5):
        turns.append(position.turn)
        position = position.play(position.moves()[0])
    assert turns == [1, 2, 0, 1, 2]


def test_c3_groups_connect_horizontally_and_vertically() -> None:
    position = solo_position("OGB/BGG/YPG/GYO")
    assert moves(position, "G") == ["Ga2"]
    assert position.table.cells("Ga2") == ((0, 1), (1, 1), (1, 2), (2, 2))


def test_c3_a_lone_token_may_not_be_taken() -> None:
    position = solo_position("OGB/BPB")
    assert moves(position) == ["Ba3"]
    assert refusal(position, "Ga2") == ("C3", "lone_token", {"cell": "a2"})
    assert refusal(position, "Bb1") == ("C3", "lone_token", {"cell": "b1"})


def test_c3_the_whole_group_must_be_taken() -> None:
    position = solo_position("GG/GB/BO")
    assert moves(position, "G") == ["Ga1"]
    assert position.play("Ga1").table.slides == ("B", "BO")
    assert position.play("Gb1") == position.play("Ga2") == position.play("Ga1")


def test_c3_a_group_has_a_token_of_that_colour_on_the_cell() -> None:
    position = solo_position("GG/B")
    assert refusal(position, "Ba1") == (
        "C3",
        "other_colour",
        {"cell": "a1", "there": piece("token", "G")},
    )
    assert refusal(position, "*a1") == (
        "C3",
        "other_colour",
        {"cell": "a1", "there": piece("token", "G")},
    )
    for empty in ("Ga3", "Gb2", "Gc1", "Gj10"):
        assert refusal(position, empty) == ("C3", "no_token", {"cell": empty[1:]})


def test_c3_one_group_is_taken_in_a_turn() -> None:
    table = solo_position("GG/BB").table
    assert table.steps(("Ga1",)).end
    assert table.steps(("Ga1",)).next == ()
    with pytest.raises(IllegalMove) as error:
        table.walk(("Ga1", "Bb1"))
    assert (error.value.clause, error.value.code) == ("C3", "one_group")


# --- C4: jokers ----------------------------------------------------------------------------------


def test_c4_a_joker_counts_as_the_colour_chosen_by_the_player() -> None:
    position = solo_position("G*B/YYO")
    assert moves(position) == ["Ba2", "Ga1", "Ya2"]
    assert position.play("Ga1").table.slides == ("B", "YYO")
    assert position.play("Ba2").table.slides == ("G", "YYO")


def test_c4_a_joker_next_to_no_token_of_the_colour_is_not_in_the_group() -> None:
    assert refusal(solo_position("G*B/YYO"), "Pa2") == (
        "C4",
        "no_colour",
        {"token": piece("token", "P"), "cell": "a2"},
    )
    assert refusal(solo_position("G*B/YYO"), "*a2") == ("C3", "lone_token", {"cell": "a2"})


def test_c4a_every_joker_connected_to_the_group_belongs_to_it() -> None:
    position = solo_position("G**/YO*/YOB")
    assert moves(position, "G") == ["Ga1"]
    assert position.play("Ga1").table.slides == ("YO", "YOB")


def test_c4a_tokens_of_the_colour_reached_through_a_joker_belong_to_the_group() -> None:
    position = solo_position("G*GB/O*OO/GGBB")
    assert moves(position, "G") == ["Ga1"]
    group = ((0, 0), (0, 1), (0, 2), (1, 1), (2, 0), (2, 1))
    assert position.table.cells("Ga1") == group


def test_c4a_one_joker_may_serve_two_colours() -> None:
    assert moves(solo_position("B*G")) == ["Ba1", "Ga2"]


def test_c4b_jokers_alone_form_a_group_if_some_colour_is_next_to_none_of_them() -> None:
    enclosed = solo_position("POYO/G**B/OPPG")
    assert moves(enclosed, "*") == []
    assert refusal(enclosed, "*b2") == ("C4b", "jokers_alone", {})
    free = solo_position("POYO/G**B/POOG")
    assert moves(free, "*") == ["*b2"]
    assert free.play("*b3") == free.play("*b2")
    assert free.play("*b2").table.slides == ("POYO", "GB", "POOG")
    assert free.play("*b2").table.taken == ("**",)


def test_c4b_the_free_colour_need_not_be_on_the_board() -> None:
    assert moves(solo_position("*/*/G"), "*") == ["*a1"]


def test_c4b_a_single_joker_is_not_a_group() -> None:
    assert moves(solo_position("*G/BO"), "*") == []


def test_c4b_with_joker_groups_off_a_group_needs_a_token_of_the_colour() -> None:
    position = solo_position("G**B/OYYO", joker_groups="off")
    assert moves(position) == ["Ba2", "Ga1", "Ya2"]
    assert moves(solo_position("G**B/OYYO")) == ["*a2", "Ba2", "Ga1", "Ya2"]
    assert refusal(position, "*a2") == ("C4b", "jokers_alone", {})


# --- C5, C6: after the group is taken ------------------------------------------------------------


def test_c5_tokens_above_a_gap_slide_down() -> None:
    assert solo_position("GBBO/YYP").play("Ba2").table.slides == ("GO", "YYP")
    assert solo_position("GBO/YBP/PPO").play("Ba2").table.slides == ("GO", "YP", "PPO")


def test_c5_an_empty_slide_is_removed_and_the_others_close_up() -> None:
    assert solo_position("GB/OO/YGB").play("Ob1").table.slides == ("GB", "YGB")
    assert moves(solo_position("GB/OO/GYB").play("Ob1"), "G") == ["Ga1"]
    assert solo_position("OO").play("Oa1").table.slides == ()


def test_c6_taken_tokens_stay_visible() -> None:
    position = position_of("G*G/BBO", taken="P/Y", turn=1)
    after = position.play("Ga1")
    assert after.table.taken == ("P", "GGY*")
    assert after.view(None).table.taken == ("P", "GGY*")
    assert after.play("Ba1").table.taken == ("BBP", "GGY*")


def test_c6_nobody_may_pass() -> None:
    table = solo_position("GG").table
    assert not table.steps(()).end
    with pytest.raises(IllegalMove) as error:
        table.walk(())
    assert (error.value.clause, error.value.code) == ("C6", "no_group")


# --- C7, C8: the end -----------------------------------------------------------------------------


def test_c7_a_player_wins_when_their_colour_is_gone_whoever_took_it() -> None:
    position = position_of("BB/OO/GG", "B/O", turn=1)
    end = position.play("Ba1")
    figures = (("left", (0, 2)), ("taken", (0, 0)))
    assert end.outcome == Outcome((0,), ColorPopReason.CLEARED, figures, "left")
    assert end.moves() == ()
    assert position.play("Ob1").outcome.winners == (1,)


def test_c7_a_colour_that_nobody_holds_ends_nothing() -> None:
    assert position_of("BB/OO/GG", "B/O").play("Gc1").outcome is None


def test_c7_remaining_jokers_do_not_count_as_a_colour() -> None:
    end = position_of("BB/OO/GO/**", "B/O").play("Ba1")
    assert end.outcome.reason == ColorPopReason.CLEARED


def test_c8_with_no_group_left_the_player_with_the_fewest_tokens_wins() -> None:
    end = position_of("BOB/OBO/BGB", "B/O", taken="OO/BB")
    figures = (("left", (5, 3)), ("taken", (0, 0)))
    assert end.outcome == Outcome((1,), ColorPopReason.FEWEST_LEFT, figures, "left")


def test_c8_the_game_goes_on_while_a_group_is_left() -> None:
    assert position_of("BOB/OBO/BGG", "B/O").outcome is None
    assert position_of("B**/OYO/BGB", "B/O", joker_groups="off").outcome is None


def test_c8_a_tie_goes_to_the_player_who_took_the_fewest_of_their_own_colour() -> None:
    end = position_of("BO/OB", "B/O", taken="BBOOO/OBBBB")
    figures = (("left", (2, 2)), ("taken", (2, 1)))
    assert end.outcome == Outcome((1,), ColorPopReason.FEWEST_LEFT, figures, "taken")


def test_c8_a_remaining_tie_is_a_shared_win() -> None:
    end = position_of("BO/OB/PY/YP", "B/O/P", taken="B/O/PP")
    assert end.outcome.winners == (0, 1)


def test_c8_jokers_count_for_no_colour() -> None:
    end = position_of("BO/OB/Y*", "B/O", taken="B**/O", joker_groups="off")
    assert end.play("Yc1").outcome.figures == (("left", (2, 2)), ("taken", (1, 1)))


def test_c8_at_the_end_every_view_shows_the_colours() -> None:
    record = Record.of(position_of("BO/OB/GG", "B/O"))
    assert record.view(0).secrets == ("B", "?")
    over = record.play("Gc1")
    assert over.outcome is not None
    assert all(over.view(viewer).secrets == ("B", "O") for viewer in (None, 0, 1))
