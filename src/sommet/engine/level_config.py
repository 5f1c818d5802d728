"""The levels of play and their configuration.

A game's folder may override values in `levels.toml`:

    [club]
    simulations = 300   # a short search is enough in this game
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
    "BENCHMARK_LEVELS",
    "FILE",
    "OFFERED",
    "PERFECT",
    "RANDOM",
    "GreedyLevel",
    "Level",
    "SearchLevel",
    "level_configs",
]

FILE = "levels.toml"


@dataclass(frozen=True)
class GreedyLevel:
    """Looks one move ahead, at random legal moves."""

    moves: int | None
    """How many moves it considers; None: all."""
    answers: int = 0
    """How many random replies to each move it considers, to assume the worst of them."""


@dataclass(frozen=True)
class SearchLevel:
    """Searches until the simulations or seconds per move are used up, whichever comes first."""

    config: str
    """A key of `sommet.engine.mcts.config.SEARCH_CONFIGS`."""
    simulations: int | None = None
    seconds: float | None = None
    slips: float = 0.0
    """The temperature at which it samples a move by visits; 0: always the best move."""

    def within(self, seconds: float | None, simulations: int | None) -> SearchLevel:
        """The level with other limits. Given simulations or seconds replace its own; its own
        seconds are dropped if only simulations are given."""
        return replace(
            self,
            simulations=simulations or self.simulations,
            seconds=seconds or (None if simulations else self.seconds),
        )


Level: TypeAlias = GreedyLevel | SearchLevel

OFFERED: dict[str, Level] = {
    "novice": GreedyLevel(2),
    "gentle": GreedyLevel(None),
    "club": SearchLevel("no_inference", simulations=500, seconds=2.0, slips=0.2),
    "strong": SearchLevel("role_aware", simulations=3000, seconds=2.0),
    "master": SearchLevel("network", seconds=2.0),
}
"""The levels offered to people, from weak to strong, before a game's overrides."""

BENCHMARK_LEVELS: dict[str, Level] = {
    # Infers nothing from moves.
    "master_unread": SearchLevel("network_no_inference", seconds=2.0),
    # Ignores that others play for what they hold.
    "master_roleless": SearchLevel("network_no_roles", seconds=2.0),
    # Doesn't conceal its role.
    "master_open": SearchLevel("network_no_concealment", seconds=2.0),
    # Uses no value network.
    "master_unjudged": SearchLevel("role_aware", seconds=2.0),
    # The predecessor of `strong`, without roles and inference.
    "strong_v1": SearchLevel("plain", seconds=2.0),
}
"""For benchmarks: the strongest level without one of its features, and a predecessor."""

PERFECT = "perfect"
"""The level of solved games."""
RANDOM = "random"
"""Random moves: for tests, not offered to people, but accepted at a table."""


@lru_cache(32)
def level_configs(game: str) -> Mapping[str, Level]:
    """The offered and the benchmark levels of a game, with its overrides."""
    levels = {**OFFERED, **BENCHMARK_LEVELS}
    file = registry.folder(game).joinpath(FILE) if game in registry.names() else None
    if file and file.is_file():
        for name, overrides in tomllib.loads(file.read_text("utf-8")).items():
            levels[name] = replace(levels[name], **overrides)
    return MappingProxyType(levels)
