"""Plackett–Luce ratings: a side's chance to win is proportional to player strength times side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np

from sommet.core.errors import OptionError
from sommet.engine.level_config import OFFERED, PERFECT
from sommet.engine.ratings import ANCHOR, LevelRating, save_ratings

__all__ = ["Rating", "Ratings", "Result", "rate", "save_level_ratings"]

ELO = 400 / log(10)
Z_95 = 1.959964
PRIOR_GAMES = 1.0
"""Virtual draws of everybody against an average player, so that ratings stay finite."""
CONSTRAINT_WEIGHT = 1e6
"""The weight of the constraint that averages are 0."""
MAX_ITERATIONS = 100


@dataclass(frozen=True)
class Result:
    """A game: the player on each side, by number, and each side's share of the win."""

    players: tuple[int, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Rating:
    """An Elo rating, 0 on average, with half of its 95 % interval."""

    name: str
    elo: float
    margin: float
    games: int


@dataclass(frozen=True)
class Ratings:
    """The players' ratings, best first, and the advantage of each side in Elo, 0 on average."""

    players: tuple[Rating, ...]
    sides: tuple[Rating, ...]


def rate(names: Sequence[str], results: Iterable[Result]) -> Ratings:
    """Maximum-likelihood ratings of players and sides, by Newton's method.

    A shared win counts as a fraction for each winner. Intervals come from the Fisher information.
    """
    played = list(results)
    sides = len(played[0].players)
    player_of_side = np.array([result.players for result in played])
    shares = np.array([result.shares for result in played])
    size = len(names) + sides
    # Each side of each game has one feature for its player and one for its side.
    features = np.zeros((len(played), sides, size))
    rows, columns = np.indices(player_of_side.shape)
    features[rows, columns, player_of_side] = 1
    features[rows, columns, len(names) + columns] = 1

    strengths = np.zeros(size)
    anchor = np.zeros((size, size))  # pulls averages to 0, and everybody a little
    anchor[: len(names), : len(names)] = CONSTRAINT_WEIGHT
    anchor[len(names) :, len(names) :] = CONSTRAINT_WEIGHT
    anchor += np.eye(size) * PRIOR_GAMES / 4
    for _ in range(MAX_ITERATIONS):
        scores = features @ strengths
        probabilities = np.exp(scores - scores.max(axis=1, keepdims=True))
        probabilities /= probabilities.sum(axis=1, keepdims=True)
        gradient = np.einsum("gs,gsf->f", shares - probabilities, features) - anchor @ strengths
        mean = np.einsum("gs,gsf->gf", probabilities, features)
        hessian = (
            np.einsum("gs,gsf,gsh->fh", probabilities, features, features) - mean.T @ mean + anchor
        )
        step = np.linalg.solve(hessian, gradient)
        strengths += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    margins = Z_95 * np.sqrt(np.diag(np.linalg.inv(hessian)))
    # Round, and turn -0.0 into 0.0, so that the order of the games never shows.
    strengths = np.round(strengths, 9) + 0.0
    games_played = np.bincount(player_of_side.ravel(), minlength=len(names))
    players = [
        Rating(
            name,
            float(strengths[place] * ELO),
            float(margins[place] * ELO),
            int(games_played[place]),
        )
        for place, name in enumerate(names)
    ]
    by_side = [
        Rating(
            str(side + 1),
            float(strengths[len(names) + side] * ELO),
            float(margins[len(names) + side] * ELO),
            len(played),
        )
        for side in range(sides)
    ]
    return Ratings(tuple(sorted(players, key=lambda one: -one.elo)), tuple(by_side))


def save_level_ratings(game: str, ratings: Ratings) -> Path:
    """Store the ratings of the offered levels in a game's folder, whatever limits they played
    with; OptionError if the anchor level did not play."""
    found = {one.name.partition("@")[0]: one for one in ratings.players}
    if ANCHOR not in found:
        raise OptionError(
            "no_anchor",
            "Ratings are relative to {level}, so {level} must have played.",
            level=ANCHOR,
        )
    return save_ratings(
        game,
        {
            level: LevelRating(
                round(found[level].elo), round(found[level].margin), found[level].games
            )
            for level in (*OFFERED, PERFECT)
            if level in found
        },
    )
