"""One stem of a search tree: its arrays, and the chance by which it grows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sommet.engine.mcts.node_pool import Wood, keep, plant
from sommet.engine.mcts.uct import Question, grow
from sommet.machine.bits import mixed, u64
from sommet.machine.kernel_interface import State

__all__ = ["NOWHERE", "Stem"]

NOWHERE = -1
"""No node."""


class Stem:
    """A tree that one thread grows. Its root is node 0."""

    def __init__(self, room: int, roles: int) -> None:
        self._wood = Wood.of(room, roles)
        self._used = 0
        self._chance = u64(1)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return self._used

    @property
    def simulations(self) -> int:
        """How many simulations the root has seen."""
        return int(self._wood.nodes[0]["visits"])

    def proven(self, at: int) -> int:
        """The winners of play from a node once they are known, else OPEN."""
        return int(self._wood.nodes[at]["proven"])

    def begin(self, seed: int, number: int) -> None:
        """Know nothing. Stems of one seed and other numbers grow otherwise."""
        self._lots(seed, number)
        self._used = int(plant(self._wood))

    def go_on(self, seed: int, number: int, at: int, trust: float) -> None:
        """Keep what is known beyond a node, which counts by so much."""
        self._lots(seed, number)
        self._used = int(keep(self._wood, self._used, at, trust))

    def _lots(self, seed: int, number: int) -> None:
        seed = int(mixed(u64(seed + number))) if number else seed
        self._chance = u64(seed % (1 << 63) * 2 + 1)

    def grow(self, root: State, question: Question, simulations: int) -> int:
        """Run so many simulations, fewer when the end is proven before; how many were run."""
        done, used, chance = grow(self._wood, self._used, root, question, self._chance, simulations)
        self._used, self._chance = int(used), u64(chance)
        return int(done)

    def children(self, at: int) -> Iterator[tuple[int, int]]:
        """The steps from a node, and the nodes that they lead to."""
        if at != NOWHERE:
            nodes = self._wood.nodes
            first, count = int(nodes[at]["first"]), int(nodes[at]["steps"])
            yield from zip(
                nodes["step"][first : first + count].tolist(),
                range(first, first + count),
                strict=True,
            )

    def figures(self, at: int, role: int | None) -> Iterator[tuple[int, int, float, float]]:
        """For each step from a node: the winners once they are known, how often it was tried by who
        has this role, or any, and the sum of what came of it."""
        if at != NOWHERE:
            nodes, tried, seen = self._wood
            first, count, roles = int(nodes[at]["first"]), int(nodes[at]["steps"]), seen.shape[1]
            figures = tried[first * roles :][: count * roles].reshape(roles, count)
            figures = figures if role is None else figures[role : role + 1]
            yield from zip(
                nodes["step"][first : first + count].tolist(),
                nodes["proven"][first : first + count].tolist(),
                figures["visits"].sum(axis=0, dtype=np.float64).tolist(),
                (figures["visits"].astype(np.float64) * figures["mean"]).sum(axis=0).tolist(),
                strict=True,
            )
