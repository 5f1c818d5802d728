"""A probability distribution over the worlds of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sommet.core.hidden_state import Secrets
from sommet.engine.belief.worlds import WorldSet

__all__ = ["Belief"]


@dataclass(frozen=True, eq=False)
class Belief:
    """An exact, immutable distribution over all worlds of a game."""

    world_set: WorldSet
    probabilities: np.ndarray[Any, np.dtype[np.float64]]
    """(worlds,): they add up to 1."""

    @classmethod
    def uniform(cls, world_set: WorldSet) -> Belief:
        """All worlds equally likely, as after a fair deal."""
        return cls(world_set, np.full(len(world_set.worlds), 1 / len(world_set.worlds)))

    def updated(self, seat: int, likelihood: np.ndarray[Any, Any]) -> Belief:
        """The posterior after an observation of a seat, given its likelihood for each role."""
        return self.reweighted(likelihood[self.world_set.roles[:, seat]])

    def given(self, secrets: Secrets) -> Belief:
        """The belief of somebody who knows these secrets."""
        return self.reweighted(self.world_set.consistent_with(secrets))

    def reweighted(self, likelihood: np.ndarray[Any, Any]) -> Belief:
        """The posterior after an observation, given its likelihood in each world."""
        probabilities = self.probabilities * likelihood
        return replace(self, probabilities=probabilities / probabilities.sum())

    def letter_probabilities(self, seat: int) -> dict[str, float]:
        """The probability that a seat holds each letter."""
        found: dict[str, float] = {}
        for world, probability in zip(self.world_set.worlds, self.probabilities, strict=True):
            for letter in world[seat]:
                found[letter] = found.get(letter, 0.0) + float(probability)
        return dict(sorted(found.items()))

    def overlap(self, other: Belief) -> float:
        """The overlap of two distributions over one world set, from 0 to 1."""
        return float(np.minimum(self.probabilities, other.probabilities).sum())
