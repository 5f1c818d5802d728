"""The ladder of levels: how far each one looks, and what it overlooks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

__all__ = ["MEASURED", "OFFERED", "PERFECT", "RANDOM", "Glance", "Level", "Search"]


@dataclass(frozen=True)
class Glance:
    """Looks one move ahead, at so many of the possible moves, whichever catch its eye."""

    moves: int | None
    """None: at all of them."""


@dataclass(frozen=True)
class Search:
    """Looks ahead for so many simulations or seconds a move, whichever are over first."""

    manner: str
    """How it goes about what is hidden: one of `sommet.engine.search.manner.MANNERS`."""
    simulations: int | None = None
    seconds: float | None = None
    slips: float = 0.0
    """How readily it plays another move than the best, the more readily the more it looked at that
    move; 0: never."""

    def within(self, seconds: float | None, simulations: int | None) -> Search:
        """The same with other limits, where they are given: then its own seconds do not count, and
        its own simulations only as long as no others are given."""
        return replace(
            self,
            simulations=simulations or self.simulations,
            seconds=seconds or (None if simulations else self.seconds),
        )


Level: TypeAlias = Glance | Search

OFFERED: dict[str, Level] = {
    "novice": Glance(2),
    "gentle": Glance(None),
    "club": Search("unread", simulations=500, slips=0.2),
    "strong": Search("whole", simulations=2000),
    "master": Search("whole", seconds=2.0),
}
"""What people are offered, from weak to strong."""

MEASURED: dict[str, Level] = {
    "master_unread": Search("unread", seconds=2.0),
    "master_roleless": Search("roleless", seconds=2.0),
    "master_open": Search("open", seconds=2.0),
    "strong_v1": Search("plain", seconds=2.0),
}
"""For matches: the strongest level without one part of it, and what it was before it knew of roles
and read moves."""

PERFECT = "perfect"
"""The level of games that can be solved."""
RANDOM = "random"
"""Any move. It is for tests and nobody is offered it, but an older table may have seated it."""
