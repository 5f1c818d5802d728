"""Proves values on all cores: threads share a transposition table and avoid each other's work."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from threading import Lock
from time import perf_counter
from typing import Any

from sommet.engine.players import Stop
from sommet.engine.slices import Pace, finish
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
from sommet.machine.arrays import UINT64, clear, zeros
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import State
from sommet.machine.thread_pool import ThreadTeam

__all__ = ["Prover", "available_cores", "stop_after", "table_bits"]

MAX_NODES = 1 << 62
"""Nodes of a search if nothing but time limits them."""
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
        self._busy = zeros(UINT64, BUSY_SLOTS)
        self.threads = threads
        self._team = ThreadTeam(threads)
        self._stacks = [stack_for(like) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """The number of nodes searched so far, by all threads."""
        return sum(stack.counters[NODES] for stack in self._stacks)

    def clear(self) -> None:
        """Empty the table."""
        clear(self.table)

    def known_value(self, state: State) -> int:
        """The value of a state, if it is static or in the table, else OPEN."""
        found: int = known_value(state, self.table, self.salt, self.evaluator)
        return found

    def value(self, state: State, *, nodes: int | None = None, stop: Stop | None = None) -> int:
        """The value of a state at the start of a turn, for the player to move; all threads search.

        OPEN if `nodes` nodes per thread weren't enough, or if `stop`, which is polled, returned
        True.
        """
        return finish(self.value_in_slices(state, nodes, stop))

    def value_in_slices(
        self, state: State, nodes: int | None = None, stop: Stop | None = None
    ) -> Generator[None, None, int]:
        """`value` in slices."""
        if (value := self.known_value(state)) != OPEN:
            return value
        found: list[int] = []

        def work(stack: Stack) -> Generator[None, None, None]:
            stack.counters[SHARED_DEPTH] = MAX_SHARED_DEPTH if len(self._stacks) > 1 else 0
            value = yield from self._prove(
                state, stack, nodes, lambda: bool(found or (stop and stop()))
            )
            if value != OPEN:
                found.append(value)

        clear(self._busy)
        yield from self._team.run_slices([work(stack) for stack in self._stacks])
        return found[0] if found else OPEN

    def values(self, states: Sequence[State], *, stop: Stop | None = None) -> list[int]:
        """The values of many states, each searched by one thread."""
        return finish(self.values_in_slices(states, stop))

    def values_in_slices(
        self, states: Sequence[State], stop: Stop | None = None
    ) -> Generator[None, None, list[int]]:
        """`values` in slices."""
        found = [OPEN] * len(states)
        waiting = iter(range(len(states)))
        lock = Lock()

        def work(stack: Stack) -> Generator[None, None, None]:
            stack.counters[SHARED_DEPTH] = 0
            while not (stop and stop()):
                with lock:
                    index = next(waiting, None)
                if index is None:
                    return
                value = self.known_value(states[index])
                if value == OPEN:
                    value = yield from self._prove(states[index], stack, None, stop)
                found[index] = value

        yield from self._team.run_slices([work(stack) for stack in self._stacks])
        return found

    def _prove(
        self, state: State, stack: Stack, nodes: int | None, stop: Stop | None
    ) -> Generator[None, None, int]:
        begin(state, self.salt, stack, self.evaluator, UNLIMITED_TURNS, LOSS, WIN)
        return (yield from self._resume(state, stack, nodes, stop))

    def score(
        self,
        state: State,
        turns: int,
        alpha: int = LOSS,
        beta: int = WIN,
        stop: Stop | None = None,
    ) -> int:
        """The score of a state without a static value, searched `turns` turns deep.

        WIN and LOSS are proven; outside the window, a score is a bound. OPEN if `stop` returned
        True.
        """
        return finish(self.score_in_slices(state, turns, alpha, beta, stop))

    def score_in_slices(
        self,
        state: State,
        turns: int,
        alpha: int = LOSS,
        beta: int = WIN,
        stop: Stop | None = None,
    ) -> Generator[None, None, int]:
        """`score` in slices."""
        begin(state, self.salt, self._stacks[0], self.evaluator, turns, alpha, beta)
        return (yield from self._resume(state, self._stacks[0], None, stop))

    def _resume(
        self, state: State, stack: Stack, nodes: int | None, stop: Stop | None
    ) -> Generator[None, None, int]:
        """Continue the search on a stack."""
        value, left, pace = OPEN, MAX_NODES if nodes is None else nodes, Pace()

        def run(size: int) -> int:
            nonlocal value, left
            left -= size
            value = search(state, self.table, self.salt, self._busy, stack, self.evaluator, size)
            return size

        while value == OPEN and left > 0 and not (stop and stop()):
            pace.run(run, left)
            yield
        return value


def stop_after(seconds: float, stop: Stop | None = None) -> Stop:
    """A `stop` function that returns True after `seconds`, or when another one does."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end or bool(stop and stop())
