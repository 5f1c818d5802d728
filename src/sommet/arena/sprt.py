"""A sequential probability ratio test: play until it is clear whether one player is stronger."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import log

__all__ = ["Sprt", "SprtVerdict", "fair_share"]


class SprtVerdict(Enum):
    """The result of a test."""

    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"
    OPEN = "open"


def fair_share(elo: float, sides: int) -> float:
    """The expected score of a player this much stronger than each of the others, who are equal."""
    strength = 10 ** (elo / 400)
    return float(strength / (strength + sides - 1))


@dataclass(frozen=True)
class Sprt:
    """A generalised SPRT of an advantage of `low` against `high` Elo, by the score of each round.

    A round is one deal with every side taken in turn, which cancels the luck of the deal. The
    variance of the scores is estimated from the rounds (normal approximation); a virtual round of a
    win and a loss keeps it above 0.
    """

    sides: int = 2
    low: float = 0.0
    high: float = 20.0
    alpha: float = 0.05
    """The probability of a false positive."""
    beta: float = 0.05
    """The probability of a false negative."""
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, score: float) -> Sprt:
        """The test after one more round with this score, from 0 to 1."""
        return replace(
            self,
            rounds=self.rounds + 1,
            total=self.total + score,
            squares=self.squares + score * score,
        )

    @property
    def log_likelihood_ratio(self) -> float:
        """The log-likelihood ratio of `high` against `low`."""
        if not self.rounds:
            return 0.0
        mean = self.total / self.rounds
        even, better = fair_share(self.low, self.sides), fair_share(self.high, self.sides)
        spread = self.squares - 2 * mean * self.total + self.rounds * mean * mean
        spread = (spread + 0.5) / (self.rounds + 1)
        return self.rounds * (better - even) * (2 * mean - even - better) / (2 * spread)

    @property
    def bounds(self) -> tuple[float, float]:
        """The test ends below the first and above the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def verdict(self) -> SprtVerdict:
        """The verdict so far."""
        low, high = self.bounds
        if self.log_likelihood_ratio >= high:
            return SprtVerdict.STRONGER
        return SprtVerdict.NOT_STRONGER if self.log_likelihood_ratio <= low else SprtVerdict.OPEN
