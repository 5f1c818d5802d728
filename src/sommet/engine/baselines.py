"""Baseline players in plain Python: random and greedy (one ply)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.move import Move
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.players import (
    Analysis,
    Line,
    Progress,
    Slices,
    Stop,
    check_view,
    rng_for,
    win_share,
)
from sommet.engine.slices import finish

__all__ = ["GreedyPlayer", "RandomPlayer"]


class Baseline(ABC):
    """A player that plays the first line of its analysis, and is too quick to be stopped."""

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        return self.analyse(view).best

    def choose_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Move]:
        return (yield from self.analyse_in_slices(view)).best

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        return finish(self.analyse_in_slices(view))

    @abstractmethod
    def analyse_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Analysis]:
        """See `SlicedAnalyst`."""


@dataclass(frozen=True)
class RandomPlayer(Baseline):
    """Plays a random legal move, decided by the seed and the view: in one game, or in any."""

    seed: int = 0
    game: Game[Any] | None = None

    def analyse_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Analysis]:
        yield Progress(0.0)
        moves = shuffled_moves(self.seed, view, self.game)
        return Analysis(tuple(Line(move, 0.5, 1, (move,)) for move in moves))


@dataclass(frozen=True)
class GreedyPlayer(Baseline):
    """Looks one move ahead with the game's static evaluation, and plays a win in one if it sees it.

    It considers `max_moves` random moves (None: all), and for each the worst of `max_replies`
    random replies (0: none). It plays `game`, or any game (None)."""

    seed: int = 0
    max_moves: int | None = None
    max_replies: int = 0
    game: Game[Any] | None = None

    def analyse_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Analysis]:
        # Shuffled, so that ties are broken at random.
        moves = shuffled_moves(self.seed, view, self.game)[: self.max_moves]
        worlds = view.worlds()
        rng = rng_for(self.seed, view)
        lines: list[Line] = []
        for move in moves:
            yield Progress(len(lines) / len(moves))
            lines.append(self._line(view, worlds, move, rng))
        return Analysis(tuple(sorted(lines, key=lambda line: -line.value)))

    def _line(self, view: View[Any], worlds: tuple[Secrets, ...], move: Move, rng: Random) -> Line:
        table = view.table.after(move.steps)
        value, certain = evaluate_table(view, worlds, table)
        if self.max_replies and not certain and table.moves:
            replies = rng.sample(table.moves, min(self.max_replies, len(table.moves)))
            value = min(
                evaluate_table(view, worlds, table.after(reply.steps))[0] for reply in replies
            )
        return Line(move, value, 1, (move,), certain)


def evaluate_table(
    view: View[Any], worlds: tuple[Secrets, ...], table: Table
) -> tuple[float, bool]:
    """The value of a table to the seat to move in the view, averaged over the worlds, and whether
    it is certain."""
    game, seat = view.game, view.turn
    # Squash the evaluation into 0.05 to 0.95, between a certain loss and a certain win.
    estimate = 0.05 + 0.9 / (1 + exp(-game.evaluate(table, view.secrets, seat)))
    ends = [game.judge(table, secrets, view.out) for secrets in worlds]
    shares = [win_share(game, end.winners, seat) if end else estimate for end in ends]
    return sum(shares) / len(shares), all(ends) and len(set(shares)) == 1


def shuffled_moves(seed: int, view: View[Any], game: Game[Any] | None) -> list[Move]:
    """The legal moves in an order decided by the seed and the view; OptionError if that isn't of
    this game."""
    check_view(view, game)
    moves = list(view.moves())
    if not moves:
        raise GameOver
    rng_for(seed, view).shuffle(moves)
    return moves
