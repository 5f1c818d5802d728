"""Who sat where is written in one way, and every way it was written is understood."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import Record
from sommet.core.tags import PERSON, Sitter, seat_tags, sitters

LEVELS = ("random", "gentle", "club")
ANA = Sitter(name="Ana")
SOMEBODY = Sitter()
GENTLE = Sitter("gentle")


def tagged(**tags: str) -> Record[Any]:
    return Record.new(sommet.game("pylos"), seed=7, tags=tags)


@pytest.mark.parametrize(
    "seated", [(ANA, GENTLE), (GENTLE, SOMEBODY), (ANA, Sitter(name="gentle")), (GENTLE, GENTLE)]
)
def test_who_sat_where_is_read_back(seated: tuple[Sitter, ...]) -> None:
    record = tagged(**seat_tags(seated), Event="Club")
    assert sitters(record, LEVELS) == seated
    assert sitters(Record.parse(str(record)), LEVELS) == seated


def test_it_is_written_so() -> None:
    assert seat_tags((ANA, GENTLE)) == {"Seat1": PERSON, "Player1": "Ana", "Seat2": "gentle"}


def test_a_record_of_the_first_server_names_players_or_levels() -> None:
    assert sitters(tagged(Player1="Ana", Player2="gentle"), LEVELS) == (ANA, GENTLE)


def test_a_record_of_the_first_terminal_says_what_sits_there() -> None:
    assert sitters(tagged(Seat1="person", Seat2="gentle"), LEVELS) == (SOMEBODY, GENTLE)


def test_what_sits_there_goes_before_how_it_is_called() -> None:
    tags = {"Player1": "Ana", "Player2": "gentle", "Seat1": "club", "Seat2": "person"}
    assert sitters(tagged(**tags), LEVELS) == (Sitter("club"), Sitter(name="gentle"))


@pytest.mark.parametrize("tags", [{}, {"Seat1": "person"}, {"Player2": "Ana"}, {"Event": "Club"}])
def test_a_record_that_leaves_a_seat_out_does_not_say(tags: dict[str, str]) -> None:
    assert sitters(tagged(**tags), LEVELS) is None
