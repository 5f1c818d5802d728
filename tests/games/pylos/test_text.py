"""The notation of Pylos: writing, reading, and refusals with their place."""

from __future__ import annotations

import pytest

import sommet
from sommet import TextError

EMPTY = "................/........./..../. L"


def refusal(text: str, **options: str) -> tuple[str, int | None]:
    """The error code and offset with which a position is refused."""
    with pytest.raises(TextError) as error:
        sommet.game("pylos", **options).parse(text)
    assert error.value.line is None
    return error.value.code, error.value.at


@pytest.mark.parametrize(
    "text",
    [
        "LD............../........./..../. L",
        EMPTY,
        "LD..DL........../L......../..../. D",
        "LDLDDLDLLDLDDLDL/LDLDLDLDL/.LD./. L",
    ],
)
def test_a_position_survives_a_round_trip(text: str) -> None:
    assert str(sommet.game("pylos").parse(text)) == text


def test_a_finished_position_names_the_player_who_would_be_next() -> None:
    text = "LDLDDLDLLDLDDLDL/LDLDLDLDL/LDLD/D L"
    position = sommet.game("pylos", empty_reserve="may_raise").parse(text)
    assert str(position) == text
    assert position.outcome is not None


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "fields", None),
        (EMPTY + " L", "fields", None),
        (EMPTY.replace(" ", "  "), "fields", None),
        ("................/........./.... L", "levels", None),
        ("................/........./..../././ L", "levels", None),
        (EMPTY.replace(" L", " l"), "player", 34),
        (EMPTY.replace(" L", " "), "player", 34),
        (EMPTY.replace(" L", " LD"), "player", 34),
        ("...............X/........./..../. L", "letter", 15),
        ("................/...d...../..../. L", "letter", 20),
        ("................/........./..../.\n L", "letter", 33),
        ("...............L./........./..../. L", "level_size", 0),
        ("................/......../..../. L", "level_size", 17),
        ("................/........./..../ L", "level_size", 32),
        ("LLL............./L......../..../. L", "ball_floats", 17),
        ("LL..LL........../.L......./..../. L", "ball_floats", 18),
        ("LLL.LLL.LLL...../LL.LL..../LL../. D", "ball_floats", 28),
        ("LLLLLLLLLLLLLLLL/........./..../. D", "too_many_balls", None),
        ("DDDDDDDDDDDDDDDD/........./..../. L", "too_many_balls", None),
        ("LDLDDLDLLDLDDLDL/LDLDLDLDL/LDLD/L L", "too_many_balls", None),
        ("LDLDDLDLLDLDDLDL/LDLDLDLDL/LDLD/D D", "summit_of_mover", 32),
        ("LDLDDLDLLDLDDLDL/LDLDLDLDL/LDLD/D L", "no_reserve", 34),
        ("LLLLLLLLLLLLLLL./........./..../. L", "no_reserve", 34),
        ("DDDDDDDDDDDDDDD./........./..../. D", "no_reserve", 34),
    ],
)
def test_an_invalid_position_is_refused_with_reason_and_place(
    text: str, code: str, at: int | None
) -> None:
    assert refusal(text) == (code, at)


def test_the_summit_ball_cannot_belong_to_the_player_to_move() -> None:
    light, dark = "DLDLLDLDDLDLLDLD/DLDLDLDLD/DLDL/L L", "LDLDDLDLLDLDDLDL/LDLDLDLDL/LDLD/D D"
    assert refusal(light, empty_reserve="may_raise") == ("summit_of_mover", 32)
    assert refusal(dark, empty_reserve="may_raise") == ("summit_of_mover", 32)


def test_a_player_to_move_may_have_fifteen_balls_on_the_board_with_may_raise() -> None:
    text = "LLLLLLLLLLLLLLL./........./..../. L"
    assert str(sommet.game("pylos", empty_reserve="may_raise").parse(text)) == text


def test_a_player_not_to_move_with_fifteen_balls_on_the_board_has_lost() -> None:
    position = sommet.game("pylos").parse("LLLLLLLLLLLLLLL./........./..../. D")
    assert position.outcome is not None


def test_errors_explain_what_is_wrong() -> None:
    with pytest.raises(
        TextError, match=r"Character 18: The ball on 2a1 floats: it must rest on 1a1"
    ):
        sommet.game("pylos").parse("LLL............./L......../..../. L")
    with pytest.raises(
        TextError, match=r"There are 16 light balls on the board; a player has only 15"
    ):
        sommet.game("pylos").parse("LLLLLLLLLLLLLLLL/........./..../. D")
    with pytest.raises(TextError, match=r"Level 2 must have 9 cells, not 8"):
        sommet.game("pylos").parse("................/......../..../. L")
    with pytest.raises(
        TextError, match=r"2 fields separated by one space \(board, player to move\)"
    ):
        sommet.game("pylos").parse("")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        (" 1a1", 0),
        ("1a", 0),
        ("1A1", 0),
        ("5a1", 0),
        ("2d1", 0),
        ("2a4", 0),
        ("3c1", 0),
        ("4a2", 0),
        ("-1a1", 0),
        ("x1a1", 0),
        ("1a1 ", 3),
        ("1a1\n", 3),
        ("1a1-", 3),
        ("1a12b1", 3),
        ("1a1-2d1", 3),
        ("1a1-2b1-3a1", 7),
        ("1a1x1a1-2b1", 7),
        ("1a1x1b1?", 7),
        ("1\u0661a1", 0),
    ],
)
def test_a_malformed_move_is_refused_where_it_goes_wrong(text: str, at: int) -> None:
    with pytest.raises(TextError) as error:
        sommet.game("pylos").start(seed=7).play(text)
    assert (error.value.code, error.value.at) == ("move", at)


def test_every_legal_move_survives_a_round_trip() -> None:
    position = sommet.game("pylos").parse("LL.LL..D..L.DD.D/........./..../. L")
    for move in position.moves():
        assert position.play(str(move)) == position.play(move)
