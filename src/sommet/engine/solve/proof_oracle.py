"""Who knows about a game that falls to proof: a book, a search that proves, and what is left over.

How moves are ordered: sure wins first, among them the one that leaves its player furthest ahead;
then what is not proven, by how a tree search finds it; sure losses last, among them the one that
sets the most traps: the largest share of the opponent's answers are mistakes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.view import View
from sommet.engine.mcts.tree import Tree, warm_up
from sommet.engine.players import Stop
from sommet.engine.solve import Truth, Value, Weighed
from sommet.engine.solve.adapter_interface import LOSS, OPEN, WIN, identity, known, promise
from sommet.engine.solve.book import Rows, enter
from sommet.engine.solve.prover import Prover, cores, until
from sommet.engine.solve.transposition_table import FACTS
from sommet.machine.kernel_interface import RUNNING, State, kernel_for, outcome, start, turn

__all__ = ["ProofOracle"]

SECONDS = 2.0
"""How long to weigh when nobody says."""
MOMENT = 0.1
"""Seconds that a quick question may take."""
BITS, MOST_THREADS = 22, 2
PROVING = 0.6
"""The share of the time after which, with nothing proven, a tree search takes over."""
CHUNK = 128

WORDS: dict[int, Value] = {WIN: "win", 0: "draw", LOSS: "loss"}


class ProofOracle:
    """Knows what its books say, and proves what it can in the time it is given."""

    def __init__(
        self, game: Game[Any], books: list[Rows], *, threads: int | None = None, bits: int = BITS
    ) -> None:
        self._encode = kernel_for(game).encode
        self._books = books
        rows = sum(map(len, books))
        bits = max(bits, (2 * rows).bit_length())
        self.prover = Prover(start(game), bits=bits, threads=threads or min(MOST_THREADS, cores()))
        for book in books:
            enter(self.prover.table, self.prover.salt, book)
        self._compile(start(game))

    def _compile(self, state: State) -> None:
        """Have everything compiled before the first question, or loaded from where it is kept."""
        warm_up(state)
        promise(state, state)
        self.prover.value(state, nodes=1)
        self._in_books(state)

    def probe(self, position: Position[Any]) -> Truth | None:
        state = self._encode(position.table)
        if outcome(state) == RUNNING:
            self.prover.value(state, stop=until(MOMENT))
        return self._truth(state)

    def weigh(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> tuple[Weighed, ...]:
        return self._weigh(view, seconds, stop, hasty=False)

    def choose(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> Weighed:
        """The best move. Once one is known to win, the others are not looked at."""
        return self._weigh(view, seconds, stop, hasty=True)[0]

    def _weigh(
        self, view: View[Any], seconds: float | None, stop: Stop | None, hasty: bool
    ) -> tuple[Weighed, ...]:
        if view.over:
            raise GameOver
        limit = SECONDS if seconds is None else seconds
        late, early = until(limit, stop), until(limit * PROVING, stop)
        root = self._encode(view.table)
        after = {move: self._encode(view.table.after(move.steps)) for move in view.moves()}
        ahead = sorted(after, key=lambda move: -promise(root, after[move]))

        def known() -> dict[Move, int]:
            return {move: self._value(root, after[move]) for move in ahead}

        values = known()
        if not (hasty and WIN in values.values()):
            # 1. Is it won? With a proof, the move that wins is remembered too.
            self.prover.value(root, stop=early)
            values = known()
        if not (hasty and WIN in values.values()):
            # 2. Every move, those that look best first.
            self.prover.values([after[move] for move in ahead], stop=early)
            values = known()
        # 3. Nothing wins for sure: how does it look?
        looks: dict[Move, float] = {}
        if WIN not in values.values() and OPEN in values.values():
            looks = self._looks(view, late)
        # 4. All is lost: what are the traps?
        traps: dict[Move, tuple[int, float]] = {}
        if set(values.values()) == {LOSS}:
            traps = self._traps({move: after[move] for move in ahead}, view, late)

        def rank(move: Move) -> tuple[float, float]:
            value = values[move]
            if value == OPEN:
                return 0.0, looks.get(move, 0.0)
            return float(value), traps[move][1] if move in traps else 0.0

        return tuple(
            Weighed(
                move,
                self._truth(after[move], root),
                looks.get(move, 0.5)
                if values[move] == OPEN
                else (values[move] - LOSS) / (WIN - LOSS),
                (move,),
                traps[move][0] if move in traps else 0,
            )
            for move in sorted(ahead, key=rank, reverse=True)
        )

    def winning(self, position: Position[Any], seconds: float) -> tuple[Move | None, str]:
        """A move that wins for sure, and who says so, `book` or `search`; None when none is found
        in so many seconds. One that the books know comes first."""
        root = self._encode(position.table)
        after = {move: self._encode(position.table.after(move.steps)) for move in position.moves()}
        ahead = sorted(after, key=lambda move: -promise(root, after[move]))
        found = [move for move in ahead if self._value(root, after[move]) == WIN]
        for move in found:
            if self._in_books(after[move]):
                return move, "book"
        if not found:
            late = until(seconds)
            self.prover.value(root, stop=late)
            for move in ahead:
                value = self.prover.value(after[move], stop=late)
                if value != OPEN and self._value(root, after[move]) == WIN:
                    return move, "search"
        return (found[0], "search") if found else (None, "search")

    # --- values ----------------------------------------------------------------------------------

    def _value(self, before: State, after: State) -> int:
        """What is known of a state, for the player who moved to it from another."""
        value = self.prover.recalled(after)
        return value if value == OPEN or turn(before) == turn(after) else -value

    def _truth(self, state: State, before: State | None = None) -> Truth | None:
        """What is known of a state for its player to move, or for the one who moved to it."""
        value = self.prover.recalled(state)
        if value == OPEN:
            return None
        source = "book" if self._in_books(state) else "search"
        if outcome(state) != RUNNING:
            source = "rules"
        if before is not None and turn(before) != turn(state):
            value = -value
        return Truth(WORDS[value], None, source)

    def _in_books(self, state: State) -> bool:
        word, degree = identity(state)
        for book in self._books:
            at = int(np.searchsorted(book[:, 0], word))
            if at < len(book) and book[at, 0] == word:
                least, most = known(state, book[at, 1] & FACTS, degree)
                if least == most:
                    return True
        return False

    # --- where values do not decide --------------------------------------------------------------

    def _looks(self, view: View[Any], late: Stop) -> dict[Move, float]:
        """The share of a win that a tree search expects of each move."""
        tree = Tree(view, seed=len(view.history))
        while not tree.proven:
            tree.simulate(CHUNK)
            if late():
                break
        return {line.move: line.value for line in tree.lines()}

    def _traps(
        self, after: dict[Move, State], view: View[Any], late: Stop
    ) -> dict[Move, tuple[int, float]]:
        """For each losing move, how many answers are known to be mistakes and which share."""
        found: dict[Move, tuple[int, float]] = {}
        for move, state in after.items():
            table = view.table.after(move.steps)
            if turn(state) == view.turn or outcome(state) != RUNNING:
                continue
            answers = [self._encode(table.after(answer.steps)) for answer in table.moves]
            self.prover.values(answers, stop=late)
            mistakes = sum(self._value(state, answer) == LOSS for answer in answers)
            found[move] = mistakes, mistakes / len(answers)
        return found
