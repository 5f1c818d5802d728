"""The largest value of each column of an observation; `docs/kernels.md` describes the columns."""

from __future__ import annotations

from sommet.games.pylos.rules import Pylos

__all__ = ["observation_limits"]


def observation_limits(game: Pylos) -> tuple[int, ...]:
    cells, reserves = (2,) * 30, (15, 15)
    phase, came_from, to_act = 3, 31, 1
    return (*cells, *reserves, phase, came_from, to_act)
