from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import sommet
from sommet import (
    UNDECIDED,
    GameOver,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Record,
    Steps,
    TextError,
)
from tests.positions import colorpop as colorpop_position

# --- visibility ----------------------------------------------------------------------------------


def test_a_view_shows_the_table_and_your_own_secret() -> None:
    position = colorpop_position("BB/OO/GG", "B/O/G")
    assert [position.view(seat).secrets for seat in range(3)] == [
        ("B", "?", "?"),
        ("?", "O", "?"),
        ("?", "?", "G"),
    ]
    assert position.view(None).secrets == ("?", "?", "?")
    assert position.view(1).viewer == 1
    assert str(position.view(1)).endswith(" ?/O/?")
    assert position.view(1).table == position.table
    assert position.view(1).turn == 0
    assert position.view(1).moves() == position.moves()


def test_partners_see_the_secrets_of_each_other() -> None:
    position = colorpop_position("BB/OO/GG/PP", "B/O/G/P", variant="teams")
    assert [position.view(seat).secrets for seat in range(4)] == [
        ("B", "?", "G", "?"),
        ("?", "O", "?", "P"),
    ] * 2


def test_views_of_deals_that_differ_only_in_hidden_secrets_are_equal() -> None:
    assert colorpop_position("BB/OO/GG", "B/O/G").view(0) == colorpop_position(
        "BB/OO/GG", "B/G/O"
    ).view(0)
    assert colorpop_position("BB/OO/GG", "B/O/G").view(1) != colorpop_position(
        "BB/OO/GG", "B/G/O"
    ).view(1)
    assert hash(colorpop_position("BB/OO/GG", "B/O/G").view(0)) == hash(
        colorpop_position("BB/OO/GG", "B/G/O").view(0)
    )


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
def test_a_view_contains_no_secret_of_others(name: str) -> None:
    position = sommet.game(name).start(seed=7)
    swapped = Position(position.game, position.table, position.secrets[::-1])
    assert repr(position.view(None)) == repr(swapped.view(None))
    assert position.secrets[1] not in (*position.view(0).secrets,)


def test_the_end_reveals_everything() -> None:
    over = colorpop_position("BB/OO/GG", "B/O/G").play("Ba1")
    assert over.view(None).secrets == ("B", "O", "G")
    assert over.view(None).outcome == over.outcome
    assert over.view(None).over


def test_a_resignation_reveals_everything_too() -> None:
    record = Record.of(colorpop_position("BB/OO/GG", "B/O")).resign(0)
    assert record.view(1).secrets == ("B", "O")
    assert isinstance(record.view(1).outcome, Outcome)
    assert record.view(1).moves() == ()


def test_a_view_is_immutable() -> None:
    view: Any = colorpop_position("BB/OO/GG", "B/O").view(0)
    with pytest.raises(FrozenInstanceError):
        view.secrets = ("B", "O")


# --- steps and moves -----------------------------------------------------------------------------


def test_steps_are_offered_until_the_game_is_over() -> None:
    view = sommet.game("pylos").start(seed=7).view(0)
    assert view.steps() == view.steps(())
    assert len(view.steps(()).next) == 16
    assert view.steps(("1a1",)) == Steps((), True)
    over = sommet.game("pylos").parse("LLLLLLLLLLLLLLL./........./..../. D")
    assert over.view(0).steps(()) == Steps((), False)
    assert over.view(0).moves() == ()
    for act in (over.view(0).move, over.view(0).play):
        with pytest.raises(GameOver):
            act("1d4")


def test_an_unfinished_turn_is_followed_step_by_step() -> None:
    position = sommet.game("pylos").parse("LL..L.....DDD..D/........./..../. L")
    view = position.view(0)
    for path in ((), ("1b2",), ("1b2", "x1a1"), ("1b2", "x1b1", "x1a1")):
        assert view.follow(path) == view.steps(path)
    assert view.follow(("1b2", "x1a1")).end


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (("1a1",), 0),
        (("2c3", "x1a1"), 0),
        (("1b2", "x1d4"), 1),
        (("1b2", "x1a1", "x1b1", "x1a2"), 3),
    ],
)
def test_the_first_illegal_step_is_refused_with_its_clause(
    path: tuple[str, ...], wrong: int
) -> None:
    position = sommet.game("pylos").parse("LL..L.....DDD..D/........./..../. L")
    with pytest.raises(IllegalMove) as error:
        position.view(0).follow(path)
    refusal = position.table.refusal(path[:wrong], path[wrong])
    assert (error.value.clause, error.value.code) == (refusal.clause, refusal.code)
    assert error.value.game == "pylos"


def test_no_turn_can_be_followed_once_the_game_is_over() -> None:
    over = Record.new(sommet.game("pylos"), seed=7).resign(0).view(1)
    assert over.follow(()) == Steps((), False)
    with pytest.raises(GameOver):
        over.follow(("1a1",))


def test_a_move_parsed_from_text_is_canonical() -> None:
    view = sommet.game("pylos").parse("LL..L.....DDD..D/........./..../. L")
    assert view.view(0).move("1b2x1b1x1a1") == Move(("1b2", "x1a1", "x1b1"))


def test_playing_on_a_view_keeps_the_public_history() -> None:
    start = sommet.game("pylos").start(seed=7)
    view = start.view(0).play("1a1").play("1b1")
    assert [str(move) for move in view.history] == ["1a1", "1b1"]
    assert view.start == start.table
    assert [(table.turn, str(move)) for table, move in view.replay()] == [(0, "1a1"), (1, "1b1")]
    assert view.table == start.play("1a1").play("1b1").table
    assert list(start.view(0).replay()) == []


def test_the_view_of_a_record_has_the_moves_so_far() -> None:
    record = Record.new(sommet.game("pylos"), seed=7).play("1a1").play("1b1")
    view = record.view(1)
    assert view.history == record.moves
    assert view.start == record.start.table
    assert [table for table, _ in view.replay()] == [p.table for p in record.positions[:-1]]
    again = view.play("1c1")
    assert again.history == record.play("1c1").moves


# --- outcomes under hidden information -----------------------------------------------------------


def test_clearing_a_colour_that_another_player_may_hold_is_undecided() -> None:
    view = colorpop_position("BB/OO/GG/PP/YY", "B/O").view(0)
    cleared = view.play("Gc1")
    assert cleared.outcome is UNDECIDED
    assert repr(cleared.outcome) == "UNDECIDED"
    assert not cleared.over
    assert set(cleared.worlds()) == {("B", other) for other in "OGPY"}


def test_clearing_a_colour_that_nobody_else_can_hold_is_decided() -> None:
    view = colorpop_position("BB/OO/GG/PP/YY", "B/O/G/P/Y").view(0)
    cleared = view.play("Gc1")
    assert cleared.outcome is UNDECIDED
    own = view.play("Ba1")
    assert isinstance(own.outcome, Outcome)
    assert own.outcome.winners == (0,)
    assert own.secrets == ("B", "?", "?", "?", "?")  # inferred, not revealed


def test_a_spectator_can_infer_less_than_a_player() -> None:
    position = colorpop_position("BB/OO/GG/PP/YY", "B/O")
    assert position.view(None).play("Ba1").outcome is UNDECIDED
    assert isinstance(position.view(0).play("Ba1").outcome, Outcome)


def test_an_ordinary_move_decides_nothing() -> None:
    view = colorpop_position("BB/OO/GG/PP/YYB", "B/O").view(0)
    assert view.play("Ba1").outcome is None


def test_worlds_in_which_the_game_would_have_ended_are_excluded() -> None:
    record = Record.of(colorpop_position("BB/OO/GG/PP/YY", "B/O")).play("Gc1")
    assert record.outcome is None
    assert set(record.view(0).worlds()) == {("B", other) for other in "OPY"}
    assert ("G", "O") not in record.view(None).worlds()
    assert len(record.view(None).worlds()) == 4 * 3


def test_a_move_after_an_undecided_view_shows_that_the_game_continued() -> None:
    view = colorpop_position("BB/OO/GG/PP/YYB", "B/O").view(0)
    further = view.play("Gc1").play("Ba1")
    assert further.outcome is None
    assert set(further.worlds()) == {("B", other) for other in "OPY"}


def test_excluded_worlds_stay_excluded_in_an_undecided_view() -> None:
    view = colorpop_position("BB/OO/GG/PP/YY", "B/O").play("Gc1").view(0).play("Pc1")
    assert view.outcome is UNDECIDED
    assert set(view.worlds()) == {("B", other) for other in "OPY"}


def test_a_seat_that_left_cannot_win_in_any_world() -> None:
    record = Record.of(colorpop_position("BB/OO/GG/PP/YY", "B/O/G")).resign(2)
    view = record.view(0)
    assert view.out == {2}
    assert len(view.worlds()) == 4 * 3
    assert view.play("Ob1").outcome is UNDECIDED
    # Only seat 1 can still win when another colour is cleared; seat 2 left, whatever it holds.
    assert set(view.play("Ob1").play("Ba1").worlds()) == {
        ("B", one, two) for one in "GPY" for two in "OGPY" if one != two
    }


def test_clearing_the_colour_of_a_seat_that_left_ends_nothing() -> None:
    record = Record.of(colorpop_position("BB/OO/GG/PP/YY", "B/O/G"))
    assert isinstance(record.view(2).play("Gc1").outcome, Outcome)
    assert record.resign(2).view(2).play("Gc1").outcome is None


def test_games_without_secrets_have_exactly_one_world() -> None:
    view = sommet.game("pylos").start(seed=7).view(None)
    assert view.worlds() == ((),)
    assert view.play("1a1").worlds() == ((),)
    over = Record.new(sommet.game("pylos"), seed=7).play("1a1").resign(0).view(1)
    assert over.worlds() == ((),)


def test_a_parsed_view_has_no_viewer_and_no_history() -> None:
    position = sommet.game("kabaleo").start(seed=7)
    view = sommet.game("kabaleo").parse_view(str(position.view(0)))
    assert (view.viewer, view.history, view.start) == (None, (), None)
    assert view.secrets == position.view(0).secrets
    assert view.worlds() == position.view(0).worlds()


@pytest.mark.parametrize("name", sommet.names())
@pytest.mark.parametrize("step", ["x", "-", "+", "9z9", "é", "(", "0", "\ud7ff"])
def test_an_invalid_step_is_refused(name: str, step: str) -> None:
    view = sommet.game(name).start(1).view(0)
    for path in ((step,), (*view.steps().next[:1], step)):
        with pytest.raises((IllegalMove, TextError)):
            view.follow(path)
