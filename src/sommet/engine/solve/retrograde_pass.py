"""One pass of the retrograde solver over a part of all positions, for CPU and GPU.

A table has a byte a position: 0 while nothing is known (in the end: a draw), else the distance to
the end of the game plus one. Pass `distance` finds the positions that are exactly so far from the
end. All ends of a game are of one kind for the player who would be next, so the parity of a
distance tells who wins, and a pass looks either for wins or for losses:

    a win    some move leads to a position that is lost in one move less
    a loss   every move leads to a position that is won, in one move less or earlier

A pass reads only what earlier passes wrote, and whether a position was settled in this pass or not
makes no difference to any other. So the order does not matter, threads need no locks, and a pass
that was interrupted is simply made again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sommet.engine.solve.index_interface import at, choices, place, stratum, stretch
from sommet.machine.bits import lowest, signed, u64
from sommet.machine.jit import inlined, threaded
from sommet.machine.kernel_interface import RUNNING, State, fresh, load, outcome, play, store

__all__ = ["DEPTH", "settle", "settled", "sweep"]

DEPTH = 4
"""Steps in a turn at most."""


@inlined
def settled(
    state: State, distance: int, winning: bool, values: Any, shelves: Any, room: Any
) -> bool:
    """Whether a position is exactly `distance` from the end, when it is no less.

    `room` is a pair of arrays for half-made turns: words (word, depth) and steps left (depth).
    """
    words, left = room
    depth, now, todo = 0, state, choices(state)
    while True:
        if not todo:
            if depth == 0:
                return not winning
            depth -= 1
            now, todo = load(state, words, depth), left[depth]
            continue
        step = signed(lowest(todo))
        todo &= todo - u64(1)
        after = play(now, step)
        if not fresh(after):
            store(now, words, depth)
            left[depth] = todo
            depth += 1
            now, todo = after, choices(after)
            continue
        known = 1 if outcome(after) != RUNNING else signed(values[place(after, shelves)])
        if winning:
            if known == distance:
                return True
        elif known == 0 or known > distance or (distance - known) & 1:
            return False


@inlined
def settle(
    like: State,
    number: int,
    distance: int,
    winning: bool,
    values: Any,
    shelves: Any,
    live: Any,
    news: Any,
    room: Any,
) -> None:
    """Settle a position about which nothing is known, if its distance is this one.

    `live` tells for each stratum whether anything can be found there; `news` where something was.
    """
    state = at(like, number, shelves)
    kind = stratum(state)
    if not live[kind]:
        return
    if distance == 0:
        found = outcome(state) != RUNNING
    else:
        found = settled(state, distance, winning, values, shelves, room)
    if found:
        values[number] = distance + 1
        news[kind] = 1


@threaded
def sweep(
    like: State,
    begin: int,
    end: int,
    distance: int,
    winning: bool,
    values: Any,
    shelves: Any,
    live: Any,
    news: Any,
) -> None:
    """A pass over the positions from `begin` to `end`, by one thread. Where nothing can be found
    it leaps over whole stretches."""
    words = np.empty((8, DEPTH), np.uint64)
    room = (words, np.empty(DEPTH, np.uint64))
    number = begin
    while number < end:
        kind, until = stretch(like, number, shelves)
        until = min(until, end)
        if live[kind]:
            for each in range(number, until):
                if values[each] == 0:
                    settle(like, each, distance, winning, values, shelves, live, news, room)
        number = until
