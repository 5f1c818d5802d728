"""The arrays that hold a search tree, allocated once.

A node is a public state, within a turn or between two, reached by a step from its parent. The value
of a step depends on what the seat that chooses it holds (its **role**), so every child has a row of
statistics for each role of that seat. Without secrets there is one role and the tree is an ordinary
one. The arrays:

    nodes   visits            int32    simulations that passed through
            first_child       int32    its first child; 0 while there is none. Siblings are adjacent
            child_count       int16
            step              int16    the step that leads here
            proven            int16    the set of winners under best play once proven, else UNPROVEN
            has_proven_child  int16

    stats   mean              float32  mean share of a win for the seat that chose this child in
                                       this role; UNVISITED plus the prior before the first visit
            inv_sqrt_visits   float32  1 / sqrt(visits), 0 before the first visit; selection needs
                                       neither roots nor divisions
            visits            float32
            prior             float32  the static evaluation of the child for this role, or NO_PRIOR

    role_visits               float32  (nodes, roles): how often a seat in this role chose there

The statistics of siblings are adjacent, role after role: those of child `i` of `n` are at
`first_child * roles + role * n + i`.

The root is node 0, and children always have higher numbers than their parent. A full tree stops
growing; simulations continue with the nodes there are.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from sommet.machine.arrays import FLOAT32, INT16, INT32, Record, zeros
from sommet.machine.exports import FLOAT, INT, Array, Group, export
from sommet.machine.jit import inlined, njit, np

__all__ = [
    "NO_PRIOR",
    "POOL",
    "UNPROVEN",
    "UNVISITED",
    "Node",
    "NodePool",
    "reroot",
    "reset_node",
    "reset_tree",
]

NODE = Record(
    (
        ("visits", INT32),
        ("first_child", INT32),
        ("child_count", INT16),
        ("step", INT16),
        ("proven", INT16),
        ("has_proven_child", INT16),
    )
)
STATS = Record(tuple((name, FLOAT32) for name in ("mean", "inv_sqrt_visits", "visits", "prior")))
MEAN, VISITS, FIELDS = 0, 2, 4
"""Fields of the statistics, and how many there are."""

UNPROVEN = -1
"""The value of `proven` while the result is open."""
NO_PRIOR = -1e9
"""The child has not been evaluated for this role."""
UNVISITED = 10.0
"""The mean of a child without visits in this role: higher than any real value."""


class Node(NamedTuple):
    """A node as Python reads it; see the top of the file."""

    visits: int
    first_child: int
    child_count: int
    step: int
    proven: int
    has_proven_child: int


class NodePool(NamedTuple):
    """The arrays of a tree; see the top of the file."""

    nodes: Any
    stats: Any
    role_visits: Any

    @classmethod
    def allocate(cls, capacity: int, roles: int) -> NodePool:
        """Arrays for `capacity` nodes."""
        return cls(
            zeros(NODE, capacity), zeros(STATS, capacity * roles), zeros(FLOAT32, capacity, roles)
        )

    @property
    def roles(self) -> int:
        """The number of roles for which there is room."""
        return int(self.role_visits.shape[1])

    def node(self, at: int) -> Node:
        """A node."""
        return Node(*NODE.struct.unpack_from(self.nodes, at * NODE.size))

    def children(self, at: int) -> list[Node]:
        """A node's children, which are adjacent from its `first_child` on."""
        _, first, count, *_ = self.node(at)
        nodes = self.nodes.cast("B")[first * NODE.size : (first + count) * NODE.size]
        return [Node(*fields) for fields in NODE.struct.iter_unpack(nodes)]

    def child_stats(self, at: int, role: int) -> list[tuple[float, float]]:
        """For each of a node's children, the visits by seats in a role, and their mean result."""
        _, first, count, *_ = self.node(at)
        begin = (first * self.roles + role * count) * FIELDS
        stats = self.stats.cast("B").cast("f")[begin : begin + count * FIELDS].tolist()
        return [*zip(stats[VISITS::FIELDS], stats[MEAN::FIELDS], strict=True)]


POOL = Group(NodePool, (Array(NODE), Array(STATS), Array(FLOAT32, 2)))


@inlined
def reset_node(pool: NodePool, at: int, step: int) -> None:
    """Initialise a node without children or visits."""
    nodes, stats, role_visits = pool
    nodes[at]["visits"] = 0
    nodes[at]["first_child"] = 0
    nodes[at]["child_count"] = 0
    nodes[at]["step"] = step
    nodes[at]["proven"] = UNPROVEN
    nodes[at]["has_proven_child"] = False
    roles = role_visits.shape[1]
    for role in range(roles):
        role_visits[at, role] = 0.0
        stats[at * roles + role]["mean"] = UNVISITED
        stats[at * roles + role]["inv_sqrt_visits"] = 0.0
        stats[at * roles + role]["visits"] = 0.0
        stats[at * roles + role]["prior"] = NO_PRIOR


@export("reset_tree", POOL, returns=(INT,))
@njit
def reset_tree(pool: NodePool) -> int:
    """Start a tree that has only its root; returns the number of nodes."""
    reset_node(pool, 0, 0)
    return 1


@inlined
def discount(stats: Any, place: int, trust: float) -> None:
    """Scale the weight of a child's statistics by `trust`; 0 makes it unvisited."""
    visits = stats[place]["visits"] * trust
    stats[place]["visits"] = visits
    if visits > 0.0:
        stats[place]["inv_sqrt_visits"] = 1.0 / sqrt(visits)
    else:
        has_prior = stats[place]["prior"] != NO_PRIOR
        stats[place]["mean"] = UNVISITED + (stats[place]["prior"] if has_prior else 0.0)
        stats[place]["inv_sqrt_visits"] = 0.0


@export("reroot", POOL, INT, INT, FLOAT, returns=(INT,))
@njit
def reroot(pool: NodePool, used: int, at: int, trust: float) -> int:
    """Make a node the root and discard everything outside its subtree; returns the number of nodes.

    `trust`, from 0 to 1, scales the weight of the statistics that stay. Children follow their
    parents and siblings are adjacent, so moving everything down in order preserves both.
    """
    nodes, stats, role_visits = pool
    roles = role_visits.shape[1]
    place = np.full(used, -1, np.int32)  # each node's new index; -1: discarded, 0: stays
    family = np.zeros(used, np.int32)  # for a first child that stays, the number of siblings
    place[at] = 0
    kept = 0
    for node in range(at, used):
        if place[node] == 0:
            place[node] = kept
            kept += 1
            first = nodes[node]["first_child"]
            family[first] = nodes[node]["child_count"]
            for child in range(first, first + nodes[node]["child_count"]):
                place[child] = 0
    for node in range(at, used):
        if place[node] >= 0:
            there = place[node]
            for index in range(family[node] * roles):
                stats[there * roles + index] = stats[node * roles + index]
                discount(stats, there * roles + index, trust)
            for role in range(roles):
                role_visits[there, role] = trust * role_visits[node, role]
            nodes[there] = nodes[node]
            if nodes[node]["first_child"]:
                nodes[there]["first_child"] = place[nodes[node]["first_child"]]
    return kept
