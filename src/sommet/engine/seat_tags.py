"""Record tags that name the player at each seat, whether in the terminal, online or in an arena.

`Seat1` is `person` or the level of a computer player; `Player1` is the person's name, if known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sommet.core.record import Record

__all__ = ["PERSON", "Occupant", "occupants_of", "seat_tags"]

PERSON = "person"
"""The value of a seat's tag for a person."""


@dataclass(frozen=True)
class Occupant:
    """Who plays at a seat: a computer player with its level, or a person, whose level is empty."""

    level: str = ""
    name: str = ""


def seat_tags(occupants: Iterable[Occupant]) -> dict[str, str]:
    """The tags for the occupants, given seat by seat."""
    tags = {}
    for number, occupant in enumerate(occupants, 1):
        tags[f"Seat{number}"] = occupant.level or PERSON
        if occupant.name:
            tags[f"Player{number}"] = occupant.name
    return tags


def occupants_of(record: Record[Any]) -> tuple[Occupant, ...] | None:
    """Who plays at each seat of a recorded game; None unless its tags cover every seat."""
    tags = dict(record.tags)
    found = []
    for number in range(1, record.game.seats + 1):
        match tags.get(f"Seat{number}"):
            case None | "":
                return None
            case "person":
                found.append(Occupant(name=tags.get(f"Player{number}", "")))
            case level:
                found.append(Occupant(level))
    return tuple(found)
