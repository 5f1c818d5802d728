"""The notation of Trièdre: writing, reading, and refusals with their place."""

from __future__ import annotations

import pytest

import sommet
from sommet import TextError

START = ".............../........../....../.../. L 13L5D/5L13D"
FULL = "LDLDLDLDLDLDLDL/DLDLDLDLDL/DLDLDL/DLD/L D 0L1D/0L0D"


@pytest.mark.parametrize(
    "text",
    [
        START,
        "L............../........../....../.../. D 12L5D/5L13D",
        FULL,
        # T3c: a cell on three cubes of one colour may be empty.
        "LLL............/........../....../.../. D 10L5D/5L13D",
    ],
)
def test_a_position_survives_a_round_trip(text: str) -> None:
    assert str(sommet.game("triedre").parse(text)) == text


def test_a_cell_on_three_cubes_of_one_colour_may_be_empty() -> None:
    text = "............LLL/........../....../.../. D 10L5D/5L13D"
    position = sommet.game("triedre").parse(text)
    assert str(position) == text
    assert "D300" in map(str, position.moves())


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "fields", None),
        (START + " ", "fields", None),
        (".............../........../....../... L 13L5D/5L13D", "levels", None),
        (START.replace("/", "-", 1), "levels", None),
        ("..............M/........../....../.../. L 13L5D/5L13D", "letter", 14),
        ("............../........../....../.../. L 13L5D/5L13D", "level_size", 0),
        (".............../........../......./.../. L 13L5D/5L13D", "level_size", 27),
        (START.replace(" L ", " B "), "player", 40),
        (START.replace(" L ", "  "), "player", 40),
        (START.replace("13L5D/5L13D", "13L5D"), "stocks", 42),
        (START.replace("13L5D/5L13D", "13L5D/5L13D/0L0D"), "stocks", 42),
        (START.replace("13L5D/5L13D", "13L05D/5L13D"), "stocks", 42),
        (START.replace("13L5D/5L13D", "13L5D/5D13L"), "stocks", 42),
        (START.replace("13L5D/5L13D", "L5D/5L13D"), "stocks", 42),
        (START.replace("13L5D/5L13D", "14L5D/4L13D"), "stock_size", 42),
        (START.replace("13L5D/5L13D", "13L6D/5L12D"), "stock_size", 42),
        (START.replace("13L5D/5L13D", "12L5D/6L13D"), "stock_size", 42),
        (START.replace("13L5D/5L13D", "13L4D/5L14D"), "stock_size", 42),
        (START.replace("13L5D/5L13D", "12L5D/5L13D"), "cube_count", None),
        ("D............../........../....../.../. L 13L5D/5L13D", "cube_count", None),
        (".............../L........./....../.../. L 12L5D/5L13D", "cube_floats", 16),
        ("LLLLL........../L......../....../.../. L 13L5D/5L13D", "level_size", 16),
        ("LLL.L........../.L......../....../.../. L 8L5D/5L13D", "cube_floats", 17),
        ("LLLLLLLLLLLLLDD/DDDDDDDDDD/DDDDDD/.../. D 5L0D/0L0D", "mover_without_cube", 40),
        ("DDDDDDDDDDDDDLL/LLLLLLLLLL/LLLLLL/.../. L 0L0D/0L5D", "mover_without_cube", 40),
    ],
)
def test_an_invalid_position_is_refused_with_reason_and_place(
    text: str, code: str, at: int | None
) -> None:
    with pytest.raises(TextError) as error:
        sommet.game("triedre").parse(text)
    assert (error.value.code, error.value.at) == (code, at)


def test_a_complete_pyramid_needs_no_cube_to_move() -> None:
    position = sommet.game("triedre").parse(FULL)
    assert position.outcome is not None


def test_errors_explain_what_is_wrong() -> None:
    game = sommet.game("triedre")
    with pytest.raises(
        TextError, match=r"Character 17: The cube on 003 floats: it must rest on 103"
    ):
        game.parse(".............../L........./....../.../. L 12L5D/5L13D")
    with pytest.raises(TextError, match=r"There are 17 light cubes on the board and in the stocks"):
        game.parse(START.replace("13L5D/5L13D", "12L5D/5L13D"))
    with pytest.raises(TextError, match=r"Dark starts with 5 light cubes and cannot have 6"):
        game.parse(START.replace("13L5D/5L13D", "12L5D/6L13D"))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("L", 0),
        ("220", 0),
        ("B220", 0),
        ("l220", 0),
        ("L22", 0),
        ("L222", 0),
        ("L500", 0),
        ("+L220", 0),
        ("L220 ", 4),
        ("L220D120", 4),
        ("L220+", 4),
        ("L220+D", 4),
        ("L220+D333", 4),
        ("L220+D120+", 9),
        ("L220+D120+\n", 9),
        ("L2\u0662\u0660", 0),
    ],
)
def test_a_malformed_move_is_refused_where_it_goes_wrong(text: str, at: int) -> None:
    with pytest.raises(TextError) as error:
        sommet.game("triedre").start(seed=7).play(text)
    assert (error.value.code, error.value.at) == ("move", at)
