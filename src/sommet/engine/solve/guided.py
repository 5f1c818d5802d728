"""Alpha-beta over whole turns, guided by a network that is exact in places.

`explore` in numbered steps:

    1  stop when told to, count the node
    2  what the table of positions already knows
    3  every turn, with the position it leads to; a turn that wins the game ends the matter
    4  judge the positions: what is exact needs no search, the rest is put in order
    5  search them, best first, until one is good enough
    6  remember

A score is ±PROVEN when the end of the game (or an exact bucket of the network) was reached on every
path that matters, so it is certain whatever the depth; 0 for an exact draw; else what the network
expects, under SURE. Scores are from the side of the player to move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.engine.solve.hooks import at, bucket, choices, place
from sommet.engine.solve.network import Network, exact_value, outputs, rooms, verdict
from sommet.machine.bits import lowest, signed, u64
from sommet.machine.compiling import inlined, njit, threaded
from sommet.machine.protocol import RUNNING, State, fresh, key, load, outcome, play, store, turn

__all__ = ["PROVEN", "SURE", "Search", "estimated_distance", "judge", "new_search", "root"]

PROVEN = 1_000_000
SURE = 900_000
ENDLESS = 2_000_000
MOST_TURNS = 1024
DEEPEST = 40
SLOTS = 1 << 20
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class Search(NamedTuple):
    """What a search works with; one thread at a time.

    `keys`, `scores`, `depths`, `bounds` are the table of positions. `words` (word, ply and turn)
    and `worth` hold the positions after each turn on the way down; `half` is room for half-made
    turns. `counts` holds the nodes and, once somebody sets it, a 1 to stop.
    """

    keys: Any
    scores: Any
    depths: Any
    bounds: Any
    words: Any
    worth: Any
    half: Any
    left: Any
    counts: Any
    room: Any


def new_search(active: int) -> Search:
    """Everything that a search needs, empty."""
    return Search(
        np.zeros(SLOTS, np.uint64),
        np.zeros(SLOTS, np.int32),
        np.full(SLOTS, -1, np.int8),
        np.zeros(SLOTS, np.int8),
        np.zeros((4, DEEPEST * MOST_TURNS), np.uint64),
        np.zeros(DEEPEST * MOST_TURNS, np.int32),
        np.zeros((4, 8), np.uint64),
        np.zeros(8, np.uint64),
        np.zeros(2, np.int64),
        rooms(active),
    )


@njit
def turns(state: State, search: Search, base: int) -> int:
    """Write the position after every turn, one after the other from `base` on; how many."""
    found = 0
    depth, now, todo = 0, state, choices(state)
    while True:
        if not todo:
            if depth == 0:
                return found
            depth -= 1
            now, todo = load(state, search.half, depth), search.left[depth]
            continue
        step = signed(lowest(todo))
        todo &= todo - u64(1)
        after = play(now, step)
        if fresh(after):
            if found < MOST_TURNS:
                store(after, search.words, base + found)
                found += 1
        else:
            store(now, search.half, depth)
            search.left[depth] = todo
            depth += 1
            now, todo = after, choices(after)


@inlined
def ended(state: State, result: int) -> int:
    """The score of a game that is over."""
    winners = result & 0xFF
    if winners == 3:
        return 0
    return PROVEN if winners >> turn(state) & 1 else -PROVEN


@njit
def judge(state: State, search: Search, network: Network, shelves: Any) -> int:
    """What a position looks like without search: certain where the network is exact."""
    number = place(state, shelves)
    out = outputs(at(state, number, shelves), network, search.room)
    true = exact_value(number, bucket(state), verdict(out), network)
    if true == 1:
        return PROVEN
    if true == -1:
        return -PROVEN
    if true == 0:
        return 0
    expected = int((out[0] - out[2]) / np.float32(8.0))
    return expected if expected else 1  # nothing but an exact draw is 0


@njit
def estimated_distance(state: State, search: Search, network: Network, shelves: Any) -> float:
    """How far the network thinks the end is; only to compare one position with another."""
    number = place(state, shelves)
    return float(outputs(at(state, number, shelves), network, search.room)[3])


@inlined
def remember(search: Search, word: Any, score: int, depth: int, bound: int) -> None:
    slot = word & u64(SLOTS - 1)
    search.keys[slot] = word
    search.scores[slot] = score
    search.depths[slot] = depth
    search.bounds[slot] = bound


@threaded
def explore(
    state: State,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    search: Search,
    network: Network,
    shelves: Any,
) -> int:
    """The score of a position in which the game goes on, searched so many turns deep."""
    # 1
    search.counts[0] += 1
    if search.counts[1]:
        return 0
    # 2
    word = key(state)
    slot = word & u64(SLOTS - 1)
    if search.keys[slot] == word:
        score: int = search.scores[slot]
        if search.depths[slot] >= depth or abs(score) > SURE:
            bound = search.bounds[slot]
            enough = bound == AT_LEAST and score >= beta
            if bound == EXACT or enough or (bound == AT_MOST and score <= alpha):
                return score
    # 3
    base = ply * MOST_TURNS
    count = turns(state, search, base)
    best = -ENDLESS
    # 4
    todo = 0
    for each in range(count):
        after = load(state, search.words, base + each)
        result = outcome(after)
        if result != RUNNING:
            score = -ended(after, result)
        else:
            child = key(after)
            where = child & u64(SLOTS - 1)
            if search.keys[where] == child and (
                search.bounds[where] == EXACT or abs(search.scores[where]) > SURE
            ):
                score = -search.scores[where]
                certain = abs(score) > SURE or search.depths[where] == DEEPEST
            else:
                score = -judge(after, search, network, shelves)
                certain = abs(score) > SURE or score == 0
                remember(search, child, -score, DEEPEST if certain else 0, EXACT)
            if not certain and depth > 1:
                store(after, search.words, base + todo)
                search.worth[base + todo] = score
                todo += 1
                continue
        best = max(best, score)
        if best >= beta or best > SURE:
            remember(search, word, best, DEEPEST if best > SURE else depth, AT_LEAST)
            return best
    # 5
    first_alpha = alpha
    alpha = max(alpha, best)
    for each in range(todo):
        top = each
        for other in range(each + 1, todo):
            if search.worth[base + other] > search.worth[base + top]:
                top = other
        after = load(state, search.words, base + top)
        if top != each:
            store(load(state, search.words, base + each), search.words, base + top)
            search.worth[base + top] = search.worth[base + each]
        score = -explore(after, depth - 1, -beta, -alpha, ply + 1, search, network, shelves)
        if search.counts[1]:
            return 0
        best = max(best, score)
        alpha = max(alpha, best)
        if best >= beta or best > SURE:
            break
    # 6
    bound = AT_LEAST if best >= beta else EXACT if best > first_alpha else AT_MOST
    remember(search, word, best, DEEPEST if abs(best) > SURE else depth, bound)
    return best


def root(
    states: list[State],
    order: Any,
    scores: Any,
    depth: int,
    search: Search,
    network: Network,
    shelves: Any,
) -> int:
    """Search the positions after the first turn, in this order, each to `depth` turns; how many
    were finished before somebody said stop. `scores` are from the side of who makes the turn.

    In plain Python: Numba cannot load a function from disk that calls one which calls itself.
    """
    alpha = -ENDLESS
    for done, which in enumerate(order):
        if abs(scores[which]) < SURE:
            score = -explore(states[which], depth, -ENDLESS, -alpha, 1, search, network, shelves)
            if search.counts[1]:
                return done
            scores[which] = score
        alpha = max(alpha, int(scores[which]))
        if alpha > SURE:
            return done + 1
    return len(order)
