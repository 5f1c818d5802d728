"""The search tree of a view (`Tree`), which turns compiled searches into moves and lines.

With several threads there is one `WorkerTree` per thread (root parallelisation): each searches the
same query with its own random numbers, and their statistics are added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from sommet.core.move import Move, Path
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.belief import Belief, WorldSet, turn_likelihood
from sommet.engine.mcts.config import PLAIN, SearchConfig
from sommet.engine.mcts.node_pool import UNPROVEN, NodePool, reroot, reset_tree
from sommet.engine.mcts.query import SeatRoles, build_query, running_worlds
from sommet.engine.mcts.uct import Query, run_simulations
from sommet.engine.players import Line
from sommet.engine.value_network.network import NO_NETWORK
from sommet.machine.arrays import FLOAT64, INT16, UINT64, array_of, zeros
from sommet.machine.bits import mix_bits, u64
from sommet.machine.jit import np
from sommet.machine.kernel_interface import (
    MAX_STEPS,
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
from sommet.machine.self_check import register_check
from sommet.machine.thread_pool import ThreadTeam

__all__ = ["Tree", "empty_query", "warm_up"]

CAPACITY_NODES = 1 << 20
"""Nodes of a tree without hidden information, fewer with roles: 36 to 60 MB when all are used."""
SELF_CHECK_SIMULATIONS = 48
MAX_LINE_MOVES = 8
NO_NODE = -1
"""A worker's tree does not reach this node."""


def empty_query() -> Query:
    """A query with the types of every query, for one world without secrets."""
    zero = zeros(UINT64, 1)
    return Query(
        worlds=zero,
        cumulative_probability=array_of(FLOAT64, (1.0,)),
        roles=zeros(INT16, 1, 8),
        shares=zeros(FLOAT64, 256),
        draw_keys=zero,
        all_seats=0,
        provable=True,
        exploration=PLAIN.exploration,
        playout_candidates=PLAIN.playout_candidates,
        prior_weight=PLAIN.prior_weight,
        network=NO_NETWORK,
    )


def warm_up(state: State) -> None:
    """Compile the search for the kernel of a state, or load it from the cache."""
    pool, buffer = NodePool.allocate(1 << 10, 1), zeros(INT16, MAX_STEPS)
    zero = zeros(UINT64, 1)
    _, used, _ = run_simulations(pool, reset_tree(pool), state, empty_query(), u64(1), 2)
    reroot(pool, used, 0, 1.0)
    steps(state, buffer)
    running_worlds(state, zero)
    if hasattr(kernel_of(state), "evaluate"):
        turn_likelihood(state, state, zero, 1.0, zeros(FLOAT64, 1))
    for ask in (outcome, turn, is_turn_start, key, lambda state: play(state, buffer[0])):
        ask(state)


@register_check(run_simulations.compiled)
def _check_tree(state: State, row: dict[str, Any]) -> str:
    """Every expanded node has one child for each legal step, by the kernel's own functions."""
    kernel = kernel_of(state)
    buffer = np.empty(MAX_STEPS, np.int16)
    pool = NodePool.allocate(1 << 11, 1)
    used, search = reset_tree.by_jit(pool), run_simulations.by_jit
    search(pool, used, state, empty_query(), u64(1), SELF_CHECK_SIMULATIONS)
    open_nodes = [(0, state)]
    while open_nodes:
        at, state = open_nodes.pop()
        first, children = pool.node(at).first_child, [child.step for child in pool.children(at)]
        if children:
            possible = buffer[: kernel.steps(state, buffer)].tolist()
            if sorted(children) != sorted(possible):
                return f"a search finds the steps {sorted(children)}, not {sorted(possible)}"
            open_nodes += [
                (first + index, type(state)(*map(u64, kernel.play(state, step))))
                for index, step in enumerate(children)
            ]
    return ""


def legal_steps(state: State) -> list[int]:
    """The legal steps, in the order of the kernel."""
    buffer = zeros(INT16, MAX_STEPS)
    found: list[int] = buffer[: steps(state, buffer)].tolist()
    return found


class WorkerTree:
    """The tree of one thread, with its own random numbers. Its root is node 0."""

    def __init__(self, capacity: int, roles: int) -> None:
        self._pool = NodePool.allocate(capacity, roles)
        self._used = 0
        self._rng = u64(1)

    @property
    def roles(self) -> int:
        """The number of roles for which there is room."""
        return self._pool.roles

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return self._used

    @property
    def simulations(self) -> int:
        """The simulations that the root has counted."""
        return self._pool.node(0).visits

    def proven(self, at: int) -> int:
        """The proven set of winners from a node, else UNPROVEN."""
        return self._pool.node(at).proven

    def reset(self, seed: int, number: int) -> None:
        """Start again from an empty tree. Workers of one seed differ by their number."""
        self._seed_rng(seed, number)
        self._used = reset_tree(self._pool)

    def advance(self, seed: int, number: int, at: int, trust: float) -> None:
        """Make a node the root and keep its subtree, whose statistics count by `trust`."""
        self._seed_rng(seed, number)
        self._used = reroot(self._pool, self._used, at, trust)

    def _seed_rng(self, seed: int, number: int) -> None:
        seed = int(mix_bits(u64(seed + number))) if number else seed
        self._rng = u64(seed % (1 << 63) * 2 + 1)

    def simulate(self, root: State, query: Query, simulations: int) -> int:
        """Run simulations, fewer if the root is proven before; returns how many were run."""
        done: int
        done, self._used, self._rng = run_simulations(
            self._pool, self._used, root, query, self._rng, simulations
        )
        return done

    def children(self, at: int) -> Iterator[tuple[int, int]]:
        """The steps from a node and the children they lead to."""
        if at != NO_NODE:
            first = self._pool.node(at).first_child
            for place, child in enumerate(self._pool.children(at)):
                yield child.step, first + place

    def step_stats(self, at: int, role: int | None) -> Iterator[tuple[int, int, float, float]]:
        """For each step from a node: the proven winners or UNPROVEN, the visits by seats in this
        role (None: in any), and the sum of their results."""
        if at != NO_NODE:
            roles = range(self._pool.roles) if role is None else (role,)
            by_role = [self._pool.child_stats(at, role) for role in roles]
            for child, *stats in zip(self._pool.children(at), *by_role, strict=True):
                visits = sum(count for count, _ in stats)
                results = sum(count * mean for count, mean in stats)
                yield child.step, child.proven, visits, results


JointNode: TypeAlias = tuple[int, ...]
"""The same node in the tree of each worker, NO_NODE where its tree does not reach it."""


class StepStats(NamedTuple):
    """A step from a node: the node it leads to, its visits, its value to the seat that chooses it,
    from 0 to 1, and whether that value is proven."""

    at: JointNode
    step: int = 0
    visits: int = 0
    value: float = 0.0
    proven: bool = False

    def rank(self) -> tuple[int, int, float]:
        """A sort key: higher is better."""
        return (1 if not self.proven else round(2 * self.value)), self.visits, self.value


class Tree:
    """The statistics of a search from a view. The seed, the number of threads and the calls decide
    the result; the order in which threads finish does not."""

    def __init__(
        self,
        view: View[Any],
        seed: int,
        capacity: int | None = None,
        config: SearchConfig = PLAIN,
        belief: Belief | None = None,
        threads: ThreadTeam | None = None,
    ) -> None:
        roles = _role_count(view, config)
        capacity = capacity or CAPACITY_NODES * 2 // (roles + 1)
        self._threads = threads or ThreadTeam()
        self._workers = [WorkerTree(capacity, roles) for _ in range(self._threads.cores)]
        self._config = config
        self.reset(view, seed, belief)

    def has_room_for(self, view: View[Any]) -> bool:
        """Whether the tree has statistics for all roles that a seat may have in a view."""
        return _role_count(view, self._config) <= self._workers[0].roles

    @property
    def nodes(self) -> int:
        """The number of nodes in all workers' trees."""
        return sum(worker.nodes for worker in self._workers)

    @property
    def simulations(self) -> int:
        """The simulations that the root has counted."""
        return sum(worker.simulations for worker in self._workers)

    @property
    def proven(self) -> bool:
        """Whether the result is proven, so that further simulations are pointless."""
        return any(worker.proven(0) != UNPROVEN for worker in self._workers)

    @property
    def forced(self) -> bool:
        """Whether there is only one legal move."""
        state = self._root
        while len(found := legal_steps(state)) == 1:
            state = play(state, found[0])
            if is_turn_start(state):
                return True
        return False

    def simulate(self, simulations: int) -> int:
        """Run simulations, shared among the workers, fewer if the result is proven before; returns
        how many were run."""
        count = len(self._workers)
        if count == 1:
            return self._workers[0].simulate(self._root, self._query, simulations)
        parts = [(simulations + number) // count for number in reversed(range(count))]
        return sum(
            self._threads.run_all(
                [
                    partial(worker.simulate, self._root, self._query, part)
                    for worker, part in zip(self._workers, parts, strict=True)
                ]
            )
        )

    # --- from one view to the next -----------------------------------------------------------

    def reset(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Start an empty tree for a view. Without a belief, all worlds are equally likely."""
        self._set_view(view, belief)
        for number, worker in enumerate(self._workers):
            worker.reset(seed, number)

    def advance(self, view: View[Any], seed: int, belief: Belief | None = None) -> None:
        """Continue with a view. If it follows from the previous one, the subtree of the moves made
        since is kept, unless the known secrets have changed; its statistics count less the more the
        belief has changed."""
        known, before, node = self._known, self._belief, self._find(view)
        self._set_view(view, belief)
        trust = 0.0
        if known == self._known:
            trust = before.given(view.secrets).overlap(self._belief.given(view.secrets))
        else:
            node = self._no_node
        for number, (worker, at) in enumerate(zip(self._workers, node, strict=True)):
            if at == NO_NODE:
                worker.reset(seed, number)
            else:
                worker.advance(seed, number, at, trust)

    def _set_view(self, view: View[Any], belief: Belief | None) -> None:
        self._view = view
        self._belief = belief or Belief.uniform(WorldSet.of(view))
        self._kernel = kernel_for(view.game)
        self._root, self._query = build_query(self._kernel, view, self._belief, self._config)
        possible = zip(*self._query.roles.tolist(), strict=True)
        self._roles = [roles[0] if len({*roles}) == 1 else None for roles in possible]

    @property
    def _known(self) -> tuple[object, ...]:
        view, query = self._view, self._query
        return view.game, view.secrets, view.out, query.draw_keys.tobytes()

    @property
    def _root_node(self) -> JointNode:
        return (0,) * len(self._workers)

    @property
    def _no_node(self) -> JointNode:
        return (NO_NODE,) * len(self._workers)

    def _find(self, view: View[Any]) -> JointNode:
        """The node of a later view of the same game, or no node."""
        played = len(self._view.history)
        if _origin(view) != _origin(self._view) or view.history[:played] != self._view.history:
            return self._no_node
        node, state = self._root_node, self._root
        for move in view.history[played:]:
            texts = list(move.steps)
            while texts or not is_turn_start(state):
                text = texts.pop(0) if texts else ""  # the step that ends a turn has no text
                for step, after in self._children(node).items():
                    if self._spell(state, step) == text:
                        node, state = after, play(state, step)
                        break
                else:
                    return self._no_node
        return node

    # --- from nodes to moves -----------------------------------------------------------------

    @property
    def best(self) -> Move:
        """The best move found. At least one simulation must have been run."""
        path, _, _ = next(self._visited_turns())
        return Move(self._view.table.canonical(path))

    def best_line(self) -> Line:
        """The best move found, with its line."""
        return self._line(*next(self._visited_turns()))

    def near_best(self, share: float) -> list[Move]:
        """The best move, then those with at least this share of its visits; only the best if its
        value is proven."""
        found: list[Move] = []
        most = 0
        for path, stats, _ in self._visited_turns():
            most = most or stats.visits
            if not found or (stats.visits >= share * most and not stats.proven):
                found.append(Move(self._view.table.canonical(path)))
            if stats.proven and len(found) == 1:
                break
        return list(dict.fromkeys(found))

    def lines(self) -> tuple[Line, ...]:
        """The visited moves: the best one, then the others by visits."""
        found: dict[Move, Line] = {}
        for path, stats, state in self._visited_turns():
            move = Move(self._view.table.canonical(path))
            if move not in found or stats.visits > found[move].visits:
                found[move] = self._line(path, stats, state)
        best, *others = found.values()
        return (best, *sorted(others, key=lambda line: -line.visits))

    def _line(self, path: Path, stats: StepStats, state: State) -> Line:
        """The line that begins with a visited turn."""
        move = Move(self._view.table.canonical(path))
        moves = (move, *islice(self._continued(move, stats.at, state), MAX_LINE_MOVES - 1))
        return Line(move, stats.value, stats.visits, moves, stats.proven)

    def _visited_turns(self) -> Iterator[tuple[Path, StepStats, State]]:
        return self._turns((), StepStats(self._root_node), self._root)

    def _turns(
        self, path: Path, stats: StepStats, state: State
    ) -> Iterator[tuple[Path, StepStats, State]]:
        """Every visited turn, better steps first, with its last step and the state after it.

        Where the tree ends within a turn, the first legal steps complete it.
        """
        if path and is_turn_start(state):
            yield path, stats, state
        elif children := self._ranked(stats.at, turn(state)):
            for child in children:
                after = play(state, child.step)
                yield from self._turns(self._longer(path, state, child.step), child, after)
        else:
            first = legal_steps(state)[0]
            yield from self._turns(self._longer(path, state, first), stats, play(state, first))

    def _continued(self, move: Move, at: JointNode, state: State) -> Iterator[Move]:
        """The best line found after a move."""
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

    def _children(self, node: JointNode) -> dict[int, JointNode]:
        """The steps from a node that any worker has expanded, and the nodes they lead to."""
        found: dict[int, list[int]] = {}
        for number, (worker, at) in enumerate(zip(self._workers, node, strict=True)):
            for step, child in worker.children(at):
                found.setdefault(step, [*self._no_node])[number] = child
        return {step: tuple(children) for step, children in found.items()}

    def _ranked(self, node: JointNode, seat: int) -> list[StepStats]:
        """The steps a seat has visited, best first: proven wins, then by visits, and proven losses
        last. If the seat's role is unknown, its roles are added up."""
        visits: dict[int, float] = {}
        values: dict[int, float] = {}
        proven: dict[int, int] = {}
        for worker, at in zip(self._workers, node, strict=True):
            for step, winners, count, value in worker.step_stats(at, self._roles[seat]):
                visits[step] = visits.get(step, 0.0) + count
                values[step] = values.get(step, 0.0) + value
                if winners != UNPROVEN:
                    proven.setdefault(step, winners)
        found = []
        children = self._children(node)
        for step, total in visits.items():
            if not total:
                continue
            mean = values[step] / total
            if step in proven:
                mean = self._query.shares[proven[step]] * (proven[step] >> seat & 1)
            rounded = max(1, round(total))  # discounted visits count for less than one
            found.append(StepStats(children[step], step, rounded, mean, step in proven))
        return sorted(found, key=StepStats.rank, reverse=True)


def _role_count(view: View[Any], config: SearchConfig) -> int:
    """The highest number of roles that a seat may have."""
    return SeatRoles.of(WorldSet.of(view), view.secrets, config.use_roles).role_count


def _origin(view: View[Any]) -> Any:
    """The table at the start of a view's history."""
    return view.table if view.start is None else view.start
