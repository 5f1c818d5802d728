"""The level `perfect`: what is proven, and the best guess where nothing is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.players import Analysis, Line, Stop, of_game
from sommet.engine.solve import Weighed, oracle

__all__ = ["PerfectPlayer"]


class PerfectPlayer:
    """Plays the best move by a table, a book or search, within so many seconds.

    Among moves of equal worth it takes the one that makes it hardest: the shortest win or the
    longest resistance, then the most answers that would be mistakes. A line that is not `proven` is
    a guess.
    """

    def __init__(self, game: Game[Any], seconds: float, folder: Path | None = None) -> None:
        self.game = game
        self.seconds = seconds
        self._oracle = oracle(game, folder)

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        of_game(view, self.game, exactly=True)
        return self._oracle.choose(view, self.seconds, stop).move

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        of_game(view, self.game, exactly=True)
        weighed = self._oracle.weigh(view, self.seconds, stop)
        return Analysis(tuple(map(_line, weighed)))


def _line(one: Weighed) -> Line:
    far = one.truth.distance if one.truth else None
    return Line(one.move, one.estimate, 1, one.moves or (one.move,), one.truth is not None, far)
