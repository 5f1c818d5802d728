"""A search tree seen from Python: it grows from a view, and its answers are moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from sommet.core.move import Move, Path
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.belief.belief import Belief
from sommet.engine.belief.cast import Cast
from sommet.engine.belief.glance import liked
from sommet.engine.learned.judging import NONE
from sommet.engine.players import Line
from sommet.engine.search.asking import question_of, still_going
from sommet.engine.search.manner import PLAIN, Manner
from sommet.engine.search.parts import Parts
from sommet.engine.search.tree import Question, grow
from sommet.engine.search.wood import OPEN, Wood, keep, plant
from sommet.machine.bits import Word, u64
from sommet.machine.protocol import (
    MOST_STEPS,
    State,
    fresh,
    kernel_for,
    kernel_of,
    key,
    outcome,
    play,
    steps,
    turn,
)

__all__ = ["Tree", "warm_up"]

ROOM = 1 << 20
"""Nodes in a tree where nothing is hidden, fewer where there are roles: 36 to 60 MB once they are
all in use."""
FORESIGHT = 8
"""How many moves a line shows at most."""


def warm_up(state: State) -> None:
    """Compile the search for the kernel of a state, or load what was compiled before."""
    wood, room = Wood.of(1 << 10, 1), np.empty(MOST_STEPS, np.int16)
    zero = np.zeros(1, np.uint64)
    question = Question(
        worlds=zero,
        dealt=np.ones(1),
        roles=np.zeros((1, 8), np.int16),
        shares=np.zeros(256),
        drawn=zero,
        everyone=0,
        provable=True,
        curiosity=PLAIN.curiosity,
        care=PLAIN.care,
        hope=PLAIN.hope,
        network=NONE,
    )
    _, used, _ = grow(wood, plant(wood), state, question, u64(1), 2)
    keep(wood, used, 0, 1.0)
    steps(state, room)
    still_going(state, zero)
    if hasattr(kernel_of(state), "appraise"):
        liked(state, state, zero, 1.0, np.empty(1))
    for ask in (outcome, turn, fresh, key, lambda state: play(state, int(room[0]))):
        ask(state)


class Tried(NamedTuple):
    """A child of a node: how often a seat tried it, what it is worth to the seat, from 0 to 1, and
    whether that is certain."""

    node: int
    visits: int = 0
    value: float = 0.0
    proven: bool = False

    def rank(self) -> tuple[int, int, float]:
        """The higher, the better."""
        return (1 if not self.proven else round(2 * self.value)), self.visits, self.value


ROOT = Tried(0)


class Tree:
    """What is known of the moves that a view allows. The seed decides how it grows."""

    def __init__(
        self,
        view: View[Any],
        seed: int,
        room: int | None = None,
        manner: Manner = PLAIN,
        belief: Belief | None = None,
    ) -> None:
        roles = Parts.of(Cast.of(view), view.secrets, manner.roles).most
        self._wood = Wood.of(room or ROOM * 2 // (roles + 1), roles)
        self._manner = manner
        self._used: int
        self._chance: Word
        self.begin(view, seed, belief)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return int(self._used)

    @property
    def simulations(self) -> int:
        """How many simulations the root has seen."""
        return int(self._wood.nodes[0]["visits"])

    @property
    def proven(self) -> bool:
        """Whether it is known how the game ends, so that there is nothing left to find out."""
        return bool(self._wood.nodes[0]["proven"] != OPEN)

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
            self._wood, self._used, self._root, self._question, self._chance, simulations
        )
        self._chance = u64(chance)
        return int(done)

    # --- from one view to the next -----------------------------------------------------------

    def begin(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Turn to a view and know nothing yet. Without a belief, all worlds are equally likely."""
        self._look_at(view, seed, belief)
        self._used = plant(self._wood)

    def move_on(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Turn to a view. Where it goes on from the one before, what was found out about the moves
        made since is kept, unless something has become known that changes it; it counts the less
        the more the belief has changed."""
        known, before, at = self._known, self._belief, self._node_of(view)
        self._look_at(view, seed, belief)
        if at is not None and known == self._known:
            trust = before.given(view.secrets).overlap(self._belief.given(view.secrets))
            self._used = keep(self._wood, self._used, at, trust)
        else:
            self._used = plant(self._wood)

    def _look_at(self, view: View[Any], seed: int, belief: Belief | None) -> None:
        self._view = view
        self._belief = belief or Belief.even(Cast.of(view))
        self._kernel = kernel_for(view.game)
        self._root, self._question = question_of(self._kernel, view, self._belief, self._manner)
        self._chance = u64(seed % (1 << 63) * 2 + 1)
        possible = self._question.roles
        alike = (possible == possible[0]).all(axis=0)
        self._roles = [
            int(role) if same else None for role, same in zip(possible[0], alike, strict=True)
        ]

    @property
    def _known(self) -> tuple[object, ...]:
        view, question = self._view, self._question
        return view.game, view.secrets, view.out, question.drawn.tobytes()

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
        path, _, _ = next(self._turns((), ROOT, self._root))
        return Move(self._view.table.canonical(path))

    def good(self, share: float) -> list[Move]:
        """The move that was found best and those that were tried at least this share as often, the
        best one first; it alone where the end is proven."""
        found: list[Move] = []
        most = 0
        for path, tried, _ in self._turns((), ROOT, self._root):
            most = most or tried.visits
            if not found or (tried.visits >= share * most and not tried.proven):
                found.append(Move(self._view.table.canonical(path)))
            if tried.proven and len(found) == 1:
                break
        return list(dict.fromkeys(found))

    def lines(self) -> tuple[Line, ...]:
        """The moves that were tried, the best one first and then by how often."""
        found: dict[Move, Line] = {}
        for path, tried, state in self._turns((), ROOT, self._root):
            move = Move(self._view.table.canonical(path))
            if move not in found or tried.visits > found[move].visits:
                moves = (move, *islice(self._continued(move, tried.node, state), FORESIGHT - 1))
                found[move] = Line(move, tried.value, tried.visits, moves, tried.proven)
        best, *others = found.values()
        return (best, *sorted(others, key=lambda line: -line.visits))

    def _turns(self, path: Path, tried: Tried, state: State) -> Iterator[tuple[Path, Tried, State]]:
        """Every turn that was tried, better steps first, with its last step and the state after it.

        Where the tree ends within a turn, the turn is played to its end by the first steps.
        """
        if path and fresh(state):
            yield path, tried, state
        elif children := self._ranked(tried.node, turn(state)):
            for child in children:
                after = play(state, self._step(child.node))
                yield from self._turns(self._longer(path, state, child.node), child, after)
        else:
            room = np.empty(MOST_STEPS, np.int16)
            steps(state, room)
            text = self._kernel.spell(state, int(room[0]))
            after = play(state, int(room[0]))
            yield from self._turns((*path, text) if text else path, tried, after)

    def _continued(self, move: Move, at: int, state: State) -> Iterator[Move]:
        """How play goes on after a move when everyone plays what was found best."""
        table: Table = self._view.table.after(move.steps)
        path: Path = ()
        while children := self._ranked(at, turn(state)):
            at = children[0].node
            path = self._longer(path, state, at)
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
        return int(self._wood.nodes[at]["step"])

    def _children(self, at: int) -> range:
        first = int(self._wood.nodes[at]["first"])
        return range(first, first + int(self._wood.nodes[at]["steps"]))

    def _ranked(self, at: int, seat: int) -> list[Tried]:
        """The children that a seat tried, best first: sure wins, then the most tried, and sure
        losses last. Where the seat's role is not known, in all its roles together."""
        nodes, tried, seen = self._wood
        first, count, roles = int(nodes[at]["first"]), int(nodes[at]["steps"]), seen.shape[1]
        figures = tried[first * roles :][: count * roles].reshape(roles, count)
        role = self._roles[seat]
        figures = figures if role is None else figures[role : role + 1]
        visits, values = figures["visits"].sum(axis=0), figures["value"].sum(axis=0)
        found = []
        for place in np.flatnonzero(visits):
            winners, value = int(nodes[first + place]["proven"]), values[place] / visits[place]
            if winners != OPEN:
                value = self._question.shares[winners] * (winners >> seat & 1)
            often = max(1, round(float(visits[place])))  # some count for less than one
            found.append(Tried(first + int(place), often, float(value), winners != OPEN))
        return sorted(found, key=Tried.rank, reverse=True)


def _origin(view: View[Any]) -> Any:
    """The table that the history of a view begins with."""
    return view.table if view.start is None else view.start
