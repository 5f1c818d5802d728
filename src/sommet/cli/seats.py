"""Who sits where: people, and opponents by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import randbits
from typing import Any

import sommet
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.core.tags import PERSON, Occupant, seat_tags, occupants_of
from sommet.engine import Player, seatable

__all__ = ["PERSON", "Seating", "drawn_seat"]


@dataclass(frozen=True)
class Seating:
    """For each seat `person` or the level of an opponent. A saved game carries it in its tags."""

    holders: tuple[str, ...]

    @classmethod
    def plan(
        cls, game: Game[Any], people: int = 1, levels: Sequence[str] = ("gentle",), first: int = 0
    ) -> Seating:
        """People side by side from the seat `first` on, and levels in turn for the rest. Where
        nobody sits, the levels stand in their order."""
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
    def of(cls, record: Record[Any]) -> Seating | None:
        """Who sat where in a saved game; None when its tags do not say."""
        found = occupants_of(record, seatable(record.game))
        return cls(tuple(sitter.level or PERSON for sitter in found)) if found else None

    def written_on(self, record: Record[Any]) -> Record[Any]:
        """The record with tags that say who sits where."""
        seated = (Occupant("" if holder == PERSON else holder) for holder in self.holders)
        tags = {**dict(record.tags), **seat_tags(seated)}
        return replace(record, tags=tuple(tags.items()))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, holder in enumerate(self.holders) if holder == PERSON)

    def opponents(self, record: Record[Any], cores: int = 1) -> dict[int, Player]:
        """The players behind the other seats. Their chance comes from the seed of the deal, which
        nobody is shown before the end: from what is public, others could tell what they see."""
        stream = record.deal.random_stream("opponents") if record.deal else None
        seed = stream.below(1 << 32) << 32 | stream.below(1 << 32) if stream else randbits(64)
        return {
            seat: sommet.player(record.game, holder, seed=seed, cores=cores)
            for seat, holder in enumerate(self.holders)
            if holder != PERSON
        }


def drawn_seat(record: Record[Any]) -> int:
    """The seat that a game's deal draws for its first person: by lot, as the rules draw colours and
    who starts (P1, T1). Like all that is random it follows from the seed."""
    return record.deal.random_stream("seat").below(record.game.seats) if record.deal else 0
