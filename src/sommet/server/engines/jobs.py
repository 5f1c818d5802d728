"""Jobs for engine processes and their results. Both are pickled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

import msgspec

from sommet.core.view import View

__all__ = [
    "LEVEL_TIME_LIMITS_S",
    "CompilingNotice",
    "EngineJob",
    "EvaluatedMove",
    "JobResult",
    "PlayerKey",
    "Priority",
]

LEVEL_TIME_LIMITS_S = {"club": 0.5, "strong": 1.0, "master": 2.0, "perfect": 2.0}
"""Thinking time of the levels that search; the others answer at once."""
SHARED_LEVELS = ("perfect",)
"""Levels without randomness or secrets: what a player has proven holds for everyone."""

PlayerKey: TypeAlias = tuple[str, int, str, str]
"""The cache key of a player: owner, seed, game and level."""


class Priority(IntEnum):
    """Strict priorities: a job waits until no job with a lower number does."""

    ATTENDED = 0
    """A bot's move while a person waits at the table."""
    UNATTENDED = 1
    """A bot's move while nobody is there."""
    ON_REQUEST = 2
    """A hint or an analysis: no game depends on it."""


@dataclass(frozen=True)
class EngineJob:
    """A request for the move of a player of this level, within `seconds`.

    Jobs with the same `of` share a player, which continues from what it found before. Without
    `of`, the player is not cached.
    """

    view: View[Any]
    level: str
    seed: int = 0
    seconds: float | None = None
    lines: int = 0
    """Number of moves to evaluate; 0 only chooses a move."""
    also: str = ""
    """A move to evaluate in any case."""
    of: str = ""

    @property
    def player_key(self) -> PlayerKey | None:
        """The cache key of the job's player; None if there is nothing worth caching."""
        if self.level in SHARED_LEVELS:
            return "", 0, str(self.view.game), self.level
        if not self.of or self.level not in LEVEL_TIME_LIMITS_S:
            return None
        return self.of, self.seed, str(self.view.game), self.level


class EvaluatedMove(msgspec.Struct, frozen=True):
    """A move and its value for the seat to move (0 to 1). `line` is a likely continuation; `proven`
    says whether the value is exact; `distance` is the number of moves until the end, if known."""

    move: str
    value: float = 0.5
    line: tuple[str, ...] = ()
    proven: bool = False
    distance: int | None = None


class JobResult(msgspec.Struct, frozen=True):
    """Moves, the chosen one first."""

    moves: tuple[EvaluatedMove, ...]
    seconds: float = 0.0
    """Duration of the job, without creating its player."""


@dataclass(frozen=True)
class CompilingNotice:
    """Sent by an engine while it compiles a game's search, or waits for another process to do
    so."""

    game: str
