"""One tree search for all games: UCT over steps, compiled for the kernel that a state belongs to.

A node stands for a state within a turn or between two, reached by a step from its parent. The tree
is one array of nodes of 24 bytes, allocated once:

    value   float64  the sum of the shares of a win that came back through this node, for the seat
                     that chose the step into it (each side looks after its own share)
    visits  int32    how many simulations came through
    first   int32    the first of its children, which lie side by side; 0 while it has none
    steps   int16    how many children there are
    step    int16    the step that leads here
    proven  int16    the set of winners once play from here is known to the end, else OPEN

The root is node 0, and a child always lies behind its parent. A tree that is full stops growing;
simulations go on from the nodes it has.

What is hidden is dealt anew for every simulation. Which steps are possible never depends on it,
only the end does, so that all deals share one tree.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from sommet.machine.bits import Word, below, next_random, signed, u64
from sommet.machine.compiling import njit
from sommet.machine.playout import playout
from sommet.machine.protocol import (
    ENDED,
    MOST_STEPS,
    RUNNING,
    State,
    fresh,
    key,
    outcome,
    play,
    random_step,
    steps,
    turn,
    with_secrets,
)

__all__ = ["NODE", "OPEN", "Question", "grow", "keep", "plant"]

NODE = np.dtype(
    [
        ("value", np.float64),
        ("visits", np.int32),
        ("first", np.int32),
        ("steps", np.int16),
        ("step", np.int16),
        ("proven", np.int16),
    ],
    align=True,
)

OPEN = -1
"""Not proven."""
DEEPEST = 512
"""Steps after which a simulation goes on without the tree."""
CURIOSITY = 0.5
"""How much a step that was tried less often is preferred."""


class Question(NamedTuple):
    """What a search is about, beside the state at its root."""

    worlds: Any
    """uint64 (worlds): the ways in which the secrets can be, as the kernel packs them."""
    shares: Any
    """float64 (256): for a set of winners, the share of a win that each of them gets."""
    drawn: Any
    """uint64 (any): the keys of positions whose next occurrence ends the game in a draw."""
    everyone: int
    """The set of all seats: the winners of a draw."""
    provable: bool
    """Whether every seat looks after its own share, so that the best it can have is certain."""


@njit
def clear(nodes: Any, at: int, step: int) -> None:
    """A new node."""
    nodes[at]["value"] = 0.0
    nodes[at]["visits"] = 0
    nodes[at]["first"] = 0
    nodes[at]["steps"] = 0
    nodes[at]["step"] = step
    nodes[at]["proven"] = OPEN


@njit
def plant(nodes: Any) -> int:
    """Begin a tree that is nothing but its root; the number of nodes."""
    clear(nodes, 0, 0)
    return 1


@njit
def expand(nodes: Any, used: int, at: int, state: State, room: Any, chance: Word) -> Any:
    """Give a node its children in a random order; the number of nodes, the generator's state."""
    found = steps(state, room)
    if used + found > len(nodes):
        return used, chance
    nodes[at]["first"] = used
    nodes[at]["steps"] = found
    for index in range(found):
        chance = next_random(chance)
        other = index + signed(below(u64(found - index), chance))
        step = room[other]
        room[other] = room[index]
        clear(nodes, used + index, step)
    return used + found, chance


@njit
def share(winners: int, seat: int, shares: Any) -> float:
    """The share of a win that a seat has in an end."""
    return shares[winners] if (winners >> seat) & 1 else 0.0


@njit
def select(nodes: Any, at: int, seat: int, shares: Any) -> int:
    """The child that promises most to the seat, with a premium for what is little known (UCB1)."""
    node = nodes[at]
    premium = CURIOSITY * sqrt(log(node["visits"] + 1.0))
    first = signed(node["first"])
    best, found = -1.0, first
    for child in range(first, first + node["steps"]):
        visits = nodes[child]["visits"]
        if nodes[child]["proven"] != OPEN:
            promise = share(nodes[child]["proven"], seat, shares)
        elif visits == 0:
            promise = 10.0
        else:
            promise = nodes[child]["value"] / visits + premium / sqrt(visits)
        if promise > best:
            best, found = promise, child
    return found


@njit
def end_of(state: State, question: Question) -> int:
    """How the game ended, at the start of a turn; RUNNING while it goes on."""
    end = outcome(state)
    if end == RUNNING and len(question.drawn):
        position = key(state)
        for drawn in question.drawn:
            if drawn == position:
                return ENDED | question.everyone
    return end


@njit
def certain(end: int, state: State, question: Question) -> bool:
    """Whether the game ends here in the same way whatever is hidden."""
    for world in range(len(question.worlds)):
        if end_of(with_secrets(state, question.worlds[world]), question) != end:
            return False
    return True


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


@njit
def grow(
    nodes: Any, used: int, root: State, question: Question, chance: Word, simulations: int
) -> Any:
    """Run so many simulations, or fewer when the root is proven; `root` is running and fresh.

    Returns how many were run, the number of nodes and the generator's state.
    """
    path = np.empty(DEEPEST, np.int32)
    seats = np.empty(DEEPEST, np.int8)  # who chose the step into each node of the path
    room = np.empty(MOST_STEPS, np.int16)
    shares = question.shares
    for done in range(simulations):
        if nodes[0]["proven"] != OPEN:
            return done, used, chance

        # 1. Deal what is hidden.
        chance = next_random(chance)
        world = below(u64(len(question.worlds)), chance)
        state = with_secrets(root, question.worlds[world])
        at, depth, end, proving = 0, 0, RUNNING, False
        path[0] = 0

        while end == RUNNING and depth + 1 < DEEPEST:
            # 2. Expand a node when it is met for the second time.
            if nodes[at]["first"] == 0:
                if depth and nodes[at]["visits"] == 0:
                    break
                used, chance = expand(nodes, used, at, state, room, chance)
                if nodes[at]["first"] == 0:
                    break

            # 3. Select a step and go down. What is proven need not be played.
            seat = turn(state)
            at = select(nodes, at, seat, shares)
            depth += 1
            path[depth] = at
            seats[depth] = seat
            if nodes[at]["proven"] != OPEN:
                end = ENDED | signed(nodes[at]["proven"])
            else:
                state = play(state, signed(nodes[at]["step"]))
                if fresh(state):
                    end = end_of(state, question)
                    proving = end != RUNNING and nodes[at]["visits"] == 0

        # 4. Play the rest at random.
        if end == RUNNING:
            while not fresh(state):
                step, chance = random_step(state, chance)
                state = play(state, step)
            end, _, chance = playout(state, chance)
            if end == RUNNING:
                end = ENDED | question.everyone

        # 5. Back the result up, to each seat its own share.
        winners = end & (ENDED - 1)
        nodes[0]["visits"] += 1
        for level in range(1, depth + 1):
            nodes[path[level]]["visits"] += 1
            nodes[path[level]]["value"] += share(winners, seats[level], shares)

        # 6. Prove what can be proven, from an end that is met for the first time upwards.
        if proving and question.provable and certain(end, state, question):
            nodes[path[depth]]["proven"] = winners
            for level in range(depth, 0, -1):
                proof = verdict(nodes, path[level - 1], seats[level], shares)
                if proof == OPEN:
                    break
                nodes[path[level - 1]]["proven"] = proof
    return simulations, used, chance


@njit
def keep(nodes: Any, used: int, at: int) -> int:
    """Make a node the root and throw away what does not hang on it; the number of nodes.

    Children lie behind their parents and side by side, so sliding everything down in order keeps
    both.
    """
    place = np.full(used, -1, np.int32)  # where a node goes: at first 0 for every one that stays
    place[at] = 0
    kept = 0
    for node in range(at, used):
        if place[node] == 0:
            place[node] = kept
            kept += 1
            first = nodes[node]["first"]
            for child in range(first, first + nodes[node]["steps"]):
                place[child] = 0
    for node in range(at, used):
        if place[node] >= 0:
            nodes[place[node]] = nodes[node]
            if nodes[node]["first"]:
                nodes[place[node]]["first"] = place[nodes[node]["first"]]
    return kept
