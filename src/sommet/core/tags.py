"""Who sat where, as the tags of a record say it: wherever a game is played, they say it alike.

`Seat1` says what sits there, `person` or the level of an opponent; `Player1` is a person's name,
where it is known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sommet.core.record import Record

__all__ = ["PERSON", "Occupant", "seat_tags", "occupants_of"]

PERSON = "person"
"""What sits there when it is nobody's level."""


@dataclass(frozen=True)
class Occupant:
    """Who sits at a seat: an opponent by its level, or a person, whose level is empty."""

    level: str = ""
    name: str = ""


def seat_tags(seated: Iterable[Occupant]) -> dict[str, str]:
    """The tags that say who sits where, seat by seat."""
    tags = {}
    for number, sitter in enumerate(seated, 1):
        tags[f"Seat{number}"] = sitter.level or PERSON
        if sitter.name:
            tags[f"Player{number}"] = sitter.name
    return tags


def occupants_of(record: Record[Any], levels: Collection[str]) -> tuple[Occupant, ...] | None:
    """Who sat where in a recorded game; None when its tags do not say it of every seat.

    Records of the first edition's server have only `Player1`: a name, or one of the `levels`.
    """
    tags = dict(record.tags)
    found = []
    for number in range(1, record.game.seats + 1):
        holder, name = tags.get(f"Seat{number}", ""), tags.get(f"Player{number}", "")
        if not holder and not name:
            return None
        if not holder:
            holder = name if name in levels else PERSON
        person = holder == PERSON
        found.append(Occupant("" if person else holder, name if person else ""))
    return tuple(found)
