"""What an engine is asked and what it answers. Both travel between processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from sommet.core.view import View

__all__ = ["LEVEL_TIME_LIMITS_S", "CompilingNotice", "EngineJob", "JobResult", "PlayerKey"]

LEVEL_TIME_LIMITS_S = {"club": 0.5, "strong": 1.0, "master": 2.0, "perfect": 2.0}
"""How long the levels think at most that search; the others answer at once."""
SHARED_LEVELS = ("perfect",)
"""Levels that have no chance and no secrets: what one has proven is as true for everybody."""

PlayerKey: TypeAlias = tuple[str, int, str, str]
"""A player that is kept: for whom, with which seed, of which game and level."""


@dataclass(frozen=True)
class EngineJob:
    """What would a player of this level do, thinking no longer than so many seconds?

    `of` says whose questions these are: a player who has looked at a game before goes on from what
    it found out then. Without it nothing is kept.
    """

    view: View[Any]
    level: str
    seed: int = 0
    seconds: float | None = None
    lines: int = 0
    """How many moves to weigh; 0 only chooses."""
    also: str = ""
    """A move to weigh in any case."""
    of: str = ""

    @property
    def player_key(self) -> PlayerKey | None:
        """Which player to keep for the next question; None for one that has nothing to keep."""
        if self.level in SHARED_LEVELS:
            return "", 0, str(self.view.game), self.level
        if not self.of or self.level not in LEVEL_TIME_LIMITS_S:
            return None
        return self.of, self.seed, str(self.view.game), self.level


@dataclass(frozen=True)
class JobResult:
    """Moves with what they are worth to the seat to move, from 0 to 1; the chosen one first. Each
    with how play may go on, whether its worth is proven, and how far the end then is, if known."""

    moves: tuple[tuple[str, float, tuple[str, ...], bool, int | None], ...]


@dataclass(frozen=True)
class CompilingNotice:
    """An engine's message while it compiles the search of a game, or waits for a process that
    does."""

    game: str
