"""Inference of roles from moves: how likely a seat in each role was to play them.

A seat's playing style is unknown, so each of its moves is explained by several models, and the
models count by how well they explain all of its moves together:

- a search with random playouts;
- a search with guided playouts, for kernels that have them;
- a greedy player, for kernels with a static evaluation;
- a player whose moves reveal nothing.

The constants were fitted to the log-loss and calibration of an observer of recorded games
(`python -m benchmarks.belief`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from itertools import compress
from math import exp, fsum, inf, log, pow
from operator import mul
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from sommet.core.hidden_state import UNKNOWN
from sommet.core.move import Move
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.belief import Belief, WorldSet, turn_likelihood
from sommet.engine.mcts.config import ROLE_AWARE
from sommet.engine.mcts.node_pool import NodePool, reset_tree
from sommet.engine.mcts.query import role_rows, running_worlds, win_shares
from sommet.engine.mcts.uct import Query, run_simulations
from sommet.engine.players import Deadline
from sommet.engine.slices import Pace, finish
from sommet.engine.value_network.network import NO_NETWORK
from sommet.machine.arrays import FLOAT64, UINT64, array_of, zeros
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import (
    State,
    is_turn_start,
    kernel_for,
    play,
    turn,
    uses_guided_playouts,
)
from sommet.machine.thread_pool import ThreadTeam

__all__ = ["RoleInference"]

Likelihood: TypeAlias = list[float]
"""For each role, the likelihood of a move."""
Likelihoods: TypeAlias = list[Likelihood]
"""The same under each model."""
RoleNumbers: TypeAlias = tuple[int, ...]
"""The roles that a seat may have, in order."""

CAPACITY_NODES = 1 << 14
"""Nodes of the tree that evaluates one move."""
STEP_NOISE = 0.4
"""The share of a searching player's steps explained as noise: the search that explains a move is
far smaller than the one that chose it."""
VISIT_EXPONENT = 1.7
"""A searching player is modelled to choose by this power of the visits."""
SOFTMAX_SHARPNESS = 6.0
"""Inverse temperature of the greedy player's choice by evaluation."""
GREEDY_NOISE = 0.001
"""How often a greedy player plays something else. It is small because every move of a searching
player looks best in some role; only a consistently greedy player should match this model."""
GUIDED_DIVISOR = 2
"""Guided playouts take longer, so they get this many times fewer simulations."""
GREEDY_PRIOR = 0.03
"""The prior weight of the greedy model; each search model has weight 1."""
UNINFORMATIVE_PRIOR = 0.1
"""The prior weight of the model whose moves reveal nothing."""
CERTAIN_PROBABILITY = 0.99
"""Once a role is this probable, further moves of its seat are not evaluated."""


class ObservedMove(NamedTuple):
    """A move to explain: its number, the table before it, and the roles that its seat may have."""

    number: int
    table: Table
    move: Move
    held: RoleNumbers
    key: tuple[tuple[Move, ...], RoleNumbers]

    @property
    def seat(self) -> int:
        return self.table.turn


class RoleInference:
    """Infers beliefs from moves, and caches the likelihoods of the latest game.

    A public belief depends only on the moves, so everybody at the table can share it; a viewer's
    belief also depends on what the viewer sees. The number of threads does not change the result.
    """

    def __init__(self, simulations: int, threads: ThreadTeam | None = None) -> None:
        self.simulations = simulations
        self._threads = threads or ThreadTeam()
        self._world_set: WorldSet | None = None
        self._start: Table | None = None
        self._likelihoods: dict[tuple[tuple[Move, ...], RoleNumbers], Likelihoods] = {}
        self._pools: list[NodePool] = []
        self._viewer_pool: NodePool | None = None

    def belief(
        self, view: View[Any], deadline: Deadline | None = None, public: bool = True
    ) -> Belief:
        """`belief_in_slices` in one go."""
        return finish(self.belief_in_slices(view, deadline, public))

    def belief_in_slices(
        self, view: View[Any], deadline: Deadline | None = None, public: bool = True
    ) -> Generator[float, None, Belief]:
        """The belief of an observer who knows no secret, after the moves of a view. Without
        `public`, the viewer's belief: its own moves tell it nothing, and what it holds nobody else
        holds.

        The time until the deadline is split among the moves not evaluated yet; moves left over
        count as uninformative. Yields the share of the moves that is done.
        """
        world_set, deadline = WorldSet.of(view), deadline or Deadline()
        belief = Belief.uniform(world_set)
        if len(world_set.worlds) == 1 or not self.simulations:
            return belief
        self._start_game(view, world_set)
        worlds = world_set.roles
        if not public:
            worlds = tuple(compress(worlds, world_set.consistent_with(view.secrets)))
        held = [_distinct(roles) for roles in zip(*worlds, strict=True)]
        scores = [_prior(world_set, roles) for roles in held]
        moves = [
            ObservedMove(number, table, move, roles, (view.history[: number + 1], roles))
            for number, (table, move) in enumerate(view.replay())
            if public or UNKNOWN in view.secrets[table.turn]
            for roles in (held[table.turn],)
        ]
        for place, one in enumerate(moves):
            if _is_certain(scores[one.seat]):
                continue
            if one.key not in self._likelihoods:
                if deadline.expired:
                    break
                new = [other for other in moves[place:] if other.key not in self._likelihoods]
                new = [other for other in new if not _is_certain(scores[other.seat])]
                cores = self._threads.cores
                for _ in self._observe(view, new[:cores], deadline.part(len(new) / cores)):
                    yield place / len(moves)
            scores[one.seat] = _add_logs(scores[one.seat], self._likelihoods[one.key])
        for seat, score in enumerate(scores):
            belief = belief.updated(seat, _role_probabilities(score))
        return belief

    def model_viewer(self, view: View[Any], simulations: int) -> Generator[None, None, None]:
        """Search, in slices, what others expect the viewer to play in each role it may have.
        Prepares `information_leak` for the moves of this view."""
        world_set = WorldSet.of(view)
        if self._viewer_pool is None or self._viewer_pool.roles != world_set.role_count:
            self._viewer_pool = NodePool.allocate(CAPACITY_NODES, world_set.role_count)
        kernel = kernel_for(view.game)
        root = kernel.encode(view.table, world_set.worlds[0], view.out)
        held = _distinct(roles[view.table.turn] for roles in world_set.roles)
        playout_candidates = ROLE_AWARE.playout_candidates if uses_guided_playouts(kernel) else 1
        yield from _search(
            self._viewer_pool,
            world_set,
            view,
            root,
            len(view.history),
            held,
            playout_candidates,
            simulations,
            Deadline(),
        )

    def information_leak(self, view: View[Any], move: Move) -> float:
        """The factor by which a move raises the probability of the viewer's role for others. Needs
        `model_viewer` for the same view first."""
        world_set, seat, pool = WorldSet.of(view), view.table.turn, self._viewer_pool
        assert pool
        kernel = kernel_for(view.game)
        root = kernel.encode(view.table, world_set.worlds[0], view.out)
        likely = _move_likelihood(pool, kernel, root, list(move.steps))
        own = world_set.roles[world_set.consistent_with(view.secrets).index(True)][seat]
        held = _distinct(roles[seat] for roles in world_set.roles)
        usual = fsum(likely[role] for role in held) / len(held)
        leak: float = likely[own] / usual
        return leak

    def _start_game(self, view: View[Any], world_set: WorldSet) -> None:
        """Clear the cache if this is another game."""
        if world_set is not self._world_set or view.start != self._start:
            self._world_set, self._start, self._likelihoods = world_set, view.start, {}
            self._pools = [
                NodePool.allocate(CAPACITY_NODES, world_set.role_count)
                for _ in range(self._threads.cores)
            ]

    def _observe(
        self, view: View[Any], moves: list[ObservedMove], deadline: Deadline
    ) -> Generator[None, None, None]:
        """Compute the likelihoods of these moves under each model, for the roles that their seats
        may have; values for other roles are meaningless."""
        world_set = self._world_set
        assert world_set
        kernel = kernel_for(view.game)
        candidate_counts = (
            (1, ROLE_AWARE.playout_candidates) if uses_guided_playouts(kernel) else (1,)
        )
        tasks = [(move, candidates) for move in moves for candidates in candidate_counts]
        cores = self._threads.cores
        searched: list[Likelihood] = []
        while len(searched) < len(tasks):
            left = tasks[len(searched) :]
            now = deadline.part(len(left) / cores)
            searched += yield from self._threads.run_slices(
                [
                    self._search_likelihood(place, now.without_stop if place else now, view, *task)
                    for place, task in enumerate(left[:cores])
                ]
            )
        for place, move in enumerate(moves):
            models = searched[place * len(candidate_counts) :][: len(candidate_counts)]
            if hasattr(kernel, "evaluate"):
                models.append(self._greedy_likelihood(kernel, view, move))
            uninformative = [1 / len(move.table.moves)] * world_set.role_count
            self._likelihoods[move.key] = [*models, uninformative]

    def _search_likelihood(
        self,
        place: int,
        deadline: Deadline,
        view: View[Any],
        observed: ObservedMove,
        playout_candidates: int,
    ) -> Generator[None, None, Likelihood]:
        """The likelihood of a move under a search with this kind of playouts."""
        world_set, kernel, pool = self._world_set, kernel_for(view.game), self._pools[place]
        assert world_set
        root = kernel.encode(observed.table, world_set.worlds[0], view.out)
        simulations = (
            self.simulations
            * len(observed.held)
            // (1 if playout_candidates == 1 else GUIDED_DIVISOR)
        )
        yield from _search(
            pool,
            world_set,
            view,
            root,
            observed.number,
            observed.held,
            playout_candidates,
            simulations,
            deadline,
        )
        return _move_likelihood(pool, kernel, root, list(observed.move.steps))

    def _greedy_likelihood(
        self, kernel: ModuleType, view: View[Any], observed: ObservedMove
    ) -> Likelihood:
        """The likelihood of a move under the greedy model."""
        world_set, table, held = self._world_set, observed.table, observed.held
        assert world_set
        root = kernel.encode(table, world_set.worlds[0], view.out)
        after = kernel.encode(table.after(observed.move.steps), world_set.worlds[0], view.out)
        roles = [roles[table.turn] for roles in world_set.roles]
        worlds = array_of(UINT64, [world_set.packed[roles.index(role)] for role in held])
        greedy = zeros(FLOAT64, len(held))
        turn_likelihood(root, after, worlds, SOFTMAX_SHARPNESS, greedy)
        likely = [GREEDY_NOISE / len(table.moves)] * world_set.role_count
        for role, chance in zip(held, greedy, strict=True):
            likely[role] += (1 - GREEDY_NOISE) * chance
        return likely


def _search(
    pool: NodePool,
    world_set: WorldSet,
    view: View[Any],
    root: State,
    number: int,
    held: RoleNumbers,
    playout_candidates: int,
    simulations: int,
    deadline: Deadline,
) -> Generator[None, None, None]:
    """Search for a player at the root who knows its role and nothing else, until the simulations
    or the time are used up."""
    seat = turn(root)
    running = [
        runs and roles[seat] in held
        for runs, roles in zip(running_worlds(root, world_set.packed), world_set.roles, strict=True)
    ]
    worlds = array_of(UINT64, compress(world_set.packed, running))
    query = Query(
        worlds=worlds,
        cumulative_probability=array_of(
            FLOAT64, [number / len(worlds) for number in range(1, len(worlds) + 1)]
        ),
        roles=role_rows(compress(world_set.roles, running), view.game.seats),
        shares=win_shares(view.game),
        draw_keys=array_of(UINT64, ()),
        all_seats=(1 << view.game.seats) - 1,
        provable=False,
        exploration=ROLE_AWARE.exploration,
        playout_candidates=playout_candidates,
        prior_weight=ROLE_AWARE.prior_weight
        if uses_guided_playouts(kernel_for(view.game))
        else 0.0,
        network=NO_NETWORK,
    )
    used, rng, done = reset_tree(pool), u64(2 * number + 1), 0
    pace = Pace()

    def run(part: int) -> int:
        nonlocal used, rng
        _, used, rng = run_simulations(pool, used, root, query, rng, part)
        return part

    while done < simulations and not (done and deadline.expired):
        done += pace.run(run, simulations - done)
        yield


def _prior(world_set: WorldSet, held: RoleNumbers) -> Likelihoods:
    """The log prior of each model, for the roles that a seat may have."""
    kernel = kernel_for(world_set.game)
    guided = (1.0,) if uses_guided_playouts(kernel) else ()
    greedy = (GREEDY_PRIOR,) if hasattr(kernel, "evaluate") else ()
    models = (1.0, *guided, *greedy, UNINFORMATIVE_PRIOR)
    return [
        [log(model) if role in held else -inf for role in range(world_set.role_count)]
        for model in models
    ]


def _distinct(roles: Iterable[int]) -> RoleNumbers:
    """The different roles among some, in order."""
    return tuple(sorted({*roles}))


def _add_logs(scores: Likelihoods, likelihoods: Likelihoods) -> Likelihoods:
    """The log scores after a move."""
    return [
        [score + log(likely) for score, likely in zip(row, model, strict=True)]
        for row, model in zip(scores, likelihoods, strict=True)
    ]


def _is_certain(scores: Likelihoods) -> bool:
    """Whether a seat's moves leave no doubt about its role."""
    return max(_role_probabilities(scores)) > CERTAIN_PROBABILITY


def _role_probabilities(scores: Likelihoods) -> list[float]:
    """The probability of each role, summed over the models, from log scores."""
    most = max(map(max, scores))
    by_role = [fsum(exp(score - most) for score in role) for role in zip(*scores, strict=True)]
    total = fsum(by_role)
    return [one / total for one in by_role]


def _move_likelihood(
    pool: NodePool, kernel: ModuleType, state: State, texts: list[str]
) -> Likelihood:
    """For each role, how likely a search tree is to play the steps of a move."""
    likely, at = [1.0] * pool.roles, 0
    while texts or not is_turn_start(state):
        text = texts.pop(0) if texts else ""  # the step that ends a turn has no text
        children = pool.children(at)
        spelled = [kernel.spell(state, child.step) for child in children]
        if text not in spelled:
            break  # beyond the tree: the rest of the move is uninformative
        place = spelled.index(text)
        shares = [_share(pool.child_stats(at, role), place) for role in range(pool.roles)]
        likely = [*map(mul, likely, shares)]
        at = pool.node(at).first_child + place
        state = play(state, children[place].step)
    return likely


def _share(stats: Sequence[tuple[float, float]], place: int) -> float:
    """How often a searching player chooses the step at this place, from the steps' statistics."""
    weights = [pow(visits + 0.5, VISIT_EXPONENT) for visits, _ in stats]
    return (1 - STEP_NOISE) * weights[place] / fsum(weights) + STEP_NOISE / len(weights)
