"""What moves betray: how likely a seat of each role would have played them.

Nobody says in which style they play. So the moves of a seat are read in several at once, and count
by how well each style explains all of them together:

- as one who searches, playing games out at random;
- as one who searches, playing them out with care;
- as one who plays what looks best at a glance;
- as one whose moves betray nothing.

The second is for games whose kernel is played out with care, the third for those whose kernel can
appraise.

The figures below were chosen by how well an observer reads games that were kept (log-loss and
calibration, `python -m benchmarks.belief`).
"""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sommet.core.hidden_state import UNKNOWN
from sommet.core.move import Move
from sommet.core.table import Table
from sommet.core.view import View
from sommet.engine.belief.belief import Belief
from sommet.engine.belief.deadline import Deadline
from sommet.engine.belief.likelihood import turn_likelihood
from sommet.engine.belief.worlds import WorldSet
from sommet.engine.mcts.config import ROLE_AWARE
from sommet.engine.mcts.node_pool import NodePool, reset_tree
from sommet.engine.mcts.query import win_shares, running_worlds
from sommet.engine.mcts.uct import Query, run_simulations
from sommet.engine.threads import ThreadTeam
from sommet.engine.value_network.network import NO_NETWORK
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import State, is_turn_start, uses_guided_playouts, kernel_for, play, turn

__all__ = ["Reader"]

Likely: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""(styles, roles): how likely a move is in a style, by a seat of a role."""
RoleNumbers: TypeAlias = np.ndarray[Any, np.dtype[np.int16]]
"""(any): those that a seat may have."""

ROOM = 1 << 14
"""Nodes of the tree in which a move is read."""
DOUBT = 0.4
"""How likely a step of one who searches is taken for one that has nothing to do with it: the search
that reads is far smaller than the one that is read."""
KEENNESS = 1.7
"""By which power of the visits one who searches is thought to choose."""
SHARPNESS = 6.0
"""How surely one who plays at a glance plays what looks better by one."""
SLIP = 0.001
"""How likely one who plays at a glance plays something else. Every move of one who searches looks
best to somebody; only who never plays anything else is to be read so."""
CAREFUL = 2
"""By how much fewer the simulations are that are played out with care: they take longer."""
GLANCING = 0.03
"""How likely one who plays at a glance is, before any move, beside each of those who search."""
SILENT = 0.1
"""How likely one is whose moves betray nothing, beside the same."""
CHUNK = 512
"""Simulations between two looks at the clock."""
CERTAIN = 0.99
"""How sure a role must be for nothing more to be read into what its seat plays."""


class Heard(NamedTuple):
    """A move to be read: its number, who made it where, and the roles that its seat may have."""

    number: int
    table: Table
    move: Move
    held: RoleNumbers
    key: tuple[tuple[Move, ...], bytes]

    @property
    def seat(self) -> int:
        return self.table.turn


class RoleInference:
    """Reads the moves of one game after the other, and remembers those of the last one.

    What is read for everyone hangs on the moves alone, so that everybody at the table may think the
    same; what is read for a viewer hangs on what the viewer may see as well. On how many cores it
    is read changes nothing.
    """

    def __init__(self, simulations: int, threads: ThreadTeam | None = None) -> None:
        self.simulations = simulations
        self._threads = threads or ThreadTeam()
        self._world_set: WorldSet | None = None
        self._start: Table | None = None
        self._read: dict[tuple[tuple[Move, ...], bytes], Likely] = {}
        self._pools: list[NodePool] = []
        self._expected: NodePool | None = None

    def belief(self, view: View[Any], deadline: Deadline | None = None, everyone: bool = True) -> Belief:
        """What everybody may think after the moves of a view who knows no secret; without
        `everyone`, what the viewer may think: its own moves betray nothing new to it, and nobody
        else holds what it holds.

        The time of the pace is shared out among the moves that have not been read yet. Those for
        which there is none left count as if they betrayed nothing.
        """
        world_set, deadline = WorldSet.of(view), deadline or Deadline()
        belief = Belief.uniform(world_set)
        if len(world_set.worlds) == 1 or not self.simulations:
            return belief
        self._turn_to(view, world_set)
        fits = np.ones(len(world_set.worlds), np.bool_) if everyone else world_set.consistent_with(view.secrets)
        held = [np.unique(world_set.roles[fits, seat]) for seat in range(view.game.seats)]
        heard = [_unheard(world_set, roles) for roles in held]
        moves = [
            Heard(number, table, move, held[table.turn], (view.history[: number + 1], key))
            for number, (table, move) in enumerate(view.past())
            if everyone or UNKNOWN in view.secrets[table.turn]
            for key in (held[table.turn].tobytes(),)
        ]
        for place, one in enumerate(moves):
            if _certain(heard[one.seat]):
                continue
            if one.key not in self._read:
                if deadline.over:
                    break
                new = [other for other in moves[place:] if other.key not in self._read]
                new = [other for other in new if not _certain(heard[other.seat])]
                cores = self._threads.cores
                self._read_all(view, new[:cores], deadline.part(len(new) / cores))
            heard[one.seat] = heard[one.seat] + np.log(self._read[one.key])
        for seat, read in enumerate(heard):
            belief = belief.after(seat, _by_role(read))
        return belief

    def model_viewer(self, view: View[Any], simulations: int) -> None:
        """Find out, by so many simulations, what others expect the viewer to play with whatever it
        may hold. Then `information_leak` can be asked about the moves of this view."""
        world_set = WorldSet.of(view)
        if self._expected is None or self._expected.role_visits.shape[1] != world_set.size:
            self._expected = NodePool.of(ROOM, world_set.size)
        kernel = kernel_for(view.game)
        root = kernel.encode(view.table, world_set.worlds[0], view.out)
        held = np.unique(world_set.roles[:, view.table.turn])
        playout_candidates = ROLE_AWARE.playout_candidates if uses_guided_playouts(kernel) else 1
        _search(self._expected, world_set, view, root, len(view.history), held, playout_candidates, simulations, Deadline())

    def information_leak(self, view: View[Any], move: Move) -> float:
        """How much likelier a move makes what the viewer holds, to who expects what was found."""
        world_set, seat, pool = WorldSet.of(view), view.table.turn, self._expected
        assert pool
        kernel = kernel_for(view.game)
        root = kernel.encode(view.table, world_set.worlds[0], view.out)
        likely = _chosen(pool, kernel, root, list(move.steps))
        own = world_set.roles[np.argmax(world_set.consistent_with(view.secrets)), seat]
        return float(likely[own] / likely[np.unique(world_set.roles[:, seat])].mean())

    def _turn_to(self, view: View[Any], world_set: WorldSet) -> None:
        """Forget what was read in another game."""
        if world_set is not self._world_set or view.start != self._start:
            self._world_set, self._start, self._read = world_set, view.start, {}
            self._pools = [NodePool.of(ROOM, world_set.size) for _ in range(self._threads.cores)]

    def _read_all(self, view: View[Any], moves: list[Heard], deadline: Deadline) -> None:
        """Find out how likely each of these moves is, in each style, by a seat of each of the roles
        that it may have; what is said of other roles means nothing."""
        world_set = self._world_set
        assert world_set
        kernel = kernel_for(view.game)
        cares = (1, ROLE_AWARE.playout_candidates) if uses_guided_playouts(kernel) else (1,)
        works = [(heard, playout_candidates) for heard in moves for playout_candidates in cares]
        cores = self._threads.cores
        searched: list[np.ndarray[Any, Any]] = []
        while len(searched) < len(works):
            left = works[len(searched) :]
            now = deadline.part(len(left) / cores)
            searched += self._threads.done(
                [
                    partial(self._searched, place, now.without_stop if place else now, view, *work)
                    for place, work in enumerate(left[:cores])
                ]
            )
        for place, heard in enumerate(moves):
            styles = searched[place * len(cares) :][: len(cares)]
            if hasattr(kernel, "evaluate"):
                styles.append(self._glanced(kernel, view, heard))
            silent = np.full(world_set.size, 1 / len(heard.table.moves))
            self._read[heard.key] = np.array([*styles, silent])

    def _searched(
        self, place: int, deadline: Deadline, view: View[Any], heard: Heard, playout_candidates: int
    ) -> np.ndarray[Any, Any]:
        """For each role, how readily one plays the move who searches with so much care."""
        world_set, kernel, pool = self._world_set, kernel_for(view.game), self._pools[place]
        assert world_set
        root = kernel.encode(heard.table, world_set.worlds[0], view.out)
        simulations = self.simulations * len(heard.held) // (1 if playout_candidates == 1 else CAREFUL)
        _search(pool, world_set, view, root, heard.number, heard.held, playout_candidates, simulations, deadline)
        return _chosen(pool, kernel, root, list(heard.move.steps))

    def _glanced(self, kernel: ModuleType, view: View[Any], heard: Heard) -> np.ndarray[Any, Any]:
        """For each role, how readily one plays the move who plays what looks best."""
        world_set, table, held = self._world_set, heard.table, heard.held
        assert world_set
        root = kernel.encode(table, world_set.worlds[0], view.out)
        after = kernel.encode(table.after(heard.move.steps), world_set.worlds[0], view.out)
        worlds = [int(np.argmax(world_set.roles[:, table.turn] == role)) for role in held]
        glance = np.empty(len(held))
        turn_likelihood(root, after, world_set.packed[worlds], SHARPNESS, glance)
        likely = np.full(world_set.size, SLIP / len(table.moves))
        likely[held] += (1 - SLIP) * glance
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
) -> None:
    """Grow the tree of one who moves at the root, knows its role and nothing else, and searches
    with so much care, for so many simulations or as long as there is time."""
    running = running_worlds(root, world_set.packed) & np.isin(world_set.roles[:, turn(root)], held)
    worlds = world_set.packed[running]
    query = Query(
        worlds=worlds,
        cumulative_probability=np.arange(1, len(worlds) + 1) / len(worlds),
        roles=world_set.roles[running],
        shares=win_shares(view.game),
        draw_keys=np.zeros(0, np.uint64),
        everyone=(1 << view.game.seats) - 1,
        provable=False,
        exploration=ROLE_AWARE.exploration,
        playout_candidates=playout_candidates,
        prior_weight=ROLE_AWARE.prior_weight if uses_guided_playouts(kernel_for(view.game)) else 0.0,
        network=NO_NETWORK,
    )
    used, rng, done = reset_tree(pool), u64(2 * number + 1), 0
    while done < simulations and not (done and deadline.over):
        part = min(CHUNK, simulations - done)
        _, used, rng = run_simulations(pool, used, root, query, u64(rng), part)
        done += part


def _unheard(world_set: WorldSet, held: RoleNumbers) -> Likely:
    """The logarithms of how likely each style is before a move was heard, in the roles that a seat
    may have."""
    kernel = kernel_for(world_set.game)
    playout_candidates = (1.0,) if uses_guided_playouts(kernel) else ()
    glance = (GLANCING,) if hasattr(kernel, "evaluate") else ()
    styles = np.log([1.0, *playout_candidates, *glance, SILENT])
    read = np.full((len(styles), world_set.size), -np.inf)
    read[:, held] = styles[:, np.newaxis]
    return read


def _certain(read: Likely) -> bool:
    """Whether what was read of a seat's moves leaves no doubt about its role."""
    return bool(_by_role(read).max() > CERTAIN)


def _by_role(read: Likely) -> np.ndarray[Any, Any]:
    """How likely each role is by what was read of a seat's moves, the logarithms of which are
    given, whichever its style."""
    by_role = np.exp(read - read.max()).sum(axis=0)
    return np.asarray(by_role / by_role.sum())


def _chosen(pool: NodePool, kernel: ModuleType, state: State, texts: list[str]) -> np.ndarray[Any, Any]:
    """For each role, how readily a tree plays the steps of a move."""
    nodes, stats, role_visits = pool
    roles = role_visits.shape[1]
    likely, at = np.ones(roles), 0
    while texts or not is_turn_start(state):
        text = texts.pop(0) if texts else ""  # the step that ends a turn has no text
        first, count = int(nodes[at]["first_child"]), int(nodes[at]["child_count"])
        children = range(first, first + count)
        spelled = [kernel.spell(state, int(nodes[child]["step"])) for child in children]
        if text not in spelled:
            break  # the tree does not reach so far: what is left of the move says nothing
        place = spelled.index(text)
        visits = stats[first * roles :][: count * roles]["visits"].reshape(roles, count)
        liking = (visits.astype(np.float64) + 0.5) ** KEENNESS
        likely *= (1 - DOUBT) * liking[:, place] / liking.sum(axis=1) + DOUBT / count
        at = first + place
        state = play(state, int(nodes[at]["step"]))
    return likely
