"""Who can be asked about a game that is solved backwards: its table, or search where none is.

Without a table a small network guides the search. The game's folder holds it under
`networks/<options>.network`; for options that have none, the search has only the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.table import Table as Board
from sommet.core.view import View
from sommet.engine.players import Stop
from sommet.engine.solve import (
    Truth,
    Value,
    Weighed,
    adapter_interface,
    distilled_network,
    solving_for,
)
from sommet.engine.solve.adapter_interface import DRAW, LOSS, OPEN, WIN
from sommet.engine.solve.distilled_network import Network, rooms
from sommet.engine.solve.network_evaluation import Guide, distant, glance
from sommet.engine.solve.prover import Prover, until
from sommet.engine.solve.tablebase import FORMS, Table, path_of
from sommet.machine.kernel_interface import State, kernel_for, start

__all__ = ["Seen", "TableOracle", "deepened", "guide_for", "made_sure", "network_for"]

MOMENT = 0.25
"""Seconds that a probe may search."""
PATIENCE = 60.0
"""Seconds that a search may take when nobody says."""
CHOOSING = 0.6
"""The share of the time that goes into the best move when every move is to be weighed."""
BITS = 20
"""The logarithm of the entries in a search's memory."""
STEEPNESS = 500.0
"""How a score becomes a share: what the network says, divided by this, on the logistic curve."""
DEEPEST = 30
"""Turns to look ahead, at most."""

WORDS: dict[int, Value] = {WIN: "win", DRAW: "draw", LOSS: "loss"}


class TableOracle:
    """The table of a game when there is one on disk; TableError when there is one that is broken.

    Not to be shared by threads.
    """

    def __init__(self, game: Game[Any], folder: Path) -> None:
        self.game = game
        self._solving = adapter_interface.connect(solving_for(game))
        self._kernel, self._shelves = kernel_for(game), self._solving.shelves(game)
        found = [path for form in FORMS if (path := path_of(game, folder, form)).exists()]
        self.table = Table(found[0], game) if found else None
        self._prover: Prover | None = None
        if self.table is None:
            self._prover = Prover(start(game), bits=BITS, guide=guide_for(game))
            self._prover.score(start(game), 1)  # what is compiled is there from now on
            deepened(self._prover, [start(game)], lambda: True)

    # --- what is known at once -----------------------------------------------------------------

    def probe(self, position: Position[Any]) -> Truth | None:
        if (known := self._known(position.table)) is not None:
            return known
        return self.choose(position.view(None), MOMENT).truth

    def _known(self, board: Board) -> Truth | None:
        """The truth of a position for the player to move, by the rules or the table."""
        end = self.game.judge(board, ())
        if end is not None:
            value: Value = "win" if board.turn in end.winners else "loss"
            return Truth("draw" if len(end.winners) == 2 else value, 0, "rules")
        if self.table is None:
            return None
        state = self._kernel.encode(board)
        worth, distance = self.table.look(adapter_interface.place(state, self._shelves))
        return Truth(worth, distance, "table")

    # --- what every move is worth --------------------------------------------------------------

    def choose(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> Weighed:
        return self._weigh(view, seconds, stop, hasty=True)[0]

    def weigh(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> tuple[Weighed, ...]:
        return self._weigh(view, seconds, stop, hasty=False)

    def _weigh(
        self, view: View[Any], seconds: float | None, stop: Stop | None, hasty: bool
    ) -> tuple[Weighed, ...]:
        moves = view.moves()
        if not moves:
            raise GameOver
        boards = [view.table.after(move.steps) for move in moves]
        known = [self._known(board) for board in boards]
        weighed: dict[int, Weighed] = {}
        often = self.game.repetition[0] if self.game.repetition else 0
        past = [board for board, _ in view.past()] + [view.table]
        for which, (move, board, truth) in enumerate(zip(moves, boards, known, strict=True)):
            if often and past.count(board) >= often - 1:
                truth = Truth("draw", 0, "rules")
            if truth is not None:
                made = truth.before()
                weighed[which] = Weighed(move, made, made.share, (move,))
        open_moves = [which for which in range(len(moves)) if which not in weighed]
        # Once a win is sure, nobody who is in a hurry looks any further.
        sure = any(one.truth and one.truth.value == "win" for one in weighed.values())
        if open_moves and not (sure and hasty):
            weighed |= self._searched(moves, boards, open_moves, seconds, stop, hasty)
        for which in open_moves:
            weighed.setdefault(which, Weighed(moves[which], None, 0.5, (moves[which],)))
        return self._ordered(weighed, boards, past)

    def _searched(
        self,
        moves: tuple[Move, ...],
        boards: list[Any],
        wanted: list[int],
        seconds: float | None,
        stop: Stop | None,
        hasty: bool,
    ) -> dict[int, Weighed]:
        """What search finds out about moves of which nothing is known."""
        assert self._prover is not None
        self._prover.forget()  # or what an earlier question took long for is in the way
        states = [self._kernel.encode(boards[which]) for which in wanted]
        limit = PATIENCE if seconds is None else seconds
        late, early = until(limit, stop), until(limit * CHOOSING, stop)
        everything = deepened(self._prover, states, late if hasty else early)
        if not hasty:
            made_sure(self._prover, states, everything, late)
        found, most = {}, 0.99
        for seen in everything:
            which = wanted[seen.place]
            if seen.sure:
                truth = Truth(WORDS[seen.score], None, "book" if seen.at_once else "search")
                found[which] = Weighed(moves[which], truth, truth.share, (moves[which],))
            else:  # less than certain, and no more than what the search put before it: its score
                # may be from a shallower look
                estimate = max(0.01, 1 / (1 + exp(-seen.score / STEEPNESS)))
                most = min(most, estimate) - 1e-9
                found[which] = Weighed(moves[which], None, most, (moves[which],))
        return found

    def _ordered(
        self, weighed: dict[int, Weighed], boards: list[Any], past: list[Any]
    ) -> tuple[Weighed, ...]:
        """Best first. Among equals: the shortest win, or the longest resistance; then a position
        that was not there before; then the most answers that would be mistakes."""

        def rank(which: int) -> tuple[float, float, int]:
            one = weighed[which]
            far = self._distance(one, boards[which])
            return one.estimate, -far if one.estimate > 0.5 else far, -past.count(boards[which])

        ranked = sorted(weighed, key=rank, reverse=True)
        top = [which for which in ranked if rank(which) == rank(ranked[0])]
        if self.table is not None and len(top) > 1:
            tries = {which: self._mistakes(boards[which]) for which in top}
            top.sort(key=lambda which: -tries[which])
            for which in top:
                one = weighed[which]
                weighed[which] = Weighed(one.move, one.truth, one.estimate, one.moves, tries[which])
        return tuple(weighed[which] for which in (*top, *ranked[len(top) :]))

    def _distance(self, one: Weighed, board: Any) -> float:
        if one.truth is None:
            return 0.0
        if one.truth.distance is not None:
            return float(one.truth.distance)
        if one.truth.source != "search" or self._prover is None:
            return 0.0
        return float(distant(self._kernel.encode(board), self._prover.guide))

    def _mistakes(self, board: Any) -> int:
        """How many answers to this board are worth less than the best one."""
        if self.game.judge(board, ()) is not None:
            return 0
        answers = [self._known(board.after(move.steps)) for move in board.moves]
        shares = [truth.share for truth in answers if truth]
        return sum(one > min(shares) for one in shares)


# --- iterative deepening --------------------------------------------------------------------------


@dataclass
class Seen:
    """What was found of the position at a place of the list, for the player who moved there."""

    place: int
    score: int
    sure: bool
    """Whether the score is certain …"""
    at_once: bool
    """… and was so before anything was searched."""


def deepened(prover: Prover, states: Sequence[State], stop: Callable[[], bool]) -> list[Seen]:
    """What the states are worth to the player who moved there, best first. None is settled, and in
    each the opponent is to move."""
    found = []
    for place, state in enumerate(states):
        value, hope = glance(state, prover.guide)
        found.append(Seen(place, -hope, value != OPEN, value != OPEN))
    found.sort(key=lambda seen: -seen.score)
    for turns in range(1, DEEPEST + 1):
        # 1. Those that look best first: a later one need only be shown to be no better.
        alpha = LOSS
        for done, seen in enumerate(found):
            if not seen.sure:
                score = _searched(prover, states[seen.place], turns, alpha, stop)
                if score == OPEN:
                    return _ordered(found, done)
                seen.score, seen.sure = -score, score in (LOSS, WIN)
            alpha = max(alpha, seen.score)
            if alpha == WIN:
                return _ordered(found, done + 1)
        # 2. The order for the next round; nothing is left to do once all are sure.
        found = _ordered(found, len(found))
        if all(seen.sure for seen in found):
            break
    return found


def _searched(
    prover: Prover, state: State, turns: int, alpha: int, stop: Callable[[], bool]
) -> int:
    """The score of a state, exact only where that is better than alpha for who moved there."""
    if alpha > LOSS:
        score = prover.score(state, turns, -alpha - 1, -alpha, stop)
        if score >= -alpha:
            return score
    return prover.score(state, turns, LOSS, -alpha, stop)


def made_sure(
    prover: Prover, states: Sequence[State], found: Sequence[Seen], stop: Callable[[], bool]
) -> None:
    """Look for certainty about each state, not only about the best: as far as time allows."""
    for turns in range(1, DEEPEST + 1):
        for seen in found:
            if not seen.sure:
                score = prover.score(states[seen.place], turns, stop=stop)
                if score == OPEN:
                    return
                if score in (LOSS, WIN):
                    seen.score, seen.sure = -score, True


def _ordered(found: list[Seen], done: int) -> list[Seen]:
    """The best of the first so many, then all others by their scores."""
    if not done:
        return found
    best = max(found[:done], key=lambda seen: seen.score)
    rest = sorted((seen for seen in found if seen is not best), key=lambda seen: -seen.score)
    return [best, *rest]


# --- the network ----------------------------------------------------------------------------------


def guide_for(game: Game[Any]) -> Guide:
    """What guides the search of a game, for one thread."""
    solving = adapter_interface.connect(solving_for(game))
    known = network_for(game)
    index = distilled_network.index_of(known, solving.positions(game))
    return Guide(known, index, solving.shelves(game), rooms(solving.ACTIVE))


@cache
def network_for(game: Game[Any]) -> Network:
    """The network that ships for these options, or the nearest one that does."""
    solving = solving_for(game)
    folder = Path(str(solving.__file__)).parent / "networks"
    stem = "-".join(map(str, solving.essential(game).values()))
    if (path := folder / f"{stem}.network").exists():
        return distilled_network.load(path)
    for path in sorted(folder.glob(f"{stem.partition('-')[0]}-*.network")):
        near = distilled_network.load(path)  # a guide, and exact nowhere
        return near._replace(exact=np.zeros_like(near.exact))
    return distilled_network.nothing(solving.ROWS, solving.BUCKETS)
