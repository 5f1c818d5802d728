"""Where the games of an environment begin: one deal after the other, all from one seed."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.core.position import Position
from sommet.core.view import View

__all__ = ["Deals", "begun"]


def begun(game: Game[Any], seed: str, options: dict[str, Any] | None) -> Position[Any]:
    """Where a game begins: a deal, or the position in the options; what is unknown there is drawn
    by lot."""
    told = (options or {}).get("position")
    if told is None:
        return game.start(seed)
    found = game.parse(told)
    if isinstance(found, View):
        worlds = found.worlds()
        lots = np.random.default_rng([*seed.encode()])
        return Position(game, found.table, worlds[lots.integers(len(worlds))])
    return found


class Deals:
    """The seeds of one game after the other: after `again(7)` first 7, then 7/1, 7/2 and so on."""

    def __init__(self) -> None:
        self.again(None)

    def again(self, seed: int | None) -> None:
        self._seed = secrets.token_hex(16) if seed is None else str(seed)
        self._number = 0

    def next(self) -> str:
        number, self._number = self._number, self._number + 1
        return f"{self._seed}/{number}" if number else self._seed
