"""Seat tags are written in one format and read back."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import Record
from sommet.engine.seat_tags import PERSON, Occupant, occupants_of, seat_tags

ANA = Occupant(name="Ana")
SOMEBODY = Occupant()
GENTLE = Occupant("gentle")


def tagged(**tags: str) -> Record[Any]:
    return Record.new(sommet.game("pylos"), seed=7, tags=tags)


@pytest.mark.parametrize(
    "seated", [(ANA, GENTLE), (GENTLE, SOMEBODY), (ANA, Occupant(name="gentle")), (GENTLE, GENTLE)]
)
def test_seats_survive_a_round_trip_through_tags(seated: tuple[Occupant, ...]) -> None:
    record = tagged(**seat_tags(seated), Event="Club")
    assert occupants_of(record) == seated
    assert occupants_of(Record.parse(str(record))) == seated


def test_tags_are_written_in_this_format() -> None:
    assert seat_tags((ANA, GENTLE)) == {"Seat1": PERSON, "Player1": "Ana", "Seat2": "gentle"}


def test_names_are_optional() -> None:
    assert occupants_of(tagged(Seat1="person", Seat2="gentle")) == (SOMEBODY, GENTLE)


def test_the_kind_of_player_takes_precedence_over_the_name() -> None:
    tags = {"Player1": "Ana", "Player2": "gentle", "Seat1": "club", "Seat2": "person"}
    assert occupants_of(tagged(**tags)) == (Occupant("club"), Occupant(name="gentle"))


@pytest.mark.parametrize(
    "tags", [{}, {"Seat1": "person"}, {"Player1": "Ana", "Player2": "gentle"}, {"Event": "Club"}]
)
def test_tags_that_omit_a_seat_are_ignored(tags: dict[str, str]) -> None:
    assert occupants_of(tagged(**tags)) is None
