"""The score of a match, with how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

__all__ = ["Score"]

Z_95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Score:
    """Games won, shared and lost; `points` counts a shared win by its share, half for a draw."""

    won: int = 0
    shared: int = 0
    lost: int = 0
    points: float = 0.0

    def plus(self, share: float) -> Score:
        """The score with one more game, of which so much was won."""
        return Score(
            self.won + (share == 1),
            self.shared + (0 < share < 1),
            self.lost + (share == 0),
            self.points + share,
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.shared + self.lost

    @property
    def rate(self) -> float:
        """Points a game, from 0 to 1."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies with 95 % certainty (Wilson's interval; shared wins make it a
        little wider than need be)."""
        if not self.games:
            return 0.0, 1.0
        weight = Z_95**2 / self.games
        middle = (self.rate + weight / 2) / (1 + weight)
        spread = Z_95 / (1 + weight)
        spread *= sqrt(self.rate * (1 - self.rate) / self.games + weight / self.games / 4)
        return max(0.0, middle - spread), min(1.0, middle + spread)
