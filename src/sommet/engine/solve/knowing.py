"""Who can be asked about a game that is solved backwards: its table, or search where none is.

Without a table a small network guides the search. The game's folder holds it under
`networks/<options>.network`; for options that have none, the search has only the rules.
"""

from __future__ import annotations

import threading
from functools import cache
from math import exp
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.table import Table as Board
from sommet.core.view import View
from sommet.engine.players import Stop
from sommet.engine.solve import Truth, Value, Weighed, hooks, network, solving_for
from sommet.engine.solve.guided import SURE, estimated_distance, judge, new_search, root
from sommet.engine.solve.network import Network
from sommet.engine.solve.tables import FORMS, Table, path_of
from sommet.machine.protocol import kernel_for, start

__all__ = ["TableOracle"]

MOMENT = 0.25
"""Seconds that a probe may search."""
DEEPEST = 30
STEEPNESS = 500.0
"""How a score becomes a share: what the network says, divided by this, on the logistic curve."""


class TableOracle:
    """The table of a game when there is one on disk; TableError when there is one that is broken.

    Not to be shared by threads.
    """

    def __init__(self, game: Game[Any], folder: Path) -> None:
        self.game = game
        self._solving = hooks.connect(solving_for(game))
        self._kernel, self._shelves = kernel_for(game), self._solving.shelves(game)
        found = [path for form in FORMS if (path := path_of(game, folder, form)).exists()]
        self.table = Table(found[0], game) if found else None
        self._search: Any = None
        if self.table is None:
            self._warm_up()

    def _warm_up(self) -> None:
        """Compile the search, or load what was compiled before."""
        self._search, guide = new_search(self._solving.ACTIVE), guide_for(self.game)
        state = start(self.game)
        judge(state, self._search, guide, self._shelves)
        self._search.counts[1] = 1
        root([state], [0], np.zeros(1, np.int64), 1, self._search, guide, self._shelves)

    # --- what is known at once -----------------------------------------------------------------

    def probe(self, position: Position[Any]) -> Truth | None:
        if (known := self._known(position.table)) is not None:
            return known
        best = self.weigh(position.view(None), MOMENT)[0]
        return best.truth if best.truth else None

    def _known(self, board: Board) -> Truth | None:
        """The truth of a position for the player to move, by the rules or the table."""
        end = self.game.judge(board, ())
        if end is not None:
            value: Value = "win" if board.turn in end.winners else "loss"
            return Truth("draw" if len(end.winners) == 2 else value, 0, "rules")
        if self.table is None:
            return None
        state = self._kernel.encode(board)
        worth, distance = self.table.look(hooks.place(state, self._shelves))
        return Truth(worth, distance, "table")

    # --- what every move is worth --------------------------------------------------------------

    def choose(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> Weighed:
        return self.weigh(view, seconds, stop)[0]

    def weigh(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
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
        # A sure win need not be looked for any further.
        sure = any(one.truth and one.truth.value == "win" for one in weighed.values())
        if open_moves and not (sure and self.table is None):
            weighed |= self._searched(moves, boards, open_moves, seconds, stop)
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
    ) -> dict[int, Weighed]:
        """What search finds out about moves of which nothing is known."""
        search, guide = self._search, guide_for(self.game)
        states = [self._kernel.encode(boards[which]) for which in wanted]
        scores = np.array(
            [-judge(state, search, guide, self._shelves) for state in states], np.int64
        )
        drawn = [wanted[at] for at in np.flatnonzero(scores == 0)]  # certain already
        if drawn:
            rest = [which for which in wanted if which not in drawn]
            found = self._searched(moves, boards, rest, seconds, stop) if rest else {}
            truth = Truth("draw", None, "book")
            return found | {one: Weighed(moves[one], truth, 0.5, (moves[one],)) for one in drawn}
        search.counts[:] = 0
        watch = _Watch(search.counts, seconds, stop)
        order = np.argsort(-scores, kind="stable")
        with watch:
            for depth in range(1, DEEPEST):
                fresh = scores.copy()
                done = root(states, order, fresh, depth, search, guide, self._shelves)
                scores[order[:done]] = fresh[order[:done]]
                best = order[:done][np.argmax(scores[order[:done]])] if done else order[0]
                rest = [which for which in order if which != best]
                order = np.array([best, *sorted(rest, key=lambda one: -scores[one])])
                open_left = np.count_nonzero(np.abs(scores) < SURE)
                if watch.over or scores[best] > SURE or not open_left:
                    break
        found = {}
        for rank, which in enumerate(order):
            move, score = moves[wanted[which]], int(scores[which])
            if abs(score) > SURE:
                sure = Truth("win" if score > 0 else "loss", None, "search")
                found[wanted[which]] = Weighed(move, sure, sure.share, (move,))
            else:  # less than certain, and in the order of the search
                estimate = min(0.99, max(0.01, 1 / (1 + exp(-score / STEEPNESS)))) - rank * 1e-9
                found[wanted[which]] = Weighed(move, None, estimate, (move,))
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
        if one.truth.source != "search" or self._search is None:
            return 0.0
        state, guide = self._kernel.encode(board), guide_for(self.game)
        return float(estimated_distance(state, self._search, guide, self._shelves))

    def _mistakes(self, board: Any) -> int:
        """How many answers to this board are worth less than the best one."""
        if self.game.judge(board, ()) is not None:
            return 0
        answers = [self._known(board.after(move.steps)) for move in board.moves]
        shares = [truth.share for truth in answers if truth]
        return sum(one > min(shares) for one in shares)


class _Watch:
    """Tells a search to stop when its time is over or somebody says so."""

    def __init__(self, counts: Any, seconds: float | None, stop: Stop | None) -> None:
        self._counts, self._stop = counts, stop
        self._end = perf_counter() + (60.0 if seconds is None else seconds)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._wait, daemon=True)

    @property
    def over(self) -> bool:
        return bool(self._counts[1])

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._done.set()
        self._thread.join()

    def _wait(self) -> None:
        while not self._done.is_set():
            left = self._end - perf_counter()
            if left <= 0 or (self._stop is not None and self._stop()):
                self._counts[1] = 1
                return
            self._done.wait(min(left, 0.02) if self._stop else left)


@cache
def guide_for(game: Game[Any]) -> Network:
    """The network that ships for these options, or the nearest one that does."""
    solving = solving_for(game)
    folder = Path(str(solving.__file__)).parent / "networks"
    stem = "-".join(map(str, solving.essential(game).values()))
    if (path := folder / f"{stem}.network").exists():
        return network.load(path)
    for path in sorted(folder.glob(f"{stem.partition('-')[0]}-*.network")):
        near = network.load(path)  # a guide, and exact nowhere
        return near._replace(exact=np.zeros_like(near.exact))
    return network.nothing(solving.ROWS, solving.BUCKETS)
