"""A search tree seen from Python: it grows from a view, and its answers are moves.

It may have several stems, which grow from the same question side by side, each by chance of its
own; what they found out is added up. A place in the tree is the node of each stem.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sommet.core.move import Move, Path
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.belief.belief import Belief
from sommet.engine.belief.likelihood import liked
from sommet.engine.belief.worlds import Cast
from sommet.engine.mcts.config import PLAIN, Manner
from sommet.engine.mcts.node_pool import OPEN, Wood, keep, plant
from sommet.engine.mcts.query import question_of, still_going
from sommet.engine.mcts.roles import Parts
from sommet.engine.mcts.uct import Question, grow
from sommet.engine.mcts.worker_tree import NOWHERE, Stem
from sommet.engine.players import Line
from sommet.engine.threads import Abreast
from sommet.engine.value_network.network import NONE
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import (
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
from sommet.machine.self_check import checks

__all__ = ["Tree", "warm_up"]

ROOM = 1 << 20
"""Nodes in a tree where nothing is hidden, fewer where there are roles: 36 to 60 MB once they are
all in use."""
CHECKED = 16
"""Simulations of the self-check."""
FORESIGHT = 8
"""How many moves a line shows at most."""


def _plain_question() -> Question:
    """A question of the types that every search has, about one world without secrets."""
    zero = np.zeros(1, np.uint64)
    return Question(
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


def warm_up(state: State) -> None:
    """Compile the search for the kernel of a state, or load what was compiled before."""
    wood, room = Wood.of(1 << 10, 1), np.empty(MOST_STEPS, np.int16)
    zero = np.zeros(1, np.uint64)
    _, used, _ = grow(wood, plant(wood), state, _plain_question(), u64(1), 2)
    keep(wood, used, 0, 1.0)
    steps(state, room)
    still_going(state, zero)
    if hasattr(kernel_of(state), "appraise"):
        liked(state, state, zero, 1.0, np.empty(1))
    for ask in (outcome, turn, fresh, key, lambda state: play(state, int(room[0]))):
        ask(state)


@checks(grow)
def _check_tree(state: State, row: dict[str, Any]) -> str:
    """Every node that has children has one for each possible step."""
    wood, room = Wood.of(1 << 11, 1), np.empty(MOST_STEPS, np.int16)
    grow(wood, plant(wood), state, _plain_question(), u64(1), CHECKED)
    open_nodes = [(0, state)]
    while open_nodes:
        at, state = open_nodes.pop()
        first, count = int(wood.nodes[at]["first"]), int(wood.nodes[at]["steps"])
        if count:
            children = wood.nodes["step"][first : first + count].tolist()
            possible = room[: steps(state, room)].tolist()
            if sorted(children) != sorted(possible):
                return f"a search finds the steps {sorted(children)}, not {sorted(possible)}"
            open_nodes += [
                (first + place, play(state, step)) for place, step in enumerate(children)
            ]
    return ""


Place: TypeAlias = tuple[int, ...]
"""The node of each stem, or NOWHERE where one does not reach so far."""


class Tried(NamedTuple):
    """A step from a place: where it leads, how often a seat tried it, what it is worth to the seat,
    from 0 to 1, and whether that is certain."""

    at: Place
    step: int = 0
    visits: int = 0
    value: float = 0.0
    proven: bool = False

    def rank(self) -> tuple[int, int, float]:
        """The higher, the better."""
        return (1 if not self.proven else round(2 * self.value)), self.visits, self.value


class Tree:
    """What is known of the moves that a view allows. The seed decides how it grows, whatever the
    order in which threads get on."""

    def __init__(
        self,
        view: View[Any],
        seed: int,
        room: int | None = None,
        manner: Manner = PLAIN,
        belief: Belief | None = None,
        abreast: Abreast | None = None,
    ) -> None:
        roles = Parts.of(Cast.of(view), view.secrets, manner.roles).most
        room = room or ROOM * 2 // (roles + 1)
        self._abreast = abreast or Abreast()
        self._stems = [Stem(room, roles) for _ in range(self._abreast.cores)]
        self._manner = manner
        self.begin(view, seed, belief)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return sum(stem.nodes for stem in self._stems)

    @property
    def simulations(self) -> int:
        """How many simulations the root has seen."""
        return sum(stem.simulations for stem in self._stems)

    @property
    def proven(self) -> bool:
        """Whether it is known how the game ends, so that there is nothing left to find out."""
        return any(stem.proven(0) != OPEN for stem in self._stems)

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
        """Run so many simulations, shared out among the stems, fewer when the end is proven before;
        how many were run."""
        stems = len(self._stems)
        if stems == 1:
            return self._stems[0].grow(self._root, self._question, simulations)
        parts = [(simulations + place) // stems for place in reversed(range(stems))]
        return sum(
            self._abreast.done(
                [
                    partial(stem.grow, self._root, self._question, part)
                    for stem, part in zip(self._stems, parts, strict=True)
                ]
            )
        )

    # --- from one view to the next -----------------------------------------------------------

    def begin(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Turn to a view and know nothing yet. Without a belief, all worlds are equally likely."""
        self._look_at(view, belief)
        for number, stem in enumerate(self._stems):
            stem.begin(seed, number)

    def move_on(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Turn to a view. Where it goes on from the one before, what was found out about the moves
        made since is kept, unless something has become known that changes it; it counts the less
        the more the belief has changed."""
        known, before, place = self._known, self._belief, self._place_of(view)
        self._look_at(view, belief)
        trust = 0.0
        if known == self._known:
            trust = before.given(view.secrets).overlap(self._belief.given(view.secrets))
        else:
            place = self._nowhere
        for number, (stem, at) in enumerate(zip(self._stems, place, strict=True)):
            if at == NOWHERE:
                stem.begin(seed, number)
            else:
                stem.go_on(seed, number, at, trust)

    def _look_at(self, view: View[Any], belief: Belief | None) -> None:
        self._view = view
        self._belief = belief or Belief.even(Cast.of(view))
        self._kernel = kernel_for(view.game)
        self._root, self._question = question_of(self._kernel, view, self._belief, self._manner)
        possible = self._question.roles
        alike = (possible == possible[0]).all(axis=0)
        self._roles = [
            int(role) if same else None for role, same in zip(possible[0], alike, strict=True)
        ]

    @property
    def _known(self) -> tuple[object, ...]:
        view, question = self._view, self._question
        return view.game, view.secrets, view.out, question.drawn.tobytes()

    @property
    def _root_place(self) -> Place:
        return (0,) * len(self._stems)

    @property
    def _nowhere(self) -> Place:
        return (NOWHERE,) * len(self._stems)

    def _place_of(self, view: View[Any]) -> Place:
        """Where a later view of the same game stands, if anywhere."""
        played = len(self._view.history)
        if _origin(view) != _origin(self._view) or view.history[:played] != self._view.history:
            return self._nowhere
        place, state = self._root_place, self._root
        for move in view.history[played:]:
            texts = list(move.steps)
            while texts or not fresh(state):
                text = texts.pop(0) if texts else ""  # the step that ends a turn has no text
                for step, after in self._children(place).items():
                    if self._spell(state, step) == text:
                        place, state = after, play(state, step)
                        break
                else:
                    return self._nowhere
        return place

    # --- from places to moves ----------------------------------------------------------------

    @property
    def best(self) -> Move:
        """The move that was found best. At least one simulation has been run."""
        path, _, _ = next(self._tried())
        return Move(self._view.table.canonical(path))

    def good(self, share: float) -> list[Move]:
        """The move that was found best and those that were tried at least this share as often, the
        best one first; it alone where the end is proven."""
        found: list[Move] = []
        most = 0
        for path, tried, _ in self._tried():
            most = most or tried.visits
            if not found or (tried.visits >= share * most and not tried.proven):
                found.append(Move(self._view.table.canonical(path)))
            if tried.proven and len(found) == 1:
                break
        return list(dict.fromkeys(found))

    def lines(self) -> tuple[Line, ...]:
        """The moves that were tried, the best one first and then by how often."""
        found: dict[Move, Line] = {}
        for path, tried, state in self._tried():
            move = Move(self._view.table.canonical(path))
            if move not in found or tried.visits > found[move].visits:
                moves = (move, *islice(self._continued(move, tried.at, state), FORESIGHT - 1))
                found[move] = Line(move, tried.value, tried.visits, moves, tried.proven)
        best, *others = found.values()
        return (best, *sorted(others, key=lambda line: -line.visits))

    def _tried(self) -> Iterator[tuple[Path, Tried, State]]:
        return self._turns((), Tried(self._root_place), self._root)

    def _turns(self, path: Path, tried: Tried, state: State) -> Iterator[tuple[Path, Tried, State]]:
        """Every turn that was tried, better steps first, with its last step and the state after it.

        Where the tree ends within a turn, the turn is played to its end by the first steps.
        """
        if path and fresh(state):
            yield path, tried, state
        elif children := self._ranked(tried.at, turn(state)):
            for child in children:
                after = play(state, child.step)
                yield from self._turns(self._longer(path, state, child.step), child, after)
        else:
            room = np.empty(MOST_STEPS, np.int16)
            steps(state, room)
            first = int(room[0])
            yield from self._turns(self._longer(path, state, first), tried, play(state, first))

    def _continued(self, move: Move, at: Place, state: State) -> Iterator[Move]:
        """How play goes on after a move when everyone plays what was found best."""
        table: Table = self._view.table.after(move.steps)
        path: Path = ()
        while children := self._ranked(at, turn(state)):
            at, step = children[0].at, children[0].step
            path = self._longer(path, state, step)
            state = play(state, step)
            if fresh(state):
                yield Move(table.canonical(path))
                table, path = table.after(path), ()

    def _longer(self, path: Path, state: State, step: int) -> Path:
        text = self._spell(state, step)
        return (*path, text) if text else path

    def _spell(self, state: State, step: int) -> str:
        return str(self._kernel.spell(state, step))

    def _children(self, place: Place) -> dict[int, Place]:
        """The steps from a place that some stem knows, and where they lead."""
        found: dict[int, list[int]] = {}
        for number, (stem, at) in enumerate(zip(self._stems, place, strict=True)):
            for step, child in stem.children(at):
                found.setdefault(step, [*self._nowhere])[number] = child
        return {step: tuple(children) for step, children in found.items()}

    def _ranked(self, place: Place, seat: int) -> list[Tried]:
        """The steps that a seat tried, best first: sure wins, then the most tried, and sure losses
        last. Where the seat's role is not known, in all its roles together."""
        visits: dict[int, float] = {}
        values: dict[int, float] = {}
        proven: dict[int, int] = {}
        for stem, at in zip(self._stems, place, strict=True):
            for step, winners, often, worth in stem.figures(at, self._roles[seat]):
                visits[step] = visits.get(step, 0.0) + often
                values[step] = values.get(step, 0.0) + worth
                if winners != OPEN:
                    proven.setdefault(step, winners)
        found = []
        leads = self._children(place)
        for step, total in visits.items():
            if not total:
                continue
            value = values[step] / total
            if step in proven:
                value = self._question.shares[proven[step]] * (proven[step] >> seat & 1)
            often = max(1, round(total))  # some count for less than one
            found.append(Tried(leads[step], step, often, float(value), step in proven))
        return sorted(found, key=Tried.rank, reverse=True)


def _origin(view: View[Any]) -> Any:
    """The table that the history of a view begins with."""
    return view.table if view.start is None else view.start
