"""The largest value of each column of an observation; `docs/kernels.md` describes the columns."""

from __future__ import annotations

from sommet.games.triedre.rules import START, Triedre

__all__ = ["observation_limits"]


def observation_limits(game: Triedre) -> tuple[int, ...]:
    (own, other), (theirs_of_own, theirs_of_other) = START
    cells, stocks = (3,) * 35, (own, other, theirs_of_own, theirs_of_other)
    phase, in_hand, to_act = 3, 1, 1
    return (*cells, *stocks, phase, in_hand, to_act)
