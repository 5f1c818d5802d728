from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import sommet
from sommet import GameOver, IllegalMove, Move, OptionError, SommetError, TextError, perft
from sommet.core.move import Path
from sommet.core.registry import kind
from sommet.core.table import Table
from sommet.testing import every_option

OVER = "LLLLLLLLLLLLLLL./........./..../. D"


def test_play_takes_text_or_a_move_and_does_not_change_the_position() -> None:
    position: Any = sommet.game("pylos").start(seed=7)
    move = position.moves()[0]
    assert position.play(move) == position.play(str(move)) == position.play("1a1")
    assert str(position) == "................/........./..../. L"
    with pytest.raises(FrozenInstanceError):
        position.table = position.play("1a1").table


def test_equal_tables_are_equal_positions() -> None:
    start = sommet.game("pylos").start(seed=7)
    one = start.play("1a1").play("1d4").play("1b1")
    two = start.play("1b1").play("1d4").play("1a1")
    assert one == two
    assert len({one, two, start}) == 2
    assert start != sommet.game("pylos", variant="expert").start(seed=7)


def test_equal_tables_with_different_secrets_are_different_positions() -> None:
    text = "b,b,b,b,o,o,o,o,g,g,g,g,p,p,p,p BBBOOOGGGPPP/BBBOOOGGGPPP - 1 {}"
    game = sommet.game("kabaleo")
    assert game.parse(text.format("BO")) != game.parse(text.format("OB"))


@pytest.mark.parametrize("name", sommet.names())
def test_a_position_survives_pickling(name: str) -> None:
    position = sommet.game(name).start(seed=7)
    assert position.moves()
    assert pickle.loads(pickle.dumps(position)) == position


def test_no_move_can_be_played_once_the_game_is_over() -> None:
    position = sommet.game("pylos").parse(OVER)
    assert position.outcome is not None
    assert position.moves() == ()
    for move in ("1d4", "nonsense", Move(("1d4",))):
        with pytest.raises(GameOver):
            position.play(move)


@pytest.mark.parametrize("steps", [(), ("zzz",), ("1a1", "1b1"), ("1a1", "x"), ("L",)])
def test_steps_that_do_not_form_a_move_are_malformed(steps: tuple[str, ...]) -> None:
    with pytest.raises(TextError):
        sommet.game("pylos").start(seed=7).play(Move(steps))


def test_the_steps_of_a_move_may_come_in_any_playable_order() -> None:
    position = sommet.game("pylos").parse("LL..L.....DDD..D/........./..../. L")
    assert position.play(Move(("1b2", "x1b1", "x1a1"))) == position.play("1b2x1a1x1b1")


def test_a_listed_move_is_not_validated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    position: Any = sommet.game("pylos").start(seed=7)
    walked = list[Path]()
    walk = Table.walk

    def recording_walk(table: Table, path: Path) -> Move:
        walked.append(path)
        return walk(table, path)

    monkeypatch.setattr(Table, "walk", recording_walk)
    unlisted = position.play("1a1")
    assert walked == [("1a1",)]
    move = next(move for move in position.moves() if str(move) == "1a1")
    assert position.play(move) == position.play("1a1") == unlisted
    assert position.view(0).play(move).table == unlisted.table
    assert walked == [("1a1",)]


def test_an_unlisted_move_is_refused_with_its_clause() -> None:
    position: Any = sommet.game("pylos").start(seed=7)
    assert position.moves()
    with pytest.raises(IllegalMove) as error:
        position.play(Move(("2a1",)))
    assert error.value.clause == "P2b"


@pytest.mark.parametrize("move", ["2a1", "nonsense"])
def test_an_error_names_the_game_that_raised_it(move: str) -> None:
    position: Any = sommet.game("pylos").start(seed=7)
    for place in (position, position.view(0), sommet.Record.new(position.game, seed=7)):
        with pytest.raises(SommetError) as error:
            place.play(move)
        assert error.value.game == "pylos"
    assert GameOver().game == ""


def test_perft_counts_sequences_and_none_for_a_finished_game() -> None:
    start = sommet.game("pylos").start(seed=7)
    assert [perft(start, depth) for depth in (0, 1, 2)] == [1, 16, 240]
    over = sommet.game("pylos").parse(OVER)
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_perft_stops_at_the_end_of_a_game() -> None:
    game = sommet.game("pylos", variant="children")
    last = game.parse("LLLLLLLLLLLLLL../........./..../. L")
    assert perft(last, 1) == len(last.moves())
    going_on = [move for move in last.moves() if last.play(move).outcome is None]
    assert 0 < len(going_on) < len(last.moves())
    assert perft(last, 2) == sum(len(last.play(move).moves()) for move in going_on)


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    record = sommet.Record.new("pylos", seed=7)
    for look in (record.position.view, record.position.view().seen_by, record.view):
        with pytest.raises(OptionError) as error:
            look(seat)
        assert str(error.value) == f"Pylos has no seat {seat}. Seats are numbers from 0 to 1."


@pytest.mark.parametrize("name", sommet.names())
def test_a_position_is_shown_as_the_call_that_returns_it(name: str) -> None:
    for game in every_option(kind(name)):
        position = game.start(seed=7)
        assert eval(repr(position), {"sommet": sommet}) == position
    expert = sommet.game("pylos", variant="expert")
    assert repr(expert.start()) == (
        "sommet.game('pylos', variant='expert').parse('................/........./..../. L')"
    )


def test_a_picture_shows_what_a_spectator_sees() -> None:
    position = sommet.game("kabaleo").start(seed=7)
    assert position.svg() == position.view(None).svg() == position._repr_svg_()
    assert position.svg() != position.view(0).svg()
    assert position.svg().startswith("<svg")
