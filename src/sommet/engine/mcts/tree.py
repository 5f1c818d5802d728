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
from sommet.engine.belief.likelihood import turn_likelihood
from sommet.engine.belief.worlds import WorldSet
from sommet.engine.mcts.config import PLAIN, SearchConfig
from sommet.engine.mcts.node_pool import UNPROVEN, NodePool, reroot, reset_tree
from sommet.engine.mcts.query import build_query, running_worlds
from sommet.engine.mcts.roles import SeatRoles
from sommet.engine.mcts.uct import Query, run_simulations
from sommet.engine.mcts.worker_tree import NO_NODE, WorkerTree
from sommet.engine.players import Line
from sommet.engine.threads import ThreadTeam
from sommet.engine.value_network.network import NO_NETWORK
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import (
    MOST_STEPS,
    State,
    is_turn_start,
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


def _empty_query() -> Query:
    """A question of the types that every search has, about one world without secrets."""
    zero = np.zeros(1, np.uint64)
    return Query(
        worlds=zero,
        cumulative_probability=np.ones(1),
        roles=np.zeros((1, 8), np.int16),
        shares=np.zeros(256),
        draw_keys=zero,
        all_seats=0,
        provable=True,
        exploration=PLAIN.exploration,
        playout_candidates=PLAIN.playout_candidates,
        prior_weight=PLAIN.prior_weight,
        network=NO_NETWORK,
    )


def warm_up(state: State) -> None:
    """Compile the search for the kernel of a state, or load what was compiled before."""
    pool, buffer = NodePool.of(1 << 10, 1), np.empty(MOST_STEPS, np.int16)
    zero = np.zeros(1, np.uint64)
    _, used, _ = run_simulations(pool, reset_tree(pool), state, _empty_query(), u64(1), 2)
    reroot(pool, used, 0, 1.0)
    steps(state, buffer)
    running_worlds(state, zero)
    if hasattr(kernel_of(state), "evaluate"):
        turn_likelihood(state, state, zero, 1.0, np.empty(1))
    for ask in (outcome, turn, is_turn_start, key, lambda state: play(state, int(buffer[0]))):
        ask(state)


@checks(run_simulations)
def _check_tree(state: State, row: dict[str, Any]) -> str:
    """Every node that has children has one for each possible step."""
    pool, buffer = NodePool.of(1 << 11, 1), np.empty(MOST_STEPS, np.int16)
    run_simulations(pool, reset_tree(pool), state, _empty_query(), u64(1), CHECKED)
    open_nodes = [(0, state)]
    while open_nodes:
        at, state = open_nodes.pop()
        first, count = int(pool.nodes[at]["first_child"]), int(pool.nodes[at]["child_count"])
        if count:
            children = pool.nodes["step"][first : first + count].tolist()
            possible = buffer[: steps(state, buffer)].tolist()
            if sorted(children) != sorted(possible):
                return f"a search finds the steps {sorted(children)}, not {sorted(possible)}"
            open_nodes += [
                (first + place, play(state, step)) for place, step in enumerate(children)
            ]
    return ""


JointNode: TypeAlias = tuple[int, ...]
"""The node of each stem, or NOWHERE where one does not reach so far."""


class StepStats(NamedTuple):
    """A step from a place: where it leads, how often a seat tried it, what it is worth to the seat,
    from 0 to 1, and whether that is certain."""

    at: JointNode
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
        buffer: int | None = None,
        config: SearchConfig = PLAIN,
        belief: Belief | None = None,
        threads: ThreadTeam | None = None,
    ) -> None:
        roles = SeatRoles.of(WorldSet.of(view), view.secrets, config.roles).most
        buffer = buffer or ROOM * 2 // (roles + 1)
        self._threads = threads or ThreadTeam()
        self._workers = [WorkerTree(buffer, roles) for _ in range(self._threads.cores)]
        self._config = config
        self.begin(view, seed, belief)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return sum(worker.nodes for worker in self._workers)

    @property
    def simulations(self) -> int:
        """How many simulations the root has seen."""
        return sum(worker.simulations for worker in self._workers)

    @property
    def proven(self) -> bool:
        """Whether it is known how the game ends, so that there is nothing left to find out."""
        return any(worker.proven(0) != UNPROVEN for worker in self._workers)

    @property
    def forced(self) -> bool:
        """Whether there is but one move."""
        buffer, state = np.empty(MOST_STEPS, np.int16), self._root
        while steps(state, buffer) == 1:
            state = play(state, int(buffer[0]))
            if is_turn_start(state):
                return True
        return False

    def simulate(self, simulations: int) -> int:
        """Run so many simulations, shared out among the stems, fewer when the end is proven before;
        how many were run."""
        workers = len(self._workers)
        if workers == 1:
            return self._workers[0].simulate(self._root, self._query, simulations)
        parts = [(simulations + place) // workers for place in reversed(range(workers))]
        return sum(
            self._threads.done(
                [
                    partial(worker.simulate, self._root, self._query, part)
                    for worker, part in zip(self._workers, parts, strict=True)
                ]
            )
        )

    # --- from one view to the next -----------------------------------------------------------

    def begin(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Turn to a view and know nothing yet. Without a belief, all worlds are equally likely."""
        self._look_at(view, belief)
        for number, worker in enumerate(self._workers):
            worker.begin(seed, number)

    def advance(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Turn to a view. Where it goes on from the one before, what was found out about the moves
        made since is kept, unless something has become known that changes it; it counts the less
        the more the belief has changed."""
        known, before, place = self._known, self._belief, self._place_of(view)
        self._look_at(view, belief)
        trust = 0.0
        if known == self._known:
            trust = before.given(view.secrets).overlap(self._belief.given(view.secrets))
        else:
            place = self._no_node
        for number, (worker, at) in enumerate(zip(self._workers, place, strict=True)):
            if at == NO_NODE:
                worker.begin(seed, number)
            else:
                worker.advance(seed, number, at, trust)

    def _look_at(self, view: View[Any], belief: Belief | None) -> None:
        self._view = view
        self._belief = belief or Belief.uniform(WorldSet.of(view))
        self._kernel = kernel_for(view.game)
        self._root, self._query = build_query(self._kernel, view, self._belief, self._config)
        possible = self._query.roles
        alike = (possible == possible[0]).all(axis=0)
        self._roles = [
            int(role) if same else None for role, same in zip(possible[0], alike, strict=True)
        ]

    @property
    def _known(self) -> tuple[object, ...]:
        view, query = self._view, self._query
        return view.game, view.secrets, view.out, query.draw_keys.tobytes()

    @property
    def _root_place(self) -> JointNode:
        return (0,) * len(self._workers)

    @property
    def _no_node(self) -> JointNode:
        return (NO_NODE,) * len(self._workers)

    def _place_of(self, view: View[Any]) -> JointNode:
        """Where a later view of the same game stands, if anywhere."""
        played = len(self._view.history)
        if _origin(view) != _origin(self._view) or view.history[:played] != self._view.history:
            return self._no_node
        place, state = self._root_place, self._root
        for move in view.history[played:]:
            texts = list(move.steps)
            while texts or not is_turn_start(state):
                text = texts.pop(0) if texts else ""  # the step that ends a turn has no text
                for step, after in self._children(place).items():
                    if self._spell(state, step) == text:
                        place, state = after, play(state, step)
                        break
                else:
                    return self._no_node
        return place

    # --- from places to moves ----------------------------------------------------------------

    @property
    def best(self) -> Move:
        """The move that was found best. At least one simulation has been run."""
        path, _, _ = next(self._tried())
        return Move(self._view.table.canonical(path))

    def near_best(self, share: float) -> list[Move]:
        """The move that was found best and those that were tried at least this share as often, the
        best one first; it alone where the end is proven."""
        found: list[Move] = []
        most = 0
        for path, stats, _ in self._tried():
            most = most or stats.visits
            if not found or (stats.visits >= share * most and not stats.proven):
                found.append(Move(self._view.table.canonical(path)))
            if stats.proven and len(found) == 1:
                break
        return list(dict.fromkeys(found))

    def lines(self) -> tuple[Line, ...]:
        """The moves that were tried, the best one first and then by how often."""
        found: dict[Move, Line] = {}
        for path, stats, state in self._tried():
            move = Move(self._view.table.canonical(path))
            if move not in found or stats.visits > found[move].visits:
                moves = (move, *islice(self._continued(move, stats.at, state), FORESIGHT - 1))
                found[move] = Line(move, stats.value, stats.visits, moves, stats.proven)
        best, *others = found.values()
        return (best, *sorted(others, key=lambda line: -line.visits))

    def _tried(self) -> Iterator[tuple[Path, StepStats, State]]:
        return self._turns((), StepStats(self._root_place), self._root)

    def _turns(self, path: Path, stats: StepStats, state: State) -> Iterator[tuple[Path, StepStats, State]]:
        """Every turn that was tried, better steps first, with its last step and the state after it.

        Where the tree ends within a turn, the turn is played to its end by the first steps.
        """
        if path and is_turn_start(state):
            yield path, stats, state
        elif children := self._ranked(stats.at, turn(state)):
            for child in children:
                after = play(state, child.step)
                yield from self._turns(self._longer(path, state, child.step), child, after)
        else:
            buffer = np.empty(MOST_STEPS, np.int16)
            steps(state, buffer)
            first = int(buffer[0])
            yield from self._turns(self._longer(path, state, first), stats, play(state, first))

    def _continued(self, move: Move, at: JointNode, state: State) -> Iterator[Move]:
        """How play goes on after a move when everyone plays what was found best."""
        table: Table = self._view.table.after(move.steps)
        path: Path = ()
        while children := self._ranked(at, turn(state)):
            at, step = children[0].at, children[0].step
            path = self._longer(path, state, step)
            state = play(state, step)
            if is_turn_start(state):
                yield Move(table.canonical(path))
                table, path = table.after(path), ()

    def _longer(self, path: Path, state: State, step: int) -> Path:
        text = self._spell(state, step)
        return (*path, text) if text else path

    def _spell(self, state: State, step: int) -> str:
        return str(self._kernel.spell(state, step))

    def _children(self, place: JointNode) -> dict[int, JointNode]:
        """The steps from a place that some stem knows, and where they lead."""
        found: dict[int, list[int]] = {}
        for number, (worker, at) in enumerate(zip(self._workers, place, strict=True)):
            for step, child in worker.children(at):
                found.setdefault(step, [*self._no_node])[number] = child
        return {step: tuple(children) for step, children in found.items()}

    def _ranked(self, place: JointNode, seat: int) -> list[StepStats]:
        """The steps that a seat tried, best first: sure wins, then the most tried, and sure losses
        last. Where the seat's role is not known, in all its roles together."""
        visits: dict[int, float] = {}
        values: dict[int, float] = {}
        proven: dict[int, int] = {}
        for worker, at in zip(self._workers, place, strict=True):
            for step, winners, often, worth in worker.figures(at, self._roles[seat]):
                visits[step] = visits.get(step, 0.0) + often
                values[step] = values.get(step, 0.0) + worth
                if winners != UNPROVEN:
                    proven.setdefault(step, winners)
        found = []
        leads = self._children(place)
        for step, total in visits.items():
            if not total:
                continue
            value = values[step] / total
            if step in proven:
                value = self._query.shares[proven[step]] * (proven[step] >> seat & 1)
            often = max(1, round(total))  # some count for less than one
            found.append(StepStats(leads[step], step, often, float(value), step in proven))
        return sorted(found, key=StepStats.rank, reverse=True)


def _origin(view: View[Any]) -> Any:
    """The table that the history of a view begins with."""
    return view.table if view.start is None else view.start
