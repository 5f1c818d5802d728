"""What a search tree is made of: arrays that are allocated once.

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

    tried   mean    float32  of the shares of a win that came back through this child, for the seat
                             that chose it in this role (each side looks after its own); while there
                             were none, UNTRIED and the hope
            spread  float32  1 by the root of the visits, 0 while there were none: how far the mean
                             may be off. With it a choice among many children needs neither roots
                             nor divisions
            visits  float32  how many simulations there were
            hope    float32  how good the child looks to this role at a glance, or UNSEEN

    seen    float32          for each node and role: how often a seat in this role chose there

The figures of siblings lie side by side, role after role: those of the child at place `i` of `n`
stand at `first * roles + role * n + i`.

The root is node 0, and a child always lies behind its parent. A tree that is full stops growing;
simulations go on from the nodes it has.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from sommet.machine.jit import inlined, njit

__all__ = ["OPEN", "UNSEEN", "UNTRIED", "Wood", "clear", "keep", "plant"]

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
TRIED = np.dtype([(name, np.float32) for name in ("mean", "spread", "visits", "hope")])

OPEN = -1
"""Not proven."""
UNSEEN = -1e9
"""Nobody has looked at this child in this role."""
UNTRIED = 10.0
"""What a child promises that nobody has tried in this role: more than any other."""


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
        tried[at * roles + role]["mean"] = UNTRIED
        tried[at * roles + role]["spread"] = 0.0
        tried[at * roles + role]["visits"] = 0.0
        tried[at * roles + role]["hope"] = UNSEEN


@njit
def plant(wood: Wood) -> int:
    """Begin a tree that is nothing but its root; the number of nodes."""
    clear(wood, 0, 0)
    return 1


@inlined
def distrust(tried: Any, place: int, trust: float) -> None:
    """Let figures count for so much of what they did; without any they are those of a child that
    nobody tried."""
    visits = tried[place]["visits"] * trust
    tried[place]["visits"] = visits
    if visits > 0.0:
        tried[place]["spread"] = 1.0 / sqrt(visits)
    else:
        seen = tried[place]["hope"] != UNSEEN
        tried[place]["mean"] = UNTRIED + (tried[place]["hope"] if seen else 0.0)
        tried[place]["spread"] = 0.0


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
                tried[there * roles + index] = tried[node * roles + index]
                distrust(tried, there * roles + index, trust)
            for role in range(roles):
                seen[there, role] = trust * seen[node, role]
            nodes[there] = nodes[node]
            if nodes[node]["first"]:
                nodes[there]["first"] = place[nodes[node]["first"]]
    return kept
