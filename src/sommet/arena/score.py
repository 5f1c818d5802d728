"""The score of a match with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

__all__ = ["Score"]

Z_95 = 1.959964
"""The two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Score:
    """Games won, shared and lost; `points` counts a shared win by its share."""

    won: int = 0
    shared: int = 0
    lost: int = 0
    points: float = 0.0

    def plus(self, share: float) -> Score:
        """The score with one more game, of which the player won this share."""
        return Score(
            self.won + (share == 1),
            self.shared + (0 < share < 1),
            self.lost + (share == 0),
            self.points + share,
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.shared + self.lost

    @property
    def rate(self) -> float:
        """Points per game, from 0 to 1."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the rate; slightly too wide with shared wins."""
        if not self.games:
            return 0.0, 1.0
        weight = Z_95**2 / self.games
        middle = (self.rate + weight / 2) / (1 + weight)
        spread = Z_95 / (1 + weight)
        spread *= sqrt(self.rate * (1 - self.rate) / self.games + weight / self.games / 4)
        return max(0.0, middle - spread), min(1.0, middle + spread)
