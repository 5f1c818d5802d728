"""A sequential test: play until it is clear whether one player is stronger."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import log

__all__ = ["Finding", "Sprt", "fair_share"]


class Finding(Enum):
    """What a test has found."""

    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"
    OPEN = "open"


def fair_share(elo: float, sides: int) -> float:
    """What a player scores who is so many Elo stronger than each of the others, all equals."""
    strength = 10 ** (elo / 400)
    return float(strength / (strength + sides - 1))


@dataclass(frozen=True)
class Sprt:
    """Wald's test of no advantage against one of so many Elo, by what each round scored.

    A round is one deal with every side taken in turn, which takes the luck of the deal out. As
    the spread of the scores is not known before, it is estimated on the way (the generalised test,
    with the normal approximation); a prior round of a win and a loss keeps it from nothing.
    """

    sides: int = 2
    low: float = 0.0
    high: float = 20.0
    alpha: float = 0.05
    """How likely no advantage is taken for one."""
    beta: float = 0.05
    """How likely an advantage is taken for none."""
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, score: float) -> Sprt:
        """The test with one more round, of which the player scored this share, from 0 to 1."""
        return replace(
            self,
            rounds=self.rounds + 1,
            total=self.total + score,
            squares=self.squares + score * score,
        )

    @property
    def likelihood(self) -> float:
        """The logarithm of how much likelier the advantage makes these scores."""
        if not self.rounds:
            return 0.0
        mean = self.total / self.rounds
        even, better = fair_share(self.low, self.sides), fair_share(self.high, self.sides)
        spread = self.squares - 2 * mean * self.total + self.rounds * mean * mean
        spread = (spread + 0.5) / (self.rounds + 1)
        return self.rounds * (better - even) * (2 * mean - even - better) / (2 * spread)

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first and above the second the test is over."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def finding(self) -> Finding:
        """What is found so far."""
        low, high = self.bounds
        if self.likelihood >= high:
            return Finding.STRONGER
        return Finding.NOT_STRONGER if self.likelihood <= low else Finding.OPEN
