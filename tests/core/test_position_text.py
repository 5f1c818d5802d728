from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from sommet import IllegalMove, Steps, TextError
from sommet.core.position_text import fields, levels, number, read_like, split, write
from sommet.core.table import Table


def test_fields_have_their_offsets() -> None:
    assert fields("ab c ", ("one", "two", "three")) == [("ab", 0), ("c", 3), ("", 5)]


@pytest.mark.parametrize("text", ["", "a", "a b c", "a  b"])
def test_the_number_of_fields_must_be_right(text: str) -> None:
    with pytest.raises(TextError) as error:
        fields(text, ("one", "two"))
    assert error.value.code == "fields"
    assert "(one, two)" in str(error.value)  # no game has words for these
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


def test_the_offset_of_a_level_counts_from_the_start_of_the_text() -> None:
    with pytest.raises(TextError) as error:
        levels("LD./X", (3, 1), "LD.", at=10)
    assert error.value.at == 14


def test_numbers_are_read_from_plain_digits() -> None:
    assert [number(text, 1, 12, "seat", 0) for text in ("1", "7", "12")] == [1, 7, 12]


@pytest.mark.parametrize(
    "text", ["", "0", "13", "01", "+1", "-1", " 1", "1 ", "1.0", "1_0", "¹", "\u0661", "9" * 5000]
)
def test_anything_else_is_not_a_number(text: str) -> None:
    with pytest.raises(TextError) as error:
        number(text, 1, 12, "seat", 5)
    assert (error.value.code, error.value.at) == ("number", 5)
    assert "The field “seat” must be a number from 1 to 12" in str(error.value)


@dataclass(frozen=True)
class PlainTable(Table):
    """A table with every kind of field."""

    game: object
    row: str
    counts: tuple[int, ...]
    taken: tuple[str, ...]
    turn: int

    def steps(self, path: tuple[str, ...]) -> Steps:
        return Steps(("a", "ab", "b") if len(path) < 2 else (), bool(path))

    def after(self, path: tuple[str, ...]) -> PlainTable:
        return self

    def refusal(self, path: tuple[str, ...], step: str) -> IllegalMove:
        return IllegalMove("X1", "no", "No.")


PLAIN = PlainTable(None, "BOG", (3, 4), (), 0)


@pytest.mark.parametrize(
    ("text", "table", "secrets"),
    [
        ("BOG 3,4 - 1 B,O", PLAIN, ("B", "O")),
        (
            "- 0 B,O 2 ?,O",
            replace(PLAIN, row="", counts=(0,), taken=("B", "O"), turn=1),
            ("?", "O"),
        ),
    ],
)
def test_without_a_text_module_the_fields_are_written_and_read_back(
    text: str, table: PlainTable, secrets: tuple[str, ...]
) -> None:
    assert write(table, secrets) == text
    assert read_like(PLAIN, ("B", "O"), 2, text) == (table, secrets)


@pytest.mark.parametrize(
    "text",
    ["BOG 3,4 - 1", "BOG 3,4 - 3 B,O", "BOG 3,x - 1 B,O", "BOG 3,4 - 1 B", "BOG 3,4 - 1 BB,O"],
)
def test_without_a_text_module_other_texts_are_refused(text: str) -> None:
    with pytest.raises(TextError):
        read_like(PLAIN, ("B", "O"), 2, text)


@pytest.mark.parametrize(
    ("text", "path"),
    [("ab", ("ab",)), ("aab", ("a", "ab")), ("b?", ("b", "?")), ("xy", ("xy",)), ("", ())],
)
def test_without_a_text_module_a_move_is_split_into_offered_steps(
    text: str, path: tuple[str, ...]
) -> None:
    assert split(PLAIN, text) == path
