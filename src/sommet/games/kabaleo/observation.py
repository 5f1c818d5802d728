"""The largest value of each column of an observation; `docs/kernels.md` describes the columns."""

from __future__ import annotations

from collections.abc import Sequence

from sommet.games.kabaleo.rules import CASES, PIECES, Kabaleo

__all__ = ["fixed_limits", "fixed_observation", "observation_limits"]

ROW = 60
"""Columns of the row of pyramids, the piles one after the other."""
CASE = 7
"""A pyramid of the row from here on is a case, and starts a pile."""


def observation_limits(game: Kabaleo) -> tuple[int, ...]:
    colours = len(game.colours)
    pyramids = colours * (CASES + PIECES)
    row = (6 + colours,) * pyramids + (0,) * (ROW - pyramids)
    stock = (PIECES,) * colours + (0,) * (6 - colours)
    stocks = stock * game.players + (0,) * (24 - 6 * game.players)
    objective, last = colours - 1, colours * CASES
    phase, in_hand, to_act = 1, colours - 1, game.players - 1
    return (*row, *stocks, objective, last, phase, in_hand, to_act)


def fixed_observation(game: Kabaleo, columns: Sequence[int]) -> list[int]:
    """The observation with columns of its own for each location: the case's colour (from 1), then
    the pieces from the bottom up, with space for all of them. The other columns follow."""
    places = 1 + PIECES * len(game.colours)
    slots = [0] * (CASES * len(game.colours) * places)
    location, at = -1, 0
    for pyramid in columns[:ROW]:
        if pyramid >= CASE:
            location += 1
            at = location * places
            slots[at] = pyramid - CASE + 1
        elif pyramid:
            at += 1
            slots[at] = pyramid
    return [*slots, *columns[ROW:]]


def fixed_limits(game: Kabaleo) -> tuple[int, ...]:
    """The largest value of each column of `fixed_observation`."""
    colours = len(game.colours)
    slots = (colours,) * (CASES * colours * (1 + PIECES * colours))
    return (*slots, *observation_limits(game)[ROW:])
