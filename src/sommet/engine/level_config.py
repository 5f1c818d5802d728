"""The ladder of levels: how far each one looks, and what it overlooks.

A game's folder may state figures of its own for some of them, in `levels.toml`:

    [club]
    simulations = 300   # moves of this game are soon understood
    slips = 0.3
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from sommet.core import registry

__all__ = [
    "FILE",
    "MEASURED",
    "OFFERED",
    "PERFECT",
    "RANDOM",
    "Glance",
    "Level",
    "Search",
    "ladder",
]

FILE = "levels.toml"


@dataclass(frozen=True)
class Glance:
    """Looks one move ahead, at so many of the possible moves, whichever catch its eye."""

    moves: int | None
    """None: at all of them."""
    answers: int = 0
    """Of each move it thinks of so many answers, and fears the worst of them."""


@dataclass(frozen=True)
class Search:
    """Looks ahead for so many simulations or seconds a move, whichever are over first."""

    manner: str
    """How it goes about what is hidden: one of `sommet.engine.mcts.config.MANNERS`."""
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
    "club": Search("unread", simulations=500, seconds=2.0, slips=0.2),
    "strong": Search("whole", simulations=3000, seconds=2.0),
    "master": Search("judging", seconds=2.0),
}
"""What people are offered, from weak to strong, where a game's folder states nothing else."""

MEASURED: dict[str, Level] = {
    "master_unread": Search("judging_unread", seconds=2.0),
    "master_roleless": Search("judging_roleless", seconds=2.0),
    "master_open": Search("judging_open", seconds=2.0),
    "master_unjudged": Search("whole", seconds=2.0),
    "strong_v1": Search("plain", seconds=2.0),
}
"""For matches: the strongest level without one part of it, and what it was before it knew of roles
and read moves."""

PERFECT = "perfect"
"""The level of games that can be solved."""
RANDOM = "random"
"""Any move. It is for tests and nobody is offered it, but an older table may have seated it."""


@lru_cache(32)
def ladder(game: str) -> Mapping[str, Level]:
    """The levels of a game, those that people are offered and those for matches, with the figures
    that its folder states."""
    levels = {**OFFERED, **MEASURED}
    file = registry.folder(game).joinpath(FILE) if game in registry.names() else None
    if file and file.is_file():
        for name, figures in tomllib.loads(file.read_text("utf-8")).items():
            levels[name] = replace(levels[name], **figures)
    return MappingProxyType(levels)
