"""One tree search for all games: UCT over steps, compiled for the kernel that a state belongs to.

The tree lies in the arrays of `node_pool`. What is hidden is dealt anew for every simulation, as likely
as the searcher believes it to be. Which steps are possible never depends on it.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from sommet.engine.mcts.node_pool import OPEN, UNSEEN, UNTRIED, Wood, clear
from sommet.engine.value_network.network import TRAITS, UNITS, worth
from sommet.machine.bits import Word, below, next_random, signed, u64
from sommet.machine.jit import inlined, njit, threaded
from sommet.machine.kernel_interface import (
    ENDED,
    MOST_STEPS,
    RUNNING,
    State,
    appraise,
    fresh,
    key,
    outcome,
    play,
    random_step,
    steps,
    turn,
    with_secrets,
)
from sommet.machine.playout import careful_playout

__all__ = ["Question", "going_on", "grow"]

DEEPEST = 512
"""Steps after which a simulation goes on without the tree."""


class Question(NamedTuple):
    """What a search is about, beside the state at its root."""

    worlds: Any
    """uint64 (worlds): the ways in which the secrets can be, as the kernel packs them."""
    dealt: Any
    """float64 (worlds): how likely it is that a world up to this one is dealt."""
    roles: Any
    """int16 (worlds, seats): the role of each seat."""
    shares: Any
    """float64 (256): for a set of winners, the share of a win that each of them gets."""
    drawn: Any
    """uint64 (any): the keys of positions whose next occurrence ends the game in a draw."""
    everyone: int
    """The set of all seats: the winners of a draw."""
    provable: bool
    """Whether every seat looks after its own share, so that the best it can have is certain."""
    curiosity: float
    """How much a step that was tried less often is preferred."""
    care: int
    """Of how many random turns each turn of a playout is the one that looks best; 1: of one."""
    hope: float
    """How much the look of a step counts as long as little is known of it."""
    network: Any
    """float32 (traits + 2, units): what judges a game for two in place of playing it out; no units:
    it is played out."""


@njit
def expand(wood: Wood, used: int, at: int, state: State, room: Any, chance: Word) -> Any:
    """Give a node its children in a random order; the number of nodes, the generator's state."""
    found = steps(state, room)
    if used + found > len(wood.nodes):
        return used, chance
    wood.nodes[at]["first"] = used
    wood.nodes[at]["steps"] = found
    for index in range(found):
        chance = next_random(chance)
        other = index + signed(below(u64(found - index), chance))
        step = room[other]
        room[other] = room[index]
        clear(wood, used + index, step)
    return used + found, chance


@inlined
def share(winners: int, seat: int, shares: Any) -> float:
    """The share of a win that a seat has in an end."""
    return shares[winners] if (winners >> seat) & 1 else 0.0


@inlined
def look(nodes: Any, tried: Any, at: int, row: int, state: State, seat: int) -> None:
    """Look at the children of a node in the seat's role, whose figures begin at `row`."""
    first = signed(nodes[at]["first"])
    before = appraise(state, seat)
    for index in range(nodes[at]["steps"]):
        after = play(state, signed(nodes[first + index]["step"]))
        hope = appraise(after, seat) - before
        tried[row + index]["hope"] = hope
        if tried[row + index]["visits"] == 0.0:
            tried[row + index]["mean"] = UNTRIED + hope


@inlined
def select(
    nodes: Any,
    tried: Any,
    at: int,
    row: int,
    premium: float,
    hope: float,
    seat: int,
    shares: Any,
) -> int:
    """The place among its siblings of the child that promises most to the seat (UCB1). The figures
    for the seat's role begin at `row`; what is little known has the premium, which falls with the
    root of how often it was tried."""
    first = signed(nodes[at]["first"])
    settled = nodes[at]["settled"]
    best, found = np.float32(-1e9), 0
    width, liking = np.float32(premium), np.float32(hope)
    for index in range(nodes[at]["steps"]):
        figures = tried[row + index]
        spread = figures["spread"]
        promise = figures["mean"] + spread * (width + spread * liking * figures["hope"])
        if settled and nodes[first + index]["proven"] != OPEN:
            promise = np.float32(share(nodes[first + index]["proven"], seat, shares))
        if promise > best:
            best, found = promise, index
    return found


@inlined
def back_up(tried: Any, place: int, gain: float) -> None:
    """One more simulation came back through a child, with so much for the seat that chose it."""
    visits = tried[place]["visits"] + np.float32(1.0)
    mean = tried[place]["mean"] if visits > 1.0 else gain
    tried[place]["mean"] = mean + (gain - mean) / visits
    tried[place]["spread"] = 1.0 / sqrt(visits)
    tried[place]["visits"] = visits


@inlined
def end_of(state: State, draws: Any, everyone: int) -> int:
    """How the game ended, at the start of a turn; RUNNING while it goes on."""
    end = outcome(state)
    if end == RUNNING and len(draws):
        position = key(state)
        for drawn in draws:
            if drawn == position:
                return ENDED | everyone
    return end


@njit
def certain(end: int, state: State, question: Question) -> bool:
    """Whether the game ends here in the same way in every possible world."""
    for world in range(len(question.worlds)):
        other = with_secrets(state, question.worlds[world])
        if end_of(other, question.drawn, question.everyone) != end:
            return False
    return True


@njit
def going_on(state: State, worlds: Any, into: Any) -> None:
    """For each world, whether the game goes on from this state."""
    for world in range(len(worlds)):
        into[world] = outcome(with_secrets(state, worlds[world])) == RUNNING


@njit
def verdict(nodes: Any, at: int, seat: int, shares: Any) -> int:
    """The winners when the seat to act is sure of the best it can have; OPEN when it is not."""
    node = nodes[at]
    best, found, sure = -1.0, OPEN, True
    for child in range(node["first"], node["first"] + node["steps"]):
        proven = signed(nodes[child]["proven"])
        if proven == OPEN:
            sure = False
        else:
            gain = share(proven, seat, shares)
            if gain == 1.0:
                return proven
            if gain > best:
                best, found = gain, proven
    return found if sure else OPEN


@inlined
def drawn_world(dealt: Any, chance: Word) -> int:
    """A world, each as likely as it is believed in."""
    lot = np.float64(chance >> u64(11)) / 9007199254740992.0  # from 0 to 1, by 53 bits
    low, high = 0, len(dealt) - 1
    while low < high:
        middle = (low + high) // 2
        if dealt[middle] > lot:
            high = middle
        else:
            low = middle + 1
    return low


@threaded
def grow(
    wood: Wood, used: int, root: State, question: Question, chance: Word, simulations: int
) -> Any:
    """Run so many simulations, or fewer when the root is proven; `root` is running and fresh.

    Returns how many were run, the number of nodes and the generator's state.
    """
    nodes, tried, seen = wood
    path = np.empty(DEEPEST, np.int32)
    places = np.empty(DEEPEST, np.int64)  # where the figures of each node of the path stand
    seats = np.empty(DEEPEST, np.int8)  # who chose the step into it
    room = np.empty(MOST_STEPS, np.int16)
    worlds, dealt, roles, shares, draws, everyone, provable = question[:7]
    curiosity, care, hope, network = question[7:]
    gains = np.zeros(roles.shape[1])  # what each seat has of a simulation
    traits, units = np.empty(TRAITS, np.uint8), np.empty(UNITS, np.float32)
    for done in range(simulations):
        if nodes[0]["proven"] != OPEN:
            return done, used, chance

        # 1. Deal what is hidden.
        chance = next_random(chance)
        world = drawn_world(dealt, chance)
        state = with_secrets(root, worlds[world])
        at, depth, end, proving = 0, 0, RUNNING, False
        path[0] = 0

        while end == RUNNING and depth + 1 < DEEPEST:
            # 2. Expand a node when it is met for the second time.
            if nodes[at]["first"] == 0:
                if depth and nodes[at]["visits"] == 0:
                    break
                used, chance = expand(wood, used, at, state, room, chance)
                if nodes[at]["first"] == 0:
                    break

            # 3. Select a step by what the seat holds, and go down. What is proven need not be
            #    played.
            seat = turn(state)
            role = signed(roles[world, seat])
            row = nodes[at]["first"] * seen.shape[1] + role * nodes[at]["steps"]
            if hope > 0.0 and tried[row]["hope"] == UNSEEN:
                look(nodes, tried, at, row, state, seat)
            premium = curiosity * sqrt(log(seen[at, role] + 1.0))
            place = select(nodes, tried, at, row, premium, hope, seat, shares)
            at = nodes[at]["first"] + place
            depth += 1
            path[depth] = at
            places[depth] = row + place
            seats[depth] = seat
            if nodes[at]["proven"] != OPEN:
                end = ENDED | signed(nodes[at]["proven"])
            else:
                state = play(state, signed(nodes[at]["step"]))
                if fresh(state):
                    end = end_of(state, draws, everyone)
                    proving = end != RUNNING and nodes[at]["visits"] == 0
        leaf = turn(state)

        # 4. Judge the game, or play the rest with as much care as is asked for.
        judged = end == RUNNING and network.shape[1] > 0
        if judged:
            gains[0] = worth(state, 0, network, traits, units)
            gains[1] = 1.0 - gains[0]
        elif end == RUNNING:
            while not fresh(state):
                step, chance = random_step(state, chance)
                state = play(state, step)
            end, chance = careful_playout(state, care, chance)
            if end == RUNNING:
                end = ENDED | everyone
        winners = end & (ENDED - 1)
        if not judged:
            for seat in range(len(gains)):
                gains[seat] = share(winners, seat, shares)

        # 5. Back the result up, to each seat its own share and in its own role.
        for level in range(depth + 1):
            nodes[path[level]]["visits"] += 1
            seat = signed(seats[level + 1]) if level < depth else leaf
            seen[path[level], roles[world, seat]] += 1.0
            if level < depth:
                back_up(tried, places[level + 1], gains[seat])

        # 6. Prove what can be proven, from an end that is met for the first time upwards.
        if proving and provable and certain(end, state, question):
            nodes[path[depth]]["proven"] = winners
            for level in range(depth, 0, -1):
                nodes[path[level - 1]]["settled"] = True
                proof = verdict(nodes, path[level - 1], seats[level], shares)
                if proof == OPEN:
                    break
                nodes[path[level - 1]]["proven"] = proof
    return simulations, used, chance
