"""What moves betray: how likely a seat of each role would have played them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.core.move import Move
from sommet.core.secrets import UNKNOWN
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.belief.belief import Belief
from sommet.engine.belief.cast import Cast
from sommet.engine.players import Stop
from sommet.engine.search.asking import shares_of, still_going
from sommet.engine.search.manner import TYPED
from sommet.engine.search.tree import Question, Wood, grow, plant
from sommet.machine.bits import u64
from sommet.machine.protocol import State, fresh, kernel_for, play

__all__ = ["Reader"]

ROOM = 1 << 13
"""Nodes of the tree in which a move is read."""
DOUBT = 0.3
"""How likely a move is taken for one that betrays nothing."""
CERTAIN = 0.99
"""How sure a role must be for nothing more to be read into what its seat plays."""


class Reader:
    """Reads the moves of one game after the other, and remembers those of the last one.

    What is read hangs on the moves alone, so that everybody at the table may think the same.
    """

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations
        self._cast: Cast | None = None
        self._start: Table | None = None
        self._read: dict[tuple[Move, ...], np.ndarray[Any, Any]] = {}
        self._wood: Wood | None = None

    def belief(self, view: View[Any], stop: Stop | None = None, everyone: bool = True) -> Belief:
        """What everybody may think after the moves of a view who knows no secret; without
        `everyone`, as far as it matters to the viewer, to whom some moves betray nothing new.

        Once `stop` says True, moves that have not been read yet count as if they betrayed nothing.
        """
        cast = Cast.of(view)
        belief = Belief.even(cast)
        if len(cast.worlds) == 1 or not self.simulations:
            return belief
        if cast is not self._cast or view.start != self._start:
            self._cast, self._start, self._read = cast, view.start, {}
            self._wood = Wood.of(ROOM, len(cast.hands))
        for number, (table, move) in enumerate(view.past()):
            if not everyone and UNKNOWN not in view.secrets[table.turn]:
                continue
            past = view.history[: number + 1]
            if past not in self._read:
                if belief.certainty(table.turn) > CERTAIN:
                    continue
                if stop and stop():
                    break
                self._read[past] = self._likelihood(view, table, move, number)
            belief = belief.after(table.turn, self._read[past])
        return belief

    def _likelihood(
        self, view: View[Any], table: Any, move: Move, number: int
    ) -> np.ndarray[Any, Any]:
        """For each role, how likely a seat of it plays this move on this table."""
        cast, wood = self._cast, self._wood
        assert cast
        assert wood
        kernel = kernel_for(view.game)
        root = kernel.encode(table, cast.worlds[0], view.out)
        running = still_going(root, cast.packed)
        worlds = cast.packed[running]
        question = Question(
            worlds=worlds,
            possible=len(worlds),
            dealt=np.arange(1, len(worlds) + 1) / len(worlds),
            weights=np.ones(len(worlds)),
            roles=cast.roles[running],
            own=0,
            shares=shares_of(view.game),
            drawn=np.zeros(0, np.uint64),
            everyone=(1 << view.game.seats) - 1,
            provable=False,
            curiosity=TYPED.curiosity,
            care=1,
            hope=TYPED.hope if hasattr(kernel, "appraise") else 0.0,
        )
        simulations = self.simulations * len(cast.hands)
        grow(wood, plant(wood), root, question, u64(2 * number + 1), simulations)
        return self._chosen(kernel, root, list(move.steps))

    def _chosen(self, kernel: Any, state: State, texts: list[str]) -> np.ndarray[Any, Any]:
        """For each role, how readily the tree plays the steps of a move."""
        assert self._wood
        nodes, tried, seen = self._wood
        roles = seen.shape[1]
        likely, at = np.ones(roles), 0
        while texts or not fresh(state):
            text = texts.pop(0) if texts else ""
            first, count = int(nodes[at]["first"]), int(nodes[at]["steps"])
            spelled = [
                kernel.spell(state, int(nodes[first + place]["step"])) for place in range(count)
            ]
            if text not in spelled:
                break  # the tree does not reach so far: what is left of the move says nothing
            place = spelled.index(text)
            block = tried[first * roles :][: count * roles]["visits"].reshape(roles, count)
            liking = block.astype(np.float64) + 0.5
            likely *= (1 - DOUBT) * liking[:, place] / liking.sum(axis=1) + DOUBT / count
            at = first + place
            state = play(state, int(nodes[at]["step"]))
        return likely
