"""A search tree seen from Python: it grows from a view, and its answers are moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Any

import numpy as np

from sommet.core.errors import GameOver
from sommet.core.move import Move, Path
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.players import Line, share
from sommet.engine.search.tree import NODE, OPEN, Question, grow, keep, plant
from sommet.machine.bits import Word, u64
from sommet.machine.protocol import (
    MOST_STEPS,
    RUNNING,
    State,
    fresh,
    kernel_for,
    key,
    outcome,
    play,
    steps,
    turn,
)

__all__ = ["Tree", "warm_up"]

ROOM = 1 << 20
"""Nodes in a tree: 24 MB once they are all in use."""
FORESIGHT = 8
"""How many moves a line shows at most."""


def warm_up(state: State) -> None:
    """Compile the search for the kernel of a state, or load what was compiled before."""
    nodes, room = np.empty(1 << 10, NODE), np.empty(MOST_STEPS, np.int16)
    zero = np.zeros(1, np.uint64)
    question = Question(worlds=zero, shares=np.zeros(256), drawn=zero, everyone=0, provable=True)
    _, used, _ = grow(nodes, plant(nodes), state, question, u64(1), 2)
    keep(nodes, used, 0)
    steps(state, room)
    for ask in (outcome, turn, fresh, key, lambda state: play(state, int(room[0]))):
        ask(state)


def question_of(kernel: ModuleType, view: View[Any]) -> tuple[State, Question]:
    """The state at the root and what else the search needs to know of a view."""
    game = view.game
    # An end that hangs on a secret has not come: the viewer is asked for a move.
    worlds = [
        secrets
        for secrets in view.worlds()
        if outcome(kernel.encode(view.table, secrets, view.out)) == RUNNING
    ]
    if view.over or not worlds:
        raise GameOver
    seats = range(game.seats)
    shares = np.zeros(256)
    for winners in range(1, 1 << game.seats):
        seated = tuple(seat for seat in seats if winners >> seat & 1)
        shares[winners] = share(game, seated, seated[0])
    drawn = []
    if game.repetition:
        often, _ = game.repetition
        seen = Counter((view.table, *(table for table, _ in view.past())))
        drawn = [
            key(kernel.encode(table, worlds[0], view.out))
            for table, times in seen.items()
            if times >= often - 1
        ]
    question = Question(
        worlds=np.array([kernel.pack_secrets(secrets) for secrets in worlds], np.uint64),
        shares=shares,
        drawn=np.array(drawn, np.uint64),
        everyone=(1 << game.seats) - 1,
        provable=not view.out,  # a stand-in looks after nothing
    )
    return kernel.encode(view.table, worlds[0], view.out), question


class Tree:
    """What is known of the moves that a view allows. The seed decides how it grows."""

    def __init__(self, view: View[Any], seed: int, room: int = ROOM) -> None:
        self._nodes = np.empty(room, NODE)
        self._used: int
        self._chance: Word
        self.begin(view, seed)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return int(self._used)

    @property
    def simulations(self) -> int:
        """How many simulations the root has seen."""
        return int(self._nodes[0]["visits"])

    @property
    def proven(self) -> bool:
        """Whether it is known how the game ends, so that there is nothing left to find out."""
        return bool(self._nodes[0]["proven"] != OPEN)

    @property
    def forced(self) -> bool:
        """Whether there is but one move."""
        room, state = np.empty(MOST_STEPS, np.int16), self._root
        while steps(state, room) == 1:
            state = play(state, int(room[0]))
            if fresh(state):
                return True
        return False

    def grow(self, simulations: int) -> int:
        """Run so many simulations, fewer when the end is proven before; how many were run."""
        done, self._used, chance = grow(
            self._nodes, self._used, self._root, self._question, self._chance, simulations
        )
        self._chance = u64(chance)
        return int(done)

    # --- from one view to the next -----------------------------------------------------------

    def begin(self, view: View[Any], seed: int) -> None:
        """Turn to a view and know nothing yet."""
        self._look_at(view, seed)
        self._used = plant(self._nodes)

    def move_on(self, view: View[Any], seed: int) -> None:
        """Turn to a view. Where it goes on from the one before, what was found out about the moves
        made since is kept, unless something has become known that changes it."""
        known, at = self._known, self._node_of(view)
        self._look_at(view, seed)
        if at is not None and known == self._known:
            self._used = keep(self._nodes, self._used, at)
        else:
            self._used = plant(self._nodes)

    def _look_at(self, view: View[Any], seed: int) -> None:
        self._view = view
        self._kernel = kernel_for(view.game)
        self._root, self._question = question_of(self._kernel, view)
        self._chance = u64(seed % (1 << 63) * 2 + 1)

    @property
    def _known(self) -> tuple[object, ...]:
        view, question = self._view, self._question
        hidden = (question.worlds.tobytes(), question.drawn.tobytes())
        return view.game, view.secrets, view.out, hidden

    def _node_of(self, view: View[Any]) -> int | None:
        """The node of a later view of the same game, if there is one."""
        played = len(self._view.history)
        if _origin(view) != _origin(self._view) or view.history[:played] != self._view.history:
            return None
        at, state = 0, self._root
        for move in view.history[played:]:
            texts = list(move.steps)
            while texts or not fresh(state):
                text = texts.pop(0) if texts else ""  # the step that ends a turn has no text
                for child in self._children(at):
                    if self._spell(state, child) == text:
                        at, state = child, play(state, self._step(child))
                        break
                else:
                    return None
        return at

    # --- from nodes to moves -----------------------------------------------------------------

    @property
    def best(self) -> Move:
        """The move that was found best. At least one simulation has been run."""
        path, _, _ = next(self._turns((), 0, self._root))
        return Move(self._view.table.canonical(path))

    def lines(self) -> tuple[Line, ...]:
        """The moves that were tried, the best one first and then by how often."""
        found: dict[Move, Line] = {}
        for path, at, state in self._turns((), 0, self._root):
            move = Move(self._view.table.canonical(path))
            if move not in found or self._visits(at) > found[move].visits:
                moves = (move, *islice(self._continued(move, at, state), FORESIGHT - 1))
                value, proven = self._value(at, self._view.turn)
                found[move] = Line(move, value, self._visits(at), moves, proven)
        best, *others = found.values()
        return (best, *sorted(others, key=lambda line: -line.visits))

    def _turns(self, path: Path, at: int, state: State) -> Iterator[tuple[Path, int, State]]:
        """Every turn that was tried, better steps first, with the node and the state it leads to.

        Where the tree ends within a turn, the turn is played to its end by the first steps.
        """
        if path and fresh(state):
            yield path, at, state
        elif children := self._ranked(at, turn(state)):
            for child in children:
                after = play(state, self._step(child))
                yield from self._turns(self._longer(path, state, child), child, after)
        else:
            room = np.empty(MOST_STEPS, np.int16)
            steps(state, room)
            text = self._kernel.spell(state, int(room[0]))
            yield from self._turns((*path, text) if text else path, at, play(state, int(room[0])))

    def _continued(self, move: Move, at: int, state: State) -> Iterator[Move]:
        """How play goes on after a move when everyone plays what was found best."""
        table: Table = self._view.table.after(move.steps)
        path: Path = ()
        while children := self._ranked(at, turn(state)):
            at, path = children[0], self._longer(path, state, children[0])
            state = play(state, self._step(at))
            if fresh(state):
                yield Move(table.canonical(path))
                table, path = table.after(path), ()

    def _longer(self, path: Path, state: State, child: int) -> Path:
        text = self._spell(state, child)
        return (*path, text) if text else path

    def _spell(self, state: State, child: int) -> str:
        return str(self._kernel.spell(state, self._step(child)))

    def _step(self, at: int) -> int:
        return int(self._nodes[at]["step"])

    def _visits(self, at: int) -> int:
        return int(self._nodes[at]["visits"])

    def _children(self, at: int) -> range:
        first = int(self._nodes[at]["first"])
        return range(first, first + int(self._nodes[at]["steps"]))

    def _value(self, at: int, seat: int) -> tuple[float, bool]:
        """What a node is worth to the seat that chose it, and whether that is certain."""
        node = self._nodes[at]
        winners = int(node["proven"])
        if winners != OPEN:
            return float(self._question.shares[winners]) * (winners >> seat & 1), True
        return float(node["value"]) / int(node["visits"]), False

    def _ranked(self, at: int, seat: int) -> list[int]:
        """The children that were tried, best first: sure wins, then the most tried, and sure
        losses last."""

        def rank(child: int) -> tuple[int, int, float]:
            value, proven = self._value(child, seat)
            return (1 if not proven else round(2 * value)), self._visits(child), value

        return sorted(filter(self._visits, self._children(at)), key=rank, reverse=True)


def _origin(view: View[Any]) -> Any:
    """The table that the history of a view begins with."""
    return view.table if view.start is None else view.start
