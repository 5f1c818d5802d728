"""One tree search for all games: UCT over steps, compiled for the kernel that a state belongs to.

The tree lies in the arrays of `wood`. What is hidden is dealt anew for every simulation, as likely
as the searcher believes it to be. Which steps are possible never depends on it.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from sommet.engine.search.wood import OPEN, UNSEEN, Wood, clear
from sommet.machine.bits import Word, below, next_random, signed, u64
from sommet.machine.compiling import inlined, njit
from sommet.machine.playout import careful_playout
from sommet.machine.protocol import (
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

__all__ = ["Question", "going_on", "grow"]

DEEPEST = 512
"""Steps after which a simulation goes on without the tree."""


class Question(NamedTuple):
    """What a search is about, beside the state at its root."""

    worlds: Any
    """uint64 (worlds): the ways in which the secrets can be, as the kernel packs them."""
    possible: int
    """How many of them, from the first on, are possible to the searcher; the others are there
    because somebody else may believe in them."""
    dealt: Any
    """float64 (worlds): how likely it is that a world up to this one is dealt."""
    weights: Any
    """float64 (worlds): how much a simulation in this world counts to those who do not know what
    the searcher knows."""
    roles: Any
    """int16 (worlds, seats): the role of each seat."""
    own: int
    """The set of seats whose secrets the searcher knows."""
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
    lending: float
    """How many simulations of a seat's other roles count in one of its roles at most."""
    foresight: bool
    """Whether what they lend is what their end would have been worth to the role."""
    veil: float
    """How often others weigh an end as if the searcher held something else."""
    actual: int
    """What the searcher holds, among the veils."""
    ends: Any
    """int16 (worlds, seats, roles, veils): the world in which an end is weighed for a seat in a
    role; -1: none."""


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
        tried[row + index]["hope"] = appraise(after, seat) - before


@inlined
def select(
    nodes: Any,
    tried: Any,
    at: int,
    row: int,
    premium: float,
    hope: float,
    lending: float,
    seat: int,
    possible: bool,
    shares: Any,
) -> int:
    """The place among its siblings of the child that promises most to the seat (UCB1). The figures
    for the seat's role begin at `row`; what is little known has the premium, which falls with the
    root of how often it was tried."""
    first = signed(nodes[at]["first"])
    settled = possible and nodes[at]["settled"]
    best, found = -1e9, 0
    for index in range(nodes[at]["steps"]):
        visits = tried[row + index]["visits"]
        total, value = visits, tried[row + index]["value"]
        if lending > 0.0 and tried[row + index]["lenders"] > 0.0:
            lenders = tried[row + index]["lenders"]
            share_of = lending / (lending + lenders)
            total += share_of * lenders
            value += share_of * tried[row + index]["lent"]
        if settled and nodes[first + index]["proven"] != OPEN:
            promise = share(nodes[first + index]["proven"], seat, shares)
        elif total == 0.0:
            promise = 10.0
            if hope > 0.0:
                promise += tried[row + index]["hope"]
        else:
            promise = value / total + premium / sqrt(total)
            if hope > 0.0:
                promise += hope * tried[row + index]["hope"] / (visits + 1.0)
        if promise > best:
            best, found = promise, index
    return found


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
    for world in range(question.possible):
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


@njit
def weighed(
    state: State, gain: float, world: int, other: int, seat: int, worlds: Any, shares: Any
) -> float:
    """A seat's share of an end as it would be in another world, -1 where it is not known; its gain
    in the world that was dealt is given."""
    if other == world or other < 0:
        return gain if other == world else -1.0
    end = outcome(with_secrets(state, worlds[other]))
    return share(end & (ENDED - 1), seat, shares) if end != RUNNING else -1.0


@njit
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
    worlds, known, dealt, weights, roles, own, shares, draws, everyone, provable = question[:10]
    curiosity, care, hope, lending, foresight, veil, actual, ends = question[10:]
    gains, lent = np.empty(ends.shape[1]), np.empty(ends.shape[1])
    heirs = np.empty(ends.shape[1], np.int64)
    for done in range(simulations):
        if nodes[0]["proven"] != OPEN:
            return done, used, chance

        # 1. Deal what is hidden.
        chance = next_random(chance)
        world = drawn_world(dealt, chance)
        possible = world < known
        state = with_secrets(root, worlds[world])
        at, depth, end, proving, over = 0, 0, RUNNING, False, True
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
            often = seen[at, role] if lending == 0.0 else np.float32(nodes[at]["visits"])
            premium = curiosity * sqrt(log(often + 1.0))
            place = select(nodes, tried, at, row, premium, hope, lending, seat, possible, shares)
            at = nodes[at]["first"] + place
            depth += 1
            path[depth] = at
            places[depth] = row + place
            seats[depth] = seat
            if nodes[at]["proven"] != OPEN and possible:
                end, over = ENDED | signed(nodes[at]["proven"]), False
            else:
                state = play(state, signed(nodes[at]["step"]))
                if fresh(state):
                    end = end_of(state, draws, everyone)
                    proving = end != RUNNING and nodes[at]["visits"] == 0 and possible
        leaf = turn(state)

        # 4. Play the rest, with as much care as is asked for.
        if end == RUNNING:
            while not fresh(state):
                step, chance = random_step(state, chance)
                state = play(state, step)
            state, end, chance = careful_playout(state, care, chance)
            if end == RUNNING:
                end = ENDED | everyone

        # 5. Back the result up, to each seat its own share and in its own role.
        winners = end & (ENDED - 1)
        if lending > 0.0 or veil > 0.0:
            veiled = actual
            if veil > 0.0 and over:
                chance = next_random(chance)
                if np.float64(chance >> u64(11)) / 9007199254740992.0 < veil:
                    chance = next_random(chance)
                    veiled = signed(below(u64(ends.shape[3]), chance))
            for seat in range(ends.shape[1]):
                if not (own >> seat) & 1:
                    role = signed(roles[world, seat])
                    gain = share(winners, seat, shares)
                    gains[seat] = gain
                    if veiled != actual:
                        other = ends[world, seat, role, veiled]
                        found = weighed(state, gain, world, other, seat, worlds, shares)
                        if found >= 0.0:
                            gains[seat] = found
                    if lending > 0.0:
                        chance = next_random(chance)
                        heir = role + 1 + signed(below(u64(ends.shape[2] - 1), chance))
                        heir = heir - ends.shape[2] if heir >= ends.shape[2] else heir
                        heirs[seat] = heir
                        other = ends[world, seat, heir, veiled]
                        if foresight and over:
                            lent[seat] = weighed(state, gain, world, other, seat, worlds, shares)
                        else:
                            lent[seat] = gain if other >= 0 else -1.0
        for level in range(depth + 1):
            nodes[path[level]]["visits"] += 1
            seat = signed(seats[level + 1]) if level < depth else leaf
            weight = 1.0 if (own >> seat) & 1 else weights[world]
            seen[path[level], roles[world, seat]] += weight
            if level < depth:
                gain = share(winners, seat, shares)
                if (lending > 0.0 or veil > 0.0) and not (own >> seat) & 1:
                    gain = gains[seat]
                    if lending > 0.0 and lent[seat] >= 0.0:
                        aside = heirs[seat] - signed(roles[world, seat])
                        place = places[level + 1] + aside * nodes[path[level]]["steps"]
                        tried[place]["lenders"] += weight
                        tried[place]["lent"] += weight * lent[seat]
                tried[places[level + 1]]["visits"] += weight
                tried[places[level + 1]]["value"] += weight * gain

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
