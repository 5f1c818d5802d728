"""The largest value of each column of an observation; `docs/kernels.md` describes the columns."""

from __future__ import annotations

from sommet.games.colorpop.rules import ColorPop

__all__ = ["observation_limits"]


def observation_limits(game: ColorPop) -> tuple[int, ...]:
    cells, seats = (6,) * 100, game.seats
    taken = ((19,) * 5 + (5,)) * seats + (0,) * (30 - 6 * seats)
    flags, to_act = (1,) * 10, seats - 1
    return (*cells, *taken, *flags, to_act)
