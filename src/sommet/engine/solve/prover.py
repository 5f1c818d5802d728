"""Proves values on all cores: threads share a transposition table and avoid each other's work."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import perf_counter
from typing import Any

import numpy as np

from sommet.engine.solve.alphabeta import (
    NODES,
    SHARED_DEPTH,
    Stack,
    begin,
    known_value,
    search,
    stack_for,
)
from sommet.engine.solve.search_interface import LOSS, OPEN, UNLIMITED_TURNS, WIN
from sommet.engine.solve.transposition_table import new_table
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import State

__all__ = ["Prover", "available_cores", "stop_after", "table_bits"]

SLICE_NODES, EVALUATED_SLICE_NODES = 1 << 14, 1 << 7
"""Nodes between two checks of the clock, a few hundredths of a second; fewer where each node is
evaluated by a network."""
BUSY_SLOTS = 1 << 16
"""Slots for the keys of states that threads are searching."""
MAX_SHARED_DEPTH = 14
"""Depth in turns down to which threads avoid each other."""


def available_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def table_bits(share: float = 0.25) -> int:
    """The base-2 logarithm of the table entries that fit in a share of this machine's memory."""
    pages = (
        os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    )
    return min(max(int(pages * share / 16).bit_length() - 1, 20), 30)


class Prover:
    """Proves values; keeps its transposition table from one call to the next.

    The table has 2^bits entries of 16 bytes; `like` is any state of the game. With one thread, the
    node counts depend only on the sequence of calls and on `salt`, which changes the hash. Games
    that are evaluated by a network need an `evaluator` (`search_interface.py`) and one thread.
    """

    def __init__(
        self, like: State, *, bits: int = 22, threads: int = 1, salt: int = 0, evaluator: Any = ()
    ) -> None:
        self.table, self.evaluator = new_table(bits), evaluator
        self.salt = u64(salt)
        self._busy = np.zeros(BUSY_SLOTS, np.uint64)
        self.threads = threads
        self._stacks = [stack_for(like) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """The number of nodes searched so far, by all threads."""
        return sum(int(stack.counters[NODES]) for stack in self._stacks)

    def clear(self) -> None:
        """Empty the table."""
        self.table[:] = 0

    def known_value(self, state: State) -> int:
        """The value of a state, if it is static or in the table, else OPEN."""
        return int(known_value(state, self.table, self.salt, self.evaluator))

    def value(
        self, state: State, *, nodes: int | None = None, stop: Callable[[], bool] | None = None
    ) -> int:
        """The value of a state at the start of a turn, for the player to move; all threads search.

        OPEN if `nodes` nodes per thread weren't enough, or if `stop`, which is polled, returned
        True.
        """
        if (value := self.known_value(state)) != OPEN:
            return value
        found: list[int] = []

        def work(stack: Stack) -> None:
            stack.counters[SHARED_DEPTH] = MAX_SHARED_DEPTH if len(self._stacks) > 1 else 0
            value = self._prove(state, stack, nodes, lambda: bool(found or (stop and stop())))
            if value != OPEN:
                found.append(value)

        self._busy[:] = 0
        self._run_threads(work)
        return found[0] if found else OPEN

    def values(
        self,
        states: Sequence[State],
        *,
        nodes: int | None = None,
        stop: Callable[[], bool] | None = None,
        on_value: Callable[[int, int], None] | None = None,
    ) -> list[int]:
        """The values of many states, each searched by one thread. `on_value` is called with the
        index and the value of each state as it is found."""
        found = [OPEN] * len(states)
        waiting = iter(range(len(states)))
        lock = Lock()

        def work(stack: Stack) -> None:
            stack.counters[SHARED_DEPTH] = 0
            while not (stop and stop()):
                with lock:
                    index = next(waiting, None)
                if index is None:
                    return
                value = self.known_value(states[index])
                if value == OPEN:
                    value = self._prove(states[index], stack, nodes, stop)
                found[index] = value
                if on_value and value != OPEN:
                    on_value(index, value)

        self._run_threads(work)
        return found

    def _prove(
        self, state: State, stack: Stack, nodes: int | None, stop: Callable[[], bool] | None
    ) -> int:
        begin(state, self.salt, stack, self.evaluator, UNLIMITED_TURNS, LOSS, WIN)
        return self._resume(state, stack, SLICE_NODES, nodes, stop)

    def score(
        self,
        state: State,
        turns: int,
        alpha: int = LOSS,
        beta: int = WIN,
        stop: Callable[[], bool] | None = None,
    ) -> int:
        """The score of a state without a static value, searched `turns` turns deep.

        WIN and LOSS are proven; outside the window, a score is a bound. OPEN if `stop` returned
        True.
        """
        begin(state, self.salt, self._stacks[0], self.evaluator, turns, alpha, beta)
        return self._resume(state, self._stacks[0], EVALUATED_SLICE_NODES, None, stop)

    def _resume(
        self,
        state: State,
        stack: Stack,
        slice_nodes: int,
        nodes: int | None,
        stop: Callable[[], bool] | None,
    ) -> int:
        """Continue the search on a stack, `slice_nodes` nodes at a time."""
        value, left = OPEN, 1 << 62 if nodes is None else nodes
        while value == OPEN and left > 0 and not (stop and stop()):
            size = min(slice_nodes, left)
            left -= size
            value = int(
                search(state, self.table, self.salt, self._busy, stack, self.evaluator, size)
            )
        return value

    def _run_threads(self, work: Callable[[Stack], None]) -> None:
        """Run `work` on every thread with its own stack; raises the error of a thread."""
        if len(self._stacks) == 1:
            work(self._stacks[0])
            return
        with ThreadPoolExecutor(len(self._stacks)) as threads:
            list(threads.map(work, self._stacks))


def stop_after(seconds: float, stop: Callable[[], bool] | None = None) -> Callable[[], bool]:
    """A `stop` function that returns True after `seconds`, or when another one does."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end or bool(stop and stop())
