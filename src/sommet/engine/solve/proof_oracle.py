"""The oracle of games solved by proof: books, alpha-beta search, and tree search where both fail.

Moves are ranked like this: proven wins, by the score of the move; then unproven moves, by the
estimate of a tree search; then proven losses, by the share of replies that are mistakes.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.view import View
from sommet.engine.mcts.tree import Tree, warm_up
from sommet.engine.players import Stop
from sommet.engine.slices import Pace
from sommet.engine.solve.book import Rows, is_in_book, load_rows
from sommet.engine.solve.prover import Prover, available_cores, stop_after
from sommet.engine.solve.search_interface import LOSS, OPEN, WIN, move_score
from sommet.engine.solve.solution import Oracle, RankedMove, Truth, Value
from sommet.machine.kernel_interface import RUNNING, State, kernel_for, outcome, start, turn

__all__ = ["ProofOracle"]

PROBE_S = 0.1
"""Time limit of `probe`."""
TABLE_BITS, MAX_THREADS = 22, 2
PROOF_SHARE = 0.6
"""The share of the time after which, without a proven win, the tree search begins."""
MAX_SIMULATIONS = 1 << 30
"""Simulations in a slice; they take the time that is left."""

VALUE_NAMES: dict[int, Value] = {WIN: "win", 0: "draw", LOSS: "loss"}


class ProofOracle(Oracle):
    """Looks positions up in books, and proves what it can in the given time."""

    default_s = 2.0

    def __init__(
        self,
        game: Game[Any],
        books: list[Rows],
        *,
        threads: int | None = None,
        bits: int = TABLE_BITS,
    ) -> None:
        self._encode = kernel_for(game).encode
        self._books = books
        rows = sum(map(len, books))
        bits = max(bits, (2 * rows).bit_length())
        self.prover = Prover(
            start(game), bits=bits, threads=threads or min(MAX_THREADS, available_cores())
        )
        for book in books:
            load_rows(self.prover.table, self.prover.salt, book)
        self._compile(start(game))

    def _compile(self, state: State) -> None:
        """Compile everything, or load it from the cache, before the first query."""
        warm_up(state)
        move_score(state, state)
        self.prover.value(state, nodes=1)
        self._in_books(state)

    def probe(self, position: Position[Any]) -> Truth | None:
        state = self._encode(position.table)
        if outcome(state) == RUNNING:
            self.prover.value(state, stop=stop_after(PROBE_S))
        return self._truth(state)

    def rank_slices(
        self, view: View[Any], seconds: float, stop: Stop | None, *, best_only: bool
    ) -> Generator[None, None, tuple[RankedMove, ...]]:
        """Stops as soon as one move is proven to win, with `best_only`."""
        if view.over:
            raise GameOver
        timed_out = stop_after(seconds, stop)
        proof_timed_out = stop_after(seconds * PROOF_SHARE, stop)
        root = self._encode(view.table)
        after = {move: self._encode(view.table.after(move.steps)) for move in view.moves()}
        ordered = sorted(after, key=lambda move: -move_score(root, after[move]))

        def known_values() -> dict[Move, int]:
            return {move: self._value(root, after[move]) for move in ordered}

        values = known_values()
        if not (best_only and WIN in values.values()):
            # 1. Is it a win? A proof also stores the winning move.
            yield from self.prover.value_in_slices(root, stop=proof_timed_out)
            values = known_values()
        if not (best_only and WIN in values.values()):
            # 2. Every move, best score first.
            each = [after[move] for move in ordered]
            yield from self.prover.values_in_slices(each, proof_timed_out)
            values = known_values()
        # 3. No proven win: estimate the open moves.
        estimates: dict[Move, float] = {}
        if WIN not in values.values() and OPEN in values.values():
            estimates = yield from self._estimates(view, timed_out)
        # 4. Every move loses: count the traps.
        traps: dict[Move, tuple[int, float]] = {}
        if set(values.values()) == {LOSS}:
            losing = {move: after[move] for move in ordered}
            traps = yield from self._traps(losing, view, timed_out)

        def rank(move: Move) -> tuple[float, float]:
            value = values[move]
            if value == OPEN:
                return 0.0, estimates.get(move, 0.0)
            return float(value), traps[move][1] if move in traps else 0.0

        return tuple(
            RankedMove(
                move,
                self._truth(after[move], root),
                estimates.get(move, 0.5)
                if values[move] == OPEN
                else (values[move] - LOSS) / (WIN - LOSS),
                (move,),
                traps[move][0] if move in traps else 0,
            )
            for move in sorted(ordered, key=rank, reverse=True)
        )

    def winning_move(self, position: Position[Any], seconds: float) -> tuple[Move | None, str]:
        """A proven winning move and its source, `book` or `search`; None if none is found in
        `seconds`. Moves from the books are preferred."""
        root = self._encode(position.table)
        after = {move: self._encode(position.table.after(move.steps)) for move in position.moves()}
        ordered = sorted(after, key=lambda move: -move_score(root, after[move]))
        found = [move for move in ordered if self._value(root, after[move]) == WIN]
        for move in found:
            if self._in_books(after[move]):
                return move, "book"
        if not found:
            timed_out = stop_after(seconds)
            self.prover.value(root, stop=timed_out)
            for move in ordered:
                value = self.prover.value(after[move], stop=timed_out)
                if value != OPEN and self._value(root, after[move]) == WIN:
                    return move, "search"
        return (found[0], "search") if found else (None, "search")

    # --- values ----------------------------------------------------------------------------------

    def _value(self, before: State, after: State) -> int:
        """The known value of a state for the player who moved there, or OPEN."""
        value = self.prover.known_value(after)
        return value if value == OPEN or turn(before) == turn(after) else -value

    def _truth(self, state: State, before: State | None = None) -> Truth | None:
        """The truth of a state for the player to move, or for the player who moved there."""
        value = self.prover.known_value(state)
        if value == OPEN:
            return None
        source = "book" if self._in_books(state) else "search"
        if outcome(state) != RUNNING:
            source = "rules"
        if before is not None and turn(before) != turn(state):
            value = -value
        return Truth(VALUE_NAMES[value], None, source)

    def _in_books(self, state: State) -> bool:
        return any(is_in_book(state, book) for book in self._books)

    # --- when values don't decide ----------------------------------------------------------------

    def _estimates(
        self, view: View[Any], timed_out: Stop
    ) -> Generator[None, None, dict[Move, float]]:
        """A tree search's estimate of each move, as a share of a win."""
        tree, pace = Tree(view, seed=len(view.history)), Pace()
        while not tree.proven:
            pace.run(tree.simulate, MAX_SIMULATIONS)
            if timed_out():
                break
            yield
        return {line.move: line.value for line in tree.lines()}

    def _traps(
        self, after: dict[Move, State], view: View[Any], timed_out: Stop
    ) -> Generator[None, None, dict[Move, tuple[int, float]]]:
        """For each losing move, the number and the share of replies that are known mistakes."""
        found: dict[Move, tuple[int, float]] = {}
        for move, state in after.items():
            table = view.table.after(move.steps)
            if turn(state) == view.turn or outcome(state) != RUNNING:
                continue
            answers = [self._encode(table.after(answer.steps)) for answer in table.moves]
            yield from self.prover.values_in_slices(answers, timed_out)
            mistakes = sum(self._value(state, answer) == LOSS for answer in answers)
            found[move] = mistakes, mistakes / len(answers)
        return found
