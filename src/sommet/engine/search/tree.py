"""One tree search for all games: UCT over steps, compiled for the kernel that a state belongs to.

A node stands for a state within a turn or between two, reached by a step from its parent, as
everybody sees it. What a step is worth hangs on what the seat that chooses it holds, its **role**;
so every child has a row of figures for each role of the seat that chooses it. Without secrets
there is one role, and the tree is a plain one. It lies in three arrays, allocated once:

    nodes   visits  int32    how many simulations came through
            first   int32    the first of its children, which lie side by side; 0 while it has none
            steps   int16    how many children there are
            step    int16    the step that leads here
            proven  int16    the set of winners once play from here is known to the end, else OPEN
            settled int16    whether a child is proven

    tried   value   float64  the sum of the shares of a win that came back through this child, for
                             the seat that chose it in this role (each side looks after its own)
            visits  float32  how many simulations that was
            hope    float32  how good the child looks to this role at a glance, or UNSEEN

    seen    float32          for each node and role: how often a seat in this role chose there

The figures of siblings lie side by side, role after role: those of the child at place `i` of `n`
stand at `first * roles + role * n + i`.

The root is node 0, and a child always lies behind its parent. A tree that is full stops growing;
simulations go on from the nodes it has.

What is hidden is dealt anew for every simulation, as likely as the searcher believes it to be.
Which steps are possible never depends on it.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

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

__all__ = ["OPEN", "Question", "Wood", "going_on", "grow", "keep", "plant"]

NODE = np.dtype(
    [
        ("visits", np.int32),
        ("first", np.int32),
        ("steps", np.int16),
        ("step", np.int16),
        ("proven", np.int16),
        ("settled", np.int16),
    ],
    align=True,
)
TRIED = np.dtype([("value", np.float64), ("visits", np.float32), ("hope", np.float32)], align=True)

OPEN = -1
"""Not proven."""
UNSEEN = -1e9
"""Nobody has looked at this child in this role."""
DEEPEST = 512
"""Steps after which a simulation goes on without the tree."""


class Wood(NamedTuple):
    """The arrays of a tree; see the top of the file."""

    nodes: Any
    tried: Any
    seen: Any

    @classmethod
    def of(cls, room: int, roles: int) -> Wood:
        """Room for so many nodes."""
        return cls(
            np.empty(room, NODE), np.empty(room * roles, TRIED), np.empty((room, roles), np.float32)
        )


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


@inlined
def clear(wood: Wood, at: int, step: int) -> None:
    """A new node."""
    nodes, tried, seen = wood
    nodes[at]["visits"] = 0
    nodes[at]["first"] = 0
    nodes[at]["steps"] = 0
    nodes[at]["step"] = step
    nodes[at]["proven"] = OPEN
    nodes[at]["settled"] = False
    roles = seen.shape[1]
    for role in range(roles):
        seen[at, role] = 0.0
        tried[at * roles + role]["value"] = 0.0
        tried[at * roles + role]["visits"] = 0.0
        tried[at * roles + role]["hope"] = UNSEEN


@njit
def plant(wood: Wood) -> int:
    """Begin a tree that is nothing but its root; the number of nodes."""
    clear(wood, 0, 0)
    return 1


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
        if settled and nodes[first + index]["proven"] != OPEN:
            promise = share(nodes[first + index]["proven"], seat, shares)
        elif visits == 0.0:
            promise = 10.0
            if hope > 0.0:
                promise += tried[row + index]["hope"]
        else:
            promise = tried[row + index]["value"] / visits + premium / sqrt(visits)
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
    curiosity, care, hope = question[10:]
    for done in range(simulations):
        if nodes[0]["proven"] != OPEN:
            return done, used, chance

        # 1. Deal what is hidden.
        chance = next_random(chance)
        world = drawn_world(dealt, chance)
        possible = world < known
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
            place = select(nodes, tried, at, row, premium, hope, seat, possible, shares)
            at = nodes[at]["first"] + place
            depth += 1
            path[depth] = at
            places[depth] = row + place
            seats[depth] = seat
            if nodes[at]["proven"] != OPEN and possible:
                end = ENDED | signed(nodes[at]["proven"])
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
            end, chance = careful_playout(state, care, chance)
            if end == RUNNING:
                end = ENDED | everyone

        # 5. Back the result up, to each seat its own share and in its own role.
        winners = end & (ENDED - 1)
        for level in range(depth + 1):
            nodes[path[level]]["visits"] += 1
            seat = signed(seats[level + 1]) if level < depth else leaf
            weight = 1.0 if (own >> seat) & 1 else weights[world]
            seen[path[level], roles[world, seat]] += weight
            if level < depth:
                tried[places[level + 1]]["visits"] += weight
                tried[places[level + 1]]["value"] += weight * share(winners, seat, shares)

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


@njit
def keep(wood: Wood, used: int, at: int, trust: float) -> int:
    """Make a node the root and throw away what does not hang on it; the number of nodes.

    `trust` is how much what was found out still counts. Children lie behind their parents and side
    by side, so sliding everything down in order keeps both.
    """
    nodes, tried, seen = wood
    roles = seen.shape[1]
    place = np.full(used, -1, np.int32)  # where a node goes: at first 0 for every one that stays
    family = np.zeros(used, np.int32)  # of a first child that stays, how many siblings there are
    place[at] = 0
    kept = 0
    for node in range(at, used):
        if place[node] == 0:
            place[node] = kept
            kept += 1
            first = nodes[node]["first"]
            family[first] = nodes[node]["steps"]
            for child in range(first, first + nodes[node]["steps"]):
                place[child] = 0
    for node in range(at, used):
        if place[node] >= 0:
            there = place[node]
            for index in range(family[node] * roles):
                figures = tried[node * roles + index]
                tried[there * roles + index] = figures
                tried[there * roles + index]["value"] *= trust
                tried[there * roles + index]["visits"] *= trust
            for role in range(roles):
                seen[there, role] = trust * seen[node, role]
            nodes[there] = nodes[node]
            if nodes[node]["first"]:
                nodes[there]["first"] = place[nodes[node]["first"]]
    return kept
