"""Two players in plain Python: one that plays at random and one that looks one move ahead."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from sommet.core.errors import GameOver
from sommet.core.hidden_state import Secrets
from sommet.core.move import Move
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.players import Analysis, Line, Stop, check_view, rng_for, win_share

__all__ = ["GlancingPlayer", "RandomPlayer"]


@dataclass(frozen=True)
class RandomPlayer:
    """Plays any possible move. The seed and what it sees decide which one."""

    seed: int = 0

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        return self.analyse(view).best

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        moves = shuffled(self.seed, view)
        return Analysis(tuple(Line(move, 0.5, 1, (move,)) for move in moves))


@dataclass(frozen=True)
class GreedyPlayer:
    """Looks one move ahead by the game's own appraisal, at so many moves as it sees at a glance;
    None: at all of them. What it sees it judges well: it wins at once when it sees how. Of each
    move it may think of so many answers, whichever catch its eye, and fears the worst of them."""

    seed: int = 0
    sees: int | None = None
    answers: int = 0

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        return self.analyse(view).best

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        # Equal moves come in no fixed order.
        moves, worlds = shuffled(self.seed, view)[: self.sees], view.worlds()
        chance = rng_for(self.seed, view)
        lines = [self._line(view, worlds, move, chance) for move in moves]
        return Analysis(tuple(sorted(lines, key=lambda line: -line.value)))

    def _line(
        self, view: View[Any], worlds: tuple[Secrets, ...], move: Move, chance: Random
    ) -> Line:
        table = view.table.after(move.steps)
        value, sure = glanced(view, worlds, table)
        if self.answers and not sure and table.moves:
            answers = chance.sample(table.moves, min(self.answers, len(table.moves)))
            value = min(glanced(view, worlds, table.after(each.steps))[0] for each in answers)
        return Line(move, value, 1, (move,), sure)


def glanced(view: View[Any], worlds: tuple[Secrets, ...], table: Table) -> tuple[float, bool]:
    """What a table is worth to the seat to move in the view, on the average of what may be hidden,
    and whether that is certain."""
    game, seat = view.game, view.turn
    # An appraisal says how things look for a seat; a fair share is in the middle.
    looks = 0.05 + 0.9 / (1 + exp(-game.evaluate(table, view.secrets, seat)))
    ends = [game.judge(table, secrets, view.out) for secrets in worlds]
    shares = [win_share(game, end.winners, seat) if end else looks for end in ends]
    return sum(shares) / len(shares), all(ends) and len(set(shares)) == 1


def shuffled(seed: int, view: View[Any]) -> list[Move]:
    """The possible moves in an order that the seed and the view decide."""
    check_view(view)
    moves = list(view.moves())
    if not moves:
        raise GameOver
    rng_for(seed, view).shuffle(moves)
    return moves
