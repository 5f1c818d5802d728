"""Ratings of fixed players, by Plackett and Luce: who wins is drawn by strength times seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np

from sommet.core.errors import OptionError
from sommet.engine.level_config import OFFERED, PERFECT
from sommet.engine.ratings import ANCHOR, Rated, write

__all__ = ["Rating", "Ratings", "Result", "keep", "rate"]

ELO = 400 / log(10)
Z_95 = 1.959964
PRIOR = 1.0
"""Games that everybody is thought to have shared with a player of average strength: so that one who
won everything has a rating."""
FIRM = 1e6
"""How firmly averages are held at 0."""
ROUNDS = 100


@dataclass(frozen=True)
class Result:
    """A game: who sat on each side, by number, and what share of the win each side had."""

    players: tuple[int, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Rating:
    """A rating in Elo, 0 for the average, with the half of its 95 % interval."""

    name: str
    elo: float
    margin: float
    games: int


@dataclass(frozen=True)
class Ratings:
    """What came out: the players, best first, and the worth of each side in Elo, 0 on average."""

    players: tuple[Rating, ...]
    sides: tuple[Rating, ...]


def rate(names: Sequence[str], results: Iterable[Result]) -> Ratings:
    """The strengths and the worth of the sides that make these results most likely.

    A shared win is a part of a win for each. The intervals are those of the curvature at the best
    (Fisher's information).
    """
    played = list(results)
    sides = len(played[0].players)
    seated = np.array([result.players for result in played])
    shares = np.array([result.shares for result in played])
    size = len(names) + sides
    # Each side of each game has one feature for its player and one for its side.
    features = np.zeros((len(played), sides, size))
    rows, columns = np.indices(seated.shape)
    features[rows, columns, seated] = 1
    features[rows, columns, len(names) + columns] = 1

    worth = np.zeros(size)
    anchor = np.zeros((size, size))  # averages are 0, and a little of everybody is average
    anchor[: len(names), : len(names)] = FIRM
    anchor[len(names) :, len(names) :] = FIRM
    anchor += np.eye(size) * PRIOR / 4
    for _ in range(ROUNDS):
        strength = features @ worth
        chances = np.exp(strength - strength.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = np.einsum("gs,gsf->f", shares - chances, features) - anchor @ worth
        mean = np.einsum("gs,gsf->gf", chances, features)
        curve = np.einsum("gs,gsf,gsh->fh", chances, features, features) - mean.T @ mean + anchor
        step = np.linalg.solve(curve, slope)
        worth += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    margins = Z_95 * np.sqrt(np.diag(np.linalg.inv(curve)))
    # In which order the games ended must not show, not even by the sign of nothing.
    worth = np.round(worth, 9) + 0.0
    often = np.bincount(seated.ravel(), minlength=len(names))
    players = [
        Rating(name, float(worth[place] * ELO), float(margins[place] * ELO), int(often[place]))
        for place, name in enumerate(names)
    ]
    by_side = [
        Rating(
            str(side + 1),
            float(worth[len(names) + side] * ELO),
            float(margins[len(names) + side] * ELO),
            len(played),
        )
        for side in range(sides)
    ]
    return Ratings(tuple(sorted(players, key=lambda one: -one.elo)), tuple(by_side))


def keep(game: str, ratings: Ratings) -> Path:
    """Write the ratings of the levels that people are offered into a game's folder. A level counts
    whatever the limit it played with."""
    found = {one.name.partition("@")[0]: one for one in ratings.players}
    if ANCHOR not in found:
        raise OptionError(
            "no_anchor",
            "Ratings are relative to {level}, so {level} must have played.",
            level=ANCHOR,
        )
    return write(
        game,
        {
            level: Rated(round(found[level].elo), round(found[level].margin), found[level].games)
            for level in (*OFFERED, PERFECT)
            if level in found
        },
    )
