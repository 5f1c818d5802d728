"""Information-set UCT over the steps of any game, compiled for the kernel of the root state.

The tree is a `NodePool`. Every simulation samples the hidden information from the searcher's
belief; which steps are legal never depends on it.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

from sommet.engine.mcts.node_pool import (
    NO_PRIOR,
    POOL,
    UNPROVEN,
    UNVISITED,
    NodePool,
    reset_node,
)
from sommet.engine.value_network.network import MAX_FEATURES, MAX_UNITS, win_probability
from sommet.machine.arrays import BOOL8, FLOAT32, FLOAT64, INT16, UINT64
from sommet.machine.bits import Word, below, next_random, signed, u64
from sommet.machine.exports import (
    BOOL,
    FLOAT,
    INT,
    STATE,
    WORD,
    Array,
    Group,
    export,
)
from sommet.machine.jit import inlined, njit, np, threaded
from sommet.machine.kernel_interface import (
    ENDED,
    MAX_STEPS,
    RUNNING,
    State,
    evaluate,
    is_turn_start,
    key,
    outcome,
    play,
    random_step,
    steps,
    turn,
    with_secrets,
)
from sommet.machine.playout import guided_playout

__all__ = ["Query", "mark_running", "run_simulations"]

MAX_DEPTH = 512
"""Steps after which a simulation leaves the tree."""


class Query(NamedTuple):
    """Everything a search needs besides the state at its root."""

    worlds: Any
    """uint64 (worlds): the possible secrets, packed by the kernel."""
    cumulative_probability: Any
    """float64 (worlds): the cumulative distribution from which a world is sampled."""
    roles: Any
    """int16 (worlds, seats): the role of each seat."""
    shares: Any
    """float64 (256): for each set of winners, the share of a win that each of them gets."""
    draw_keys: Any
    """uint64 (any): keys of positions whose next occurrence draws the game."""
    all_seats: int
    """The set of all seats: the winners of a draw."""
    provable: bool
    """Whether every seat maximises its own share, so that results can be proven."""
    exploration: float
    """The exploration constant of UCB1."""
    playout_candidates: int
    """Random turns from which each turn of a playout is chosen by evaluation; 1: purely random."""
    prior_weight: float
    """The weight of a step's static evaluation, which fades with its visits."""
    network: Any
    """float32 (inputs + 2, units): evaluates leaves of two-player games; without inputs, leaves are
    played out."""


_QUERY = Group(
    Query,
    (
        *(Array(UINT64), Array(FLOAT64), Array(INT16, 2), Array(FLOAT64)),
        *(Array(UINT64), INT, BOOL, FLOAT, INT, FLOAT, Array(FLOAT32, 2)),
    ),
)


@njit
def expand(pool: NodePool, used: int, at: int, state: State, buffer: Any, rng: Word) -> Any:
    """Add a node's children in random order; returns the number of nodes and the RNG state."""
    found = steps(state, buffer)
    if used + found > len(pool.nodes):
        return used, rng
    pool.nodes[at]["first_child"] = used
    pool.nodes[at]["child_count"] = found
    for index in range(found):
        rng = next_random(rng)
        other = index + signed(below(u64(found - index), rng))
        step = buffer[other]
        buffer[other] = buffer[index]
        reset_node(pool, used + index, step)
    return used + found, rng


@inlined
def seat_share(winners: int, seat: int, shares: Any) -> float:
    """The share of a win that a seat gets."""
    return shares[winners] if (winners >> seat) & 1 else 0.0


@inlined
def evaluate_priors(nodes: Any, stats: Any, at: int, row: int, state: State, seat: int) -> None:
    """Evaluate a node's children for the seat's role, whose statistics start at `row`."""
    first = signed(nodes[at]["first_child"])
    before = evaluate(state, seat)
    for index in range(nodes[at]["child_count"]):
        after = play(state, signed(nodes[first + index]["step"]))
        prior = evaluate(after, seat) - before
        stats[row + index]["prior"] = prior
        if stats[row + index]["visits"] == 0.0:
            stats[row + index]["mean"] = UNVISITED + prior


@inlined
def select(
    nodes: Any,
    stats: Any,
    at: int,
    row: int,
    bonus: float,
    prior_weight: float,
    seat: int,
    shares: Any,
) -> int:
    """The index among its siblings of the child with the highest UCB1 value for the seat.

    The statistics of the seat's role start at `row`; `bonus` is divided by the root of a child's
    visits."""
    first = signed(nodes[at]["first_child"])
    any_proven = nodes[at]["has_proven_child"]
    best, found = np.float32(-1e9), 0
    exploring, weight = np.float32(bonus), np.float32(prior_weight)
    for index in range(nodes[at]["child_count"]):
        child = stats[row + index]
        scale = child["inv_sqrt_visits"]
        value = child["mean"] + scale * (exploring + scale * weight * child["prior"])
        if any_proven and nodes[first + index]["proven"] != UNPROVEN:
            value = np.float32(seat_share(nodes[first + index]["proven"], seat, shares))
        if value > best:
            best, found = value, index
    return found


@inlined
def backpropagate(stats: Any, place: int, gain: float) -> None:
    """Record one more simulation through a child, worth `gain` to the seat that chose it."""
    visits = stats[place]["visits"] + np.float32(1.0)
    mean = stats[place]["mean"] if visits > 1.0 else gain
    stats[place]["mean"] = mean + (gain - mean) / visits
    stats[place]["inv_sqrt_visits"] = 1.0 / sqrt(visits)
    stats[place]["visits"] = visits


@inlined
def result_at(state: State, draw_keys: Any, all_seats: int) -> int:
    """The result at the start of a turn, repetition included; RUNNING while play goes on."""
    end = outcome(state)
    if end == RUNNING and len(draw_keys):
        position = key(state)
        for draw_key in draw_keys:
            if draw_key == position:
                return ENDED | all_seats
    return end


@njit
def is_certain(end: int, state: State, query: Query) -> bool:
    """Whether the result is the same in every possible world."""
    for world in range(len(query.worlds)):
        other = with_secrets(state, query.worlds[world])
        if result_at(other, query.draw_keys, query.all_seats) != end:
            return False
    return True


@export("mark_running", STATE, Array(UINT64), Array(BOOL8))
@njit
def mark_running(state: State, worlds: Any, into: Any) -> None:
    """For each world, whether the game is still running in this state."""
    for world in range(len(worlds)):
        into[world] = outcome(with_secrets(state, worlds[world])) == RUNNING


@njit
def proven_result(nodes: Any, at: int, seat: int, shares: Any) -> int:
    """The winners under best play by the seat to act, or UNPROVEN if its children leave it open."""
    node = nodes[at]
    best, found, sure = -1.0, UNPROVEN, True
    for child in range(node["first_child"], node["first_child"] + node["child_count"]):
        proven = signed(nodes[child]["proven"])
        if proven == UNPROVEN:
            sure = False
        else:
            gain = seat_share(proven, seat, shares)
            if gain == 1.0:
                return proven
            if gain > best:
                best, found = gain, proven
    return found if sure else UNPROVEN


@inlined
def sample_world(cumulative_probability: Any, rng: Word) -> int:
    """A world, sampled by inverting the cumulative distribution."""
    sample = np.float64(rng >> u64(11)) / 9007199254740992.0  # 53 bits, from 0 to 1
    low, high = 0, len(cumulative_probability) - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative_probability[middle] > sample:
            high = middle
        else:
            low = middle + 1
    return low


@export("run_simulations", POOL, INT, STATE, _QUERY, WORD, INT, returns=(INT, INT, WORD))
@threaded
def run_simulations(
    pool: NodePool, used: int, root: State, query: Query, rng: Word, simulations: int
) -> Any:
    """Run simulations until there are enough or the root is proven.

    `root` is at the start of a turn of a running game. Returns the simulations run, the number of
    nodes and the RNG state.
    """
    nodes, stats, role_visits = pool
    path = np.empty(MAX_DEPTH, np.int32)
    places = np.empty(MAX_DEPTH, np.int64)  # the statistics of each node on the path
    seats = np.empty(MAX_DEPTH, np.int8)  # the seat that chose the step into it
    buffer = np.empty(MAX_STEPS, np.int16)
    worlds, cumulative_probability, roles, shares, draw_keys, all_seats, provable = query[:7]
    exploration, playout_candidates, prior_weight, network = query[7:]
    gains = np.zeros(roles.shape[1])  # each seat's result of a simulation
    features, units = np.empty(MAX_FEATURES, np.uint8), np.empty(MAX_UNITS, np.float32)
    for done in range(simulations):
        if nodes[0]["proven"] != UNPROVEN:
            return done, used, rng

        # 1. Sample the hidden information.
        rng = next_random(rng)
        world = sample_world(cumulative_probability, rng)
        state = with_secrets(root, worlds[world])
        at, depth, end, proving = 0, 0, RUNNING, False
        path[0] = 0

        while end == RUNNING and depth + 1 < MAX_DEPTH:
            # 2. Expand a node on its second visit.
            if nodes[at]["first_child"] == 0:
                if depth and nodes[at]["visits"] == 0:
                    break
                used, rng = expand(pool, used, at, state, buffer, rng)
                if nodes[at]["first_child"] == 0:
                    break

            # 3. Select a step by the seat's role and descend. A proven node needs no play.
            seat = turn(state)
            role = signed(roles[world, seat])
            row = nodes[at]["first_child"] * role_visits.shape[1] + role * nodes[at]["child_count"]
            if prior_weight > 0.0 and stats[row]["prior"] == NO_PRIOR:
                evaluate_priors(nodes, stats, at, row, state, seat)
            bonus = exploration * sqrt(log(role_visits[at, role] + 1.0))
            place = select(nodes, stats, at, row, bonus, prior_weight, seat, shares)
            at = nodes[at]["first_child"] + place
            depth += 1
            path[depth] = at
            places[depth] = row + place
            seats[depth] = seat
            if nodes[at]["proven"] != UNPROVEN:
                end = ENDED | signed(nodes[at]["proven"])
            else:
                state = play(state, signed(nodes[at]["step"]))
                if is_turn_start(state):
                    end = result_at(state, draw_keys, all_seats)
                    proving = end != RUNNING and nodes[at]["visits"] == 0
        leaf = turn(state)

        # 4. Evaluate the leaf with the network, or play it out.
        evaluated = end == RUNNING and network.shape[0] > 2
        if evaluated:
            gains[0] = win_probability(state, 0, network, features, units)
            gains[1] = 1.0 - gains[0]
        elif end == RUNNING:
            while not is_turn_start(state):
                step, rng = random_step(state, rng)
                state = play(state, step)
            end, rng = guided_playout(state, playout_candidates, rng)
            if end == RUNNING:
                end = ENDED | all_seats
        winners = end & (ENDED - 1)
        if not evaluated:
            for seat in range(len(gains)):
                gains[seat] = seat_share(winners, seat, shares)

        # 5. Backpropagate: to each seat its own share, in its own role.
        for level in range(depth + 1):
            nodes[path[level]]["visits"] += 1
            seat = signed(seats[level + 1]) if level < depth else leaf
            role_visits[path[level], roles[world, seat]] += 1.0
            if level < depth:
                backpropagate(stats, places[level + 1], gains[seat])

        # 6. Prove upwards from an end that is reached for the first time.
        if proving and provable and is_certain(end, state, query):
            nodes[path[depth]]["proven"] = winners
            for level in range(depth, 0, -1):
                nodes[path[level - 1]]["has_proven_child"] = True
                proof = proven_result(nodes, path[level - 1], seats[level], shares)
                if proof == UNPROVEN:
                    break
                nodes[path[level - 1]]["proven"] = proof
    return simulations, used, rng
