from __future__ import annotations

import pytest

from sommet import TextError
from sommet.core.position_text import fields, levels, number


def test_fields_have_their_offsets() -> None:
    assert fields("ab c ", ("one", "two", "three")) == [("ab", 0), ("c", 3), ("", 5)]


@pytest.mark.parametrize("text", ["", "a", "a b c", "a  b"])
def test_the_number_of_fields_must_be_right(text: str) -> None:
    with pytest.raises(TextError) as error:
        fields(text, ("one", "two"))
    assert error.value.code == "fields"
    assert "(field.one, field.two)" in str(error.value)  # no game translates these
    assert error.value.parameters["found"] == text.count(" ") + 1


def test_levels_are_split_at_slashes() -> None:
    assert levels("LD./L", (3, 1), "LD.") == "LD.L"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("LD.", "levels", None),
        ("LD./L/", "levels", None),
        ("LDX/L", "letter", 2),
        ("LD./X", "letter", 4),
        ("LD/L", "level_size", 0),
        ("LD../L", "level_size", 0),
        ("LD./", "level_size", 4),
        ("LD./LL", "level_size", 4),
    ],
)
def test_invalid_levels_are_refused_with_their_offset(text: str, code: str, at: int | None) -> None:
    with pytest.raises(TextError) as error:
        levels(text, (3, 1), "LD.")
    assert (error.value.code, error.value.at) == (code, at)


def test_numbers_are_read_from_plain_digits() -> None:
    assert [number(text, 1, 12, "seat", 0) for text in ("1", "7", "12")] == [1, 7, 12]


@pytest.mark.parametrize(
    "text", ["", "0", "13", "01", "+1", "-1", " 1", "1 ", "1.0", "1_0", "¹", "\u0661", "9" * 5000]
)
def test_anything_else_is_not_a_number(text: str) -> None:
    with pytest.raises(TextError) as error:
        number(text, 1, 12, "seat", 5)
    assert (error.value.code, error.value.at) == ("number", 5)
    assert "The field “field.seat” must be a number from 1 to 12" in str(error.value)
