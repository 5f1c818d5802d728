from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

import sommet
from sommet import GameOver, IllegalMove, OptionError, Outcome, Record
from sommet.core.deal import Deal
from sommet.core.outcome import Ending
from sommet.core.record import Agreement, Leave
from tests.positions import colorpop as colorpop_position


def pylos() -> Record[Any]:
    return Record.new(sommet.game("pylos"), seed=7)


def kabaleo(players: int = 3) -> Record[Any]:
    return Record.new(sommet.game("kabaleo", players=players), seed=7, first=0)


# --- moves and positions -------------------------------------------------------------------------


def test_a_record_knows_its_moves_and_positions() -> None:
    record = pylos().play("1a1").play("1b1")
    assert [str(move) for move in record.moves] == ["1a1", "1b1"]
    assert record.entries == record.moves
    assert record.position == record.start.play("1a1").play("1b1")
    assert record.positions == (record.start, record.start.play("1a1"), record.position)
    assert record.turn == 0
    assert record.outcome is None
    assert pylos().position == pylos().start


def test_a_record_is_immutable_and_hashable() -> None:
    record: Any = pylos()
    after = record.play("1a1")
    assert record.moves == ()
    assert after == record.play("1a1")
    assert len({record, after, record.play("1a1")}) == 2
    with pytest.raises(FrozenInstanceError):
        record.entries = ()


def test_a_record_can_have_an_outcome_that_its_position_does_not_have() -> None:
    resigned = pylos().play("1a1").resign(1)
    assert resigned.outcome == Outcome((0,), Ending.RESIGNATION, leavers=(1,))
    assert resigned.position.outcome is None


def test_a_record_may_start_from_a_position() -> None:
    position = sommet.game("pylos").parse("LD............../........./..../. L")
    record = Record.of(position)
    assert record.start == record.position == position
    assert record.deal is None
    assert record.verify().code == "no_deal"


def test_an_illegal_move_does_not_change_the_record() -> None:
    record = pylos()
    with pytest.raises(IllegalMove):
        record.play("2a1")
    assert record.play("1a1").moves


# --- earlier moments -----------------------------------------------------------------------------


def test_at_returns_the_record_after_that_many_moves() -> None:
    record = kabaleo()
    stages = [record]
    for _ in range(4):
        record = record.play(record.view(None).moves()[0])
        stages.append(record)
    assert [record.at(moves) for moves in range(5)] == stages
    assert record.at(2).at(1) == stages[1]
    assert (record.at(0).deal, record.at(0).tags) == (record.deal, record.tags)


def test_an_earlier_moment_includes_those_who_left_before_the_next_move() -> None:
    first = kabaleo(4).resign(1)
    second = first.play(first.view(None).moves()[0]).leave(3, Ending.TIME)
    whole = second.play(second.stand_in()).resign(0)
    assert whole.outcome == Outcome((2,), Ending.RESIGNATION, leavers=(0,))
    assert whole.at(0) == first
    assert whole.at(1) == second
    assert whole.at(2) == whole
    assert [whole.at(moves).out for moves in range(3)] == [{1}, {1, 3}, {0, 1, 3}]
    assert [whole.view(2, move=moves).out for moves in range(3)] == [{1}, {1, 3}, {0, 1, 3}]


@pytest.mark.parametrize("moves", [-1, 3, 10_000])
def test_there_is_no_moment_before_the_start_or_after_the_last_move(moves: int) -> None:
    record = pylos().play("1a1").play("1b1")
    for action in (lambda: record.at(moves), lambda: record.view(None, move=moves)):
        with pytest.raises(OptionError) as error:
            action()
        assert (error.value.code, error.value.parameters) == ("no_such_move", {"moves": 2})
    with pytest.raises(OptionError):
        pylos().at(1)


def test_an_earlier_moment_of_a_running_game_shows_only_what_the_viewer_knows() -> None:
    record = kabaleo()
    for _ in range(3):
        record = record.play(record.view(None).moves()[0])
    for viewer in (None, 0, 1, 2):
        for moves in range(4):
            view = record.view(viewer, move=moves)
            assert view == record.at(moves).view(viewer)
            assert view.secrets == record.view(viewer).secrets
            assert view.history == record.moves[:moves]
            assert view.table == record.positions[moves].table
        assert record.view(viewer, move=3) == record.view(viewer)


def test_an_earlier_moment_of_a_finished_game_shows_all_but_the_outcome() -> None:
    running = kabaleo(2)
    for _ in range(3):
        running = running.play(running.view(None).moves()[0])
    record = running.resign(0)
    for viewer in (None, 0, 1):
        for moves in range(3):
            view = record.view(viewer, move=moves)
            assert view.secrets == record.start.secrets
            assert view.outcome is None
            assert view.moves()
            assert view.viewer == viewer
        last = record.view(viewer, move=3)
        assert last == record.view(viewer)
        assert last.outcome == record.outcome
    assert record.at(2).view(0).secrets == (
        record.start.secrets[0],
        "?",
    )  # only what was visible then


def test_the_outcome_of_the_last_moment_takes_leavers_into_account() -> None:
    """Clearing a colour doesn't end the game if its player has left."""
    record = Record.of(colorpop_position("BB/OO/GG/PP/YY", "B/O/G")).resign(2).play("Gc1")
    assert record.position.outcome is not None
    assert record.outcome is None
    assert record.view(None, move=1).outcome is None
    assert record.view(None, move=1).moves()


# --- leaving with two sides ----------------------------------------------------------------------


@pytest.mark.parametrize("reason", [Ending.RESIGNATION, Ending.TIME, Ending.ABANDONMENT])
def test_with_two_sides_the_other_side_wins(reason: Ending) -> None:
    for seat in (0, 1):
        record = pylos().play("1a1").leave(seat, reason)
        assert record.outcome == Outcome((1 - seat,), reason, leavers=(seat,))
        assert record.entries[-1] == Leave(seat, reason)
        assert record.out == {seat}


def test_nothing_happens_once_the_game_is_over() -> None:
    over = pylos().resign(0)
    for act in (
        lambda: over.play("1a1"),
        lambda: over.resign(1),
        lambda: over.agree(),
        lambda: over.stand_in(),
    ):
        with pytest.raises(GameOver):
            act()


def test_a_team_loses_when_one_partner_leaves() -> None:
    record = Record.new(sommet.game("colorpop", players=4, variant="teams"), seed=7)
    assert record.resign(1).outcome == Outcome((0, 2), Ending.RESIGNATION, leavers=(1,))
    assert record.leave(2, Ending.TIME).outcome == Outcome((1, 3), Ending.TIME, leavers=(2,))


def test_an_abandoned_solo_game_has_no_winner() -> None:
    record = Record.new(sommet.game("colorpop", players=1), seed=7)
    left = record.leave(0, Ending.ABANDONMENT).outcome
    assert left == Outcome((), Ending.ABANDONMENT, leavers=(0,))


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_an_existing_seat_can_leave(seat: int) -> None:
    with pytest.raises(OptionError) as error:
        kabaleo().resign(seat)
    assert (error.value.code, error.value.parameters) == ("nobody_sits_there", {"seat": seat})


def test_a_seat_can_leave_only_once() -> None:
    with pytest.raises(OptionError) as error:
        kabaleo().resign(1).resign(1)
    assert error.value.code == "nobody_sits_there"


def test_agreement_is_not_a_reason_to_leave() -> None:
    with pytest.raises(OptionError) as error:
        pylos().leave(0, Ending.AGREEMENT)
    assert error.value.code == "not_leaving"


# --- leaving with three or more sides ------------------------------------------------------------


def test_with_three_sides_the_others_play_on() -> None:
    record = kabaleo().resign(1)
    assert record.outcome is None
    assert record.out == {1}
    assert record.view(0).out == {1}
    assert record.view(0).secrets[1:] == ("?", "?")


def test_the_last_remaining_side_wins() -> None:
    record = kabaleo().resign(1).leave(0, Ending.TIME)
    assert record.outcome == Outcome((2,), Ending.TIME, leavers=(0,))
    four = kabaleo(4).resign(0).leave(3, Ending.ABANDONMENT)
    assert four.outcome is None
    assert four.resign(2).outcome == Outcome((1,), Ending.RESIGNATION, leavers=(2,))


def test_a_stand_in_plays_for_a_seat_that_left() -> None:
    record = kabaleo().resign(1)
    record = record.play(record.position.moves()[0])
    assert record.turn == 1
    move = record.stand_in()
    assert move in record.position.moves()
    assert move == record.stand_in()
    after = record.play(move)
    assert after.turn == 2
    assert after.moves[-1] == move


def test_the_stand_in_sees_no_secret() -> None:
    record = kabaleo().resign(0)
    other = Record.of(replace(record.start, secrets=record.start.secrets[::-1])).resign(0)
    assert record.stand_in() == other.stand_in()


def test_the_stand_in_varies_its_moves() -> None:
    moves = set()
    for seed in range(20):
        record = Record.new(sommet.game("kabaleo", players=3), seed=seed, first=0).resign(0)
        moves.add(record.stand_in())
    assert len(moves) > 5


def test_a_present_player_has_no_stand_in() -> None:
    for record in (kabaleo(), kabaleo().resign(1)):
        with pytest.raises(OptionError) as error:
            record.stand_in()
        assert (error.value.code, error.value.parameters) == ("not_left", {"player": 1})


def test_a_game_with_leavers_is_played_out_and_they_do_not_win() -> None:
    for leaver in range(3):
        record = kabaleo().resign(leaver)
        while record.outcome is None:
            moves = record.position.moves()
            record = record.play(record.stand_in() if record.turn == leaver else moves[0])
        assert leaver not in record.outcome.winners
        assert record.outcome.winners


# --- draws ---------------------------------------------------------------------------------------


def test_players_may_agree_to_a_draw_in_games_with_draws() -> None:
    record = pylos().agree()
    assert record.outcome == Outcome((0, 1), Ending.AGREEMENT)
    assert record.entries == (Agreement(),)
    for name in {*sommet.names()} - {"pylos"}:
        with pytest.raises(OptionError) as error:
            Record.new(sommet.game(name), seed=7).agree()
        assert error.value.code == "no_draws"


def test_games_without_repetition_do_not_count_positions() -> None:
    counting = {name for name in sommet.names() if sommet.game(name).repetition is not None}
    assert counting == {"pylos"}


# --- the deal ------------------------------------------------------------------------------------


def test_a_fair_deal_is_verified() -> None:
    record = Record.new(sommet.game("kabaleo"), seed=7, salts=["ana", "ben"], first=1)
    assert record.deal == Deal("7", ("ana", "ben"), 1)
    assert record.commitment == Deal("7").commitment
    assert record.turn == 1
    verdict = record.verify()
    assert (verdict.ok, verdict.code) == (True, "fair")
    assert Record.new(sommet.game("kabaleo")).verify().ok


def test_a_deal_that_differs_from_the_commitment_is_detected() -> None:
    record = Record.new(sommet.game("kabaleo"), seed=7)
    other = Record.new(sommet.game("kabaleo"), seed=8)
    verdicts = {
        "other_seed": replace(record, commitment=other.commitment),
        "other_deal": replace(record, start=other.start),
        "no_commitment": replace(record, commitment=None),
        "sealed": replace(record, deal=None),
        "no_deal": replace(record, deal=None, commitment=None),
    }
    for code, changed in verdicts.items():
        assert (changed.verify().ok, changed.verify().code) == (False, code)


@pytest.mark.parametrize("commitment", ["", "7902", "z" * 64])
def test_a_commitment_must_be_a_sha_256_hash(commitment: str) -> None:
    with pytest.raises(OptionError) as error:
        replace(pylos(), commitment=commitment)
    assert error.value.code == "bad_commitment"


# --- tags ----------------------------------------------------------------------------------------


def test_tags_are_free_form_headers() -> None:
    record = Record.new(sommet.game("pylos"), seed=7, tags={"Event": "Club", "Light": "Zoé"})
    assert record.tags == (("Event", "Club"), ("Light", "Zoé"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("event", "lower case would be an option"),
        ("Two words", "x"),
        ("", "x"),
        ("Seed", "8"),
        ("Game", "x"),
        ("Salt3", "x"),
        ("É", "x"),
        ("Event", "two\nlines"),
        ("Event", "tab\t"),
    ],
)
def test_an_ambiguous_tag_is_refused(name: str, value: str) -> None:
    with pytest.raises(OptionError) as error:
        Record.new(sommet.game("pylos"), seed=7, tags={name: value})
    assert error.value.code == "bad_tag"


@pytest.mark.parametrize("name", ["Seeds", "Salt", "Salty", "Start_2"])
def test_a_tag_may_resemble_a_header(name: str) -> None:
    record = Record.new(sommet.game("pylos"), seed=7, tags={name: "x"})
    assert Record.parse(str(record)) == record
