"""The largest value of each column of an observation; `docs/kernels.md` describes the columns."""

from __future__ import annotations

from sommet.games.kabaleo.rules import CASES, PIECES, Kabaleo

__all__ = ["observation_limits"]


def observation_limits(game: Kabaleo) -> tuple[int, ...]:
    colours = len(game.colours)
    pyramids = colours * (CASES + PIECES)
    row = (6 + colours,) * pyramids + (0,) * (60 - pyramids)
    stock = (PIECES,) * colours + (0,) * (6 - colours)
    stocks = stock * game.players + (0,) * (24 - 6 * game.players)
    objective, last = colours - 1, colours * CASES
    phase, in_hand, to_act = 1, colours - 1, game.players - 1
    return (*row, *stocks, objective, last, phase, in_hand, to_act)
