"""The oracle of games solved by retrograde analysis: their table, or a search without one.

The search is an iterative deepening alpha-beta that evaluates positions with a small network. The
game's folder has it under `networks/<options>.network`; options without a network are searched with
a blank one.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.table import Table as Board
from sommet.core.view import View
from sommet.engine.players import Stop
from sommet.engine.slices import finish
from sommet.engine.solve import adapter_interface, distilled_network
from sommet.engine.solve.distilled_network import Network, new_scratch
from sommet.engine.solve.prover import Prover, stop_after
from sommet.engine.solve.search_interface import (
    DRAW,
    LOSS,
    OPEN,
    WIN,
    Evaluator,
    evaluate,
    predict_distance,
)
from sommet.engine.solve.solution import Oracle, RankedMove, Truth, Value, solver_adapter_for
from sommet.engine.solve.tablebase import FORMS, Table, path_of
from sommet.machine.arrays import UINT8, zeros
from sommet.machine.kernel_interface import State, kernel_for, start

__all__ = [
    "RootMove",
    "TableOracle",
    "deepen",
    "evaluator_for",
    "network_for",
    "prove_all",
    "similar_networks",
]

PROBE_S = 0.25
"""Time limit of `probe`."""
BEST_MOVE_SHARE = 0.6
"""The share of the time that `rank_moves` spends on finding the best move."""
TABLE_BITS = 20
"""The base-2 logarithm of the entries in the transposition table."""
SCORE_SCALE = 500.0
"""A score becomes an estimate by the logistic function of score / SCORE_SCALE."""
MAX_TURNS = 30
"""Maximum search depth in turns."""

VALUE_NAMES: dict[int, Value] = {WIN: "win", DRAW: "draw", LOSS: "loss"}


class TableOracle(Oracle):
    """Looks positions up in the table of a game, or searches if there is none.

    Raises TableError for a table that can't be used. Not thread-safe.
    """

    default_s = 60.0

    def __init__(self, game: Game[Any], folder: Path) -> None:
        self.game = game
        self._adapter = solver_adapter_for(game)
        self._kernel, self._index_tables = kernel_for(game), self._adapter.index_tables(game)
        found = [path for form in FORMS if (path := path_of(game, folder, form)).exists()]
        self.table = Table(found[0], game) if found else None
        self._prover: Prover | None = None
        if self.table is None:
            self._prover = Prover(start(game), bits=TABLE_BITS, evaluator=evaluator_for(game))
            self._prover.score(start(game), 1)  # compiles the search
            finish(deepen(self._prover, [start(game)], lambda: True))

    # --- lookup ----------------------------------------------------------------------------------

    def probe(self, position: Position[Any]) -> Truth | None:
        if (known := self.known_truth(position.table)) is not None:
            return known
        return self.choose(position.view(None), PROBE_S).truth

    def known_truth(self, board: Board) -> Truth | None:
        """The truth of a position for the player to move by the rules or the table, else None."""
        end = self.game.judge(board, ())
        if end is not None:
            value: Value = "win" if board.turn in end.winners else "loss"
            return Truth("draw" if len(end.winners) == 2 else value, 0, "rules")
        if self.table is None:
            return None
        state = self._kernel.encode(board)
        worth, distance = self.table.lookup(adapter_interface.index_of(state, self._index_tables))
        return Truth(worth, distance, "table")

    # --- ranking ---------------------------------------------------------------------------------

    def rank_slices(
        self, view: View[Any], seconds: float, stop: Stop | None, *, best_only: bool
    ) -> Generator[None, None, tuple[RankedMove, ...]]:
        moves = view.moves()
        if not moves:
            raise GameOver
        boards = [view.table.after(move.steps) for move in moves]
        known = [self.known_truth(board) for board in boards]
        evaluated: dict[int, RankedMove] = {}
        often = self.game.repetition[0] if self.game.repetition else 0
        past = [board for board, _ in view.replay()] + [view.table]
        for index, (move, board, truth) in enumerate(zip(moves, boards, known, strict=True)):
            if often and past.count(board) >= often - 1:
                truth = Truth("draw", 0, "rules")
            if truth is not None:
                made = truth.before()
                evaluated[index] = RankedMove(move, made, made.share, (move,))
        open_moves = [index for index in range(len(moves)) if index not in evaluated]
        # A proven win is enough for `choose`.
        has_win = any(one.truth and one.truth.value == "win" for one in evaluated.values())
        if open_moves and not (has_win and best_only):
            evaluated |= yield from self._search_moves(
                moves, boards, open_moves, seconds, stop, best_only
            )
        for index in open_moves:
            evaluated.setdefault(index, RankedMove(moves[index], None, 0.5, (moves[index],)))
        return self._order(evaluated, boards, past)

    def _search_moves(
        self,
        moves: tuple[Move, ...],
        boards: list[Any],
        wanted: list[int],
        seconds: float,
        stop: Stop | None,
        best_only: bool,
    ) -> Generator[None, None, dict[int, RankedMove]]:
        """Evaluate the `wanted` moves by search."""
        assert self._prover is not None
        self._prover.clear()  # its costly entries would never be replaced
        states = [self._kernel.encode(boards[index]) for index in wanted]
        timed_out = stop_after(seconds, stop)
        best_timed_out = stop_after(seconds * BEST_MOVE_SHARE, stop)
        searched = yield from deepen(
            self._prover, states, timed_out if best_only else best_timed_out
        )
        if not best_only:
            yield from prove_all(self._prover, states, searched, timed_out)
        found, most = {}, 0.99
        for seen in searched:
            index = wanted[seen.index]
            if seen.proven:
                truth = Truth(
                    VALUE_NAMES[seen.score], None, "book" if seen.without_search else "search"
                )
                found[index] = RankedMove(moves[index], truth, truth.share, (moves[index],))
            else:  # not proven: below 1, and below the moves that the search ranked higher, since
                # its score may come from a shallower search
                estimate = max(0.01, 1 / (1 + exp(-seen.score / SCORE_SCALE)))
                most = min(most, estimate) - 1e-9
                found[index] = RankedMove(moves[index], None, most, (moves[index],))
        return found

    def _order(
        self, evaluated: dict[int, RankedMove], boards: list[Any], past: list[Any]
    ) -> tuple[RankedMove, ...]:
        """Best first. Among equals: the shortest win or the longest resistance; then positions that
        haven't occurred before; then the most replies that are mistakes."""

        def rank(index: int) -> tuple[float, float, int]:
            one = evaluated[index]
            far = self._distance(one, boards[index])
            return one.estimate, -far if one.estimate > 0.5 else far, -past.count(boards[index])

        ranked = sorted(evaluated, key=rank, reverse=True)
        top = [index for index in ranked if rank(index) == rank(ranked[0])]
        if self.table is not None and len(top) > 1:
            traps = {index: self._mistakes(boards[index]) for index in top}
            top.sort(key=lambda index: -traps[index])
            for index in top:
                one = evaluated[index]
                evaluated[index] = RankedMove(
                    one.move, one.truth, one.estimate, one.moves, traps[index]
                )
        return tuple(evaluated[index] for index in (*top, *ranked[len(top) :]))

    def _distance(self, one: RankedMove, board: Any) -> float:
        if one.truth is None:
            return 0.0
        if one.truth.distance is not None:
            return float(one.truth.distance)
        if one.truth.source != "search" or self._prover is None:
            return 0.0
        return float(predict_distance(self._kernel.encode(board), self._prover.evaluator))

    def _mistakes(self, board: Any) -> int:
        """The number of replies to this board that are worse than the best one."""
        if self.game.judge(board, ()) is not None:
            return 0
        answers = [self.known_truth(board.after(move.steps)) for move in board.moves]
        shares = [truth.share for truth in answers if truth]
        return sum(one > min(shares) for one in shares)


# --- iterative deepening --------------------------------------------------------------------------


@dataclass
class RootMove:
    """The score of the move to the state at an index, for the player who made it."""

    index: int
    score: int
    proven: bool
    """Whether the score is certain."""
    without_search: bool
    """Whether it was certain before the search."""


def deepen(
    prover: Prover, states: Sequence[State], stop: Stop
) -> Generator[None, None, list[RootMove]]:
    """Score the states for the player who moved there by iterative deepening, in slices; best
    first.

    In each state the opponent is to move, and the game isn't over.
    """
    found = []
    for index, state in enumerate(states):
        value, estimate = evaluate(state, prover.evaluator)
        found.append(RootMove(index, -estimate, value != OPEN, value != OPEN))
    found.sort(key=lambda seen: -seen.score)
    for turns in range(1, MAX_TURNS + 1):
        # 1. Best first: for later moves it is enough to show that they are no better.
        alpha = LOSS
        for done, seen in enumerate(found):
            if not seen.proven:
                score = yield from _score(prover, states[seen.index], turns, alpha, stop)
                if score == OPEN:
                    return _best_first(found, done)
                seen.score, seen.proven = -score, score in (LOSS, WIN)
            alpha = max(alpha, seen.score)
            if alpha == WIN:
                return _best_first(found, done + 1)
        # 2. Sort for the next iteration; stop when all are proven.
        found = _best_first(found, len(found))
        if all(seen.proven for seen in found):
            break
    return found


def _score(
    prover: Prover, state: State, turns: int, alpha: int, stop: Stop
) -> Generator[None, None, int]:
    """The score of a state; exact only if it beats alpha for the player who moved there."""
    if alpha > LOSS:
        score = yield from prover.score_in_slices(state, turns, -alpha - 1, -alpha, stop)
        if score >= -alpha:
            return score
    return (yield from prover.score_in_slices(state, turns, LOSS, -alpha, stop))


def prove_all(
    prover: Prover, states: Sequence[State], found: Sequence[RootMove], stop: Stop
) -> Generator[None, None, None]:
    """Try to prove each state's value, not only the best one's, until `stop` returns True."""
    for turns in range(1, MAX_TURNS + 1):
        for seen in found:
            if not seen.proven:
                state = states[seen.index]
                score = yield from prover.score_in_slices(state, turns, stop=stop)
                if score == OPEN:
                    return
                if score in (LOSS, WIN):
                    seen.score, seen.proven = -score, True


def _best_first(found: list[RootMove], done: int) -> list[RootMove]:
    """The best of the first `done` moves, then all others by score."""
    if not done:
        return found
    best = max(found[:done], key=lambda seen: seen.score)
    rest = sorted((seen for seen in found if seen is not best), key=lambda seen: -seen.score)
    return [best, *rest]


# --- the network ----------------------------------------------------------------------------------


def evaluator_for(game: Game[Any]) -> Evaluator:
    """The evaluator of a game, for one thread."""
    adapter = solver_adapter_for(game)
    network = network_for(game)
    index = distilled_network.exception_index(network, adapter.positions(game))
    return Evaluator(network, index, adapter.index_tables(game), new_scratch(adapter.ACTIVE))


@cache
def network_for(game: Game[Any]) -> Network:
    """The network for these options, or that of similar options, or a blank one."""
    adapter = solver_adapter_for(game)
    folder = Path(str(adapter.__file__)).parent
    if (path := folder / "networks" / f"{_stem(game)}.network").exists():
        return distilled_network.load(path)
    for path in sorted(folder.glob(similar_networks(game))):
        near = distilled_network.load(path)  # only for estimates: exact nowhere
        return near._replace(exact=zeros(UINT8, len(near.exact)))
    return distilled_network.blank_network(adapter.ROWS, adapter.BUCKETS)


def similar_networks(game: Game[Any]) -> str:
    """A pattern for the names, in the game's folder, of the networks for options like these."""
    return f"networks/{_stem(game).partition('-')[0]}-*.network"


def _stem(game: Game[Any]) -> str:
    return "-".join(map(str, solver_adapter_for(game).relevant_options(game).values()))
