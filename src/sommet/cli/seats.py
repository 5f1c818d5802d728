"""Who plays which seat: people, and engines by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import randbits
from typing import Any

import sommet
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.engine import Player
from sommet.engine.seat_tags import PERSON, Occupant, occupants_of, seat_tags

__all__ = ["PERSON", "Seats", "random_seat"]


@dataclass(frozen=True)
class Seats:
    """For each seat, `person` or the level of an engine. A saved game stores this in its tags."""

    holders: tuple[str, ...]

    @classmethod
    def plan(
        cls, game: Game[Any], people: int = 1, levels: Sequence[str] = ("gentle",), first: int = 0
    ) -> Seats:
        """Seat `people` people in a row from seat `first` on, and fill the other seats with the
        levels, in turn."""
        if not 0 <= people <= game.seats:
            raise OptionError(
                "bad_people",
                "Can't seat {people} people: {game} has {seats} seats with these options.",
                people=people,
                game=game.name,
                seats=game.seats,
            )
        others = [levels[index % len(levels)] for index in range(game.seats - people)]
        holders = [PERSON] * people + others
        first = first if people else 0
        return cls(tuple(holders[(seat - first) % game.seats] for seat in range(game.seats)))

    @classmethod
    def of(cls, record: Record[Any]) -> Seats | None:
        """The seats of a saved game; None if its tags don't say."""
        found = occupants_of(record)
        return cls(tuple(sitter.level or PERSON for sitter in found)) if found else None

    def tag_record(self, record: Record[Any]) -> Record[Any]:
        """The record with these seats in its tags."""
        seated = (Occupant("" if holder == PERSON else holder) for holder in self.holders)
        tags = {**dict(record.tags), **seat_tags(seated)}
        return replace(record, tags=tuple(tags.items()))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats played by people."""
        return tuple(seat for seat, holder in enumerate(self.holders) if holder == PERSON)

    def opponents(self, record: Record[Any], cores: int = 1) -> dict[int, Player]:
        """The engines of the other seats, seeded from the deal's seed, which stays hidden until the
        end: from a public seed, people could compute what the engines know."""
        stream = record.deal.random_stream("opponents") if record.deal else None
        seed = stream.below(1 << 32) << 32 | stream.below(1 << 32) if stream else randbits(64)
        return {
            seat: sommet.player(record.game, holder, seed=seed, cores=cores)
            for seat, holder in enumerate(self.holders)
            if holder != PERSON
        }


def random_seat(record: Record[Any]) -> int:
    """The first person's seat, drawn at random from the deal's seed, as the rules draw colours and
    the first player (P1, T1)."""
    return record.deal.random_stream("seat").below(record.game.seats) if record.deal else 0
