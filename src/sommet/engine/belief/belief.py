"""How likely each world is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sommet.core.hidden_state import Secrets
from sommet.engine.belief.worlds import Cast

__all__ = ["Belief"]


@dataclass(frozen=True, eq=False)
class Belief:
    """What may be thought of a game's secrets: exact over all worlds, and it never changes."""

    cast: Cast
    chances: np.ndarray[Any, np.dtype[np.float64]]
    """(worlds): they add up to 1."""

    @classmethod
    def even(cls, cast: Cast) -> Belief:
        """All worlds are equally likely, as after a fair deal."""
        return cls(cast, np.full(len(cast.worlds), 1 / len(cast.worlds)))

    def after(self, seat: int, likely: np.ndarray[Any, Any]) -> Belief:
        """Bayes: the seat did something that a seat of each role does so likely."""
        return self.where(likely[self.cast.roles[:, seat]])

    def given(self, secrets: Secrets) -> Belief:
        """What somebody thinks who knows these secrets."""
        return self.where(self.cast.fitting(secrets))

    def where(self, likely: np.ndarray[Any, Any]) -> Belief:
        """What is thought once something is known that each world makes so likely."""
        chances = self.chances * likely
        return replace(self, chances=chances / chances.sum())

    def holding(self, seat: int) -> dict[str, float]:
        """How likely a seat holds each letter."""
        found: dict[str, float] = {}
        for world, chance in zip(self.cast.worlds, self.chances, strict=True):
            for letter in world[seat]:
                found[letter] = found.get(letter, 0.0) + float(chance)
        return dict(sorted(found.items()))

    def certainty(self, seat: int) -> float:
        """How likely the likeliest role of a seat is."""
        roles = self.cast.roles[:, seat]
        return float(np.bincount(roles, self.chances).max())

    def overlap(self, other: Belief) -> float:
        """How much two beliefs about one game have in common, from 0 to 1."""
        return float(np.minimum(self.chances, other.chances).sum())
