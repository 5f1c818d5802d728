"""Two players in plain Python: one that plays at random and one that looks one move ahead."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from sommet.core.errors import GameOver
from sommet.core.move import Move
from sommet.core.outcome import Outcome
from sommet.core.view import View
from sommet.engine.player import Analysis, Line

__all__ = ["GentlePlayer", "RandomPlayer"]


@dataclass(frozen=True)
class RandomPlayer:
    """Plays any possible move. The seed and what it sees decide which one."""

    seed: int = 0

    def choose(self, view: View[Any]) -> Move:
        return self.analyse(view).best

    def analyse(self, view: View[Any]) -> Analysis:
        moves = list(_moves(view))
        _dice(self.seed, view).shuffle(moves)
        return Analysis(tuple(Line(move, 0.5, 1, (move,)) for move in moves))


@dataclass(frozen=True)
class GentlePlayer:
    """Looks one move ahead by the game's own appraisal, and wins when it can at once."""

    seed: int = 0

    def choose(self, view: View[Any]) -> Move:
        return self.analyse(view).best

    def analyse(self, view: View[Any]) -> Analysis:
        moves = list(_moves(view))
        _dice(self.seed, view).shuffle(moves)  # equal moves come in no fixed order
        lines = [Line(move, self._value(view, move), 1, (move,)) for move in moves]
        return Analysis(tuple(sorted(lines, key=lambda line: -line.value)))

    def _value(self, view: View[Any], move: Move) -> float:
        seat, after = view.turn, view.play(move)
        if isinstance(after.outcome, Outcome):
            winners = after.outcome.winners
            return 1 / len(winners) if seat in winners else 0.0
        # An appraisal says how things look for a seat; a fair share is in the middle.
        return 0.05 + 0.9 / (1 + 2.718 ** -view.game.appraise(after.table, after.secrets, seat))


def _moves(view: View[Any]) -> tuple[Move, ...]:
    if not view.moves():
        raise GameOver
    return view.moves()


def _dice(seed: int, view: View[Any]) -> Random:
    """Chance that depends on nothing but the seed and the view."""
    return Random(f"{seed} {len(view.history)} {view}")
