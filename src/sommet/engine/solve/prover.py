"""Proofs on all cores: threads that share one memory and keep out of each other's way."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import perf_counter
from typing import Any

import numpy as np

from sommet.engine.solve.adapter_interface import ENDLESS, LOSS, OPEN, WIN, identity, known, settled
from sommet.engine.solve.alphabeta import NODES, SHARED, Stack, begin, search, stack_for
from sommet.engine.solve.transposition_table import FACTS, find, memory, stirred
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import State

__all__ = ["Prover", "cores", "room_for", "until"]

SLICE, GUIDED_SLICE = 1 << 14, 1 << 7
"""Nodes between two looks at the clock, a few hundredths of a second; the second number where each
of them has to be judged."""
BUSY = 1 << 16
"""Places for the states that threads are at."""
DEPTH_SHARED = 14
"""Turns from the root down to which threads keep out of each other's way."""


def cores() -> int:
    """How many threads can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def room_for(share: float = 0.25) -> int:
    """The logarithm of the entries that a share of this machine's memory has room for."""
    pages = (
        os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    )
    return min(max(int(pages * share / 16).bit_length() - 1, 20), 30)


class Prover:
    """Finds values and remembers what it proved on the way, for as long as it lives.

    The memory has 2^bits entries of 16 bytes; `like` is any state of the game. With one thread the
    nodes that a proof takes depend on nothing but the states asked about, in their order, and on
    `salt`, which stirs the identities in another way. `guide` is for games that need one
    (`network_evaluation.py`), which are searched by one thread.
    """

    def __init__(
        self, like: State, *, bits: int = 22, threads: int = 1, salt: int = 0, guide: Any = ()
    ) -> None:
        self.table, self.guide = memory(bits), guide
        self.salt = u64(salt)
        self._busy = np.zeros(BUSY, np.uint64)
        self.threads = threads
        self._stacks = [stack_for(like) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """How many nodes all proofs have taken so far."""
        return sum(int(stack.numbers[NODES]) for stack in self._stacks)

    def forget(self) -> None:
        """Begin anew with an empty memory."""
        self.table[:] = 0

    def recalled(self, state: State) -> int:
        """The value of a state, as far as it is settled or remembered, else OPEN."""
        if (value := settled(state)) != OPEN:
            return value
        word, degree = identity(state)
        data = u64(find(self.table, u64(stirred(word, self.salt))))
        least, most = known(state, data & FACTS, degree) if data else (LOSS, WIN)
        return least if least == most else OPEN

    def value(
        self, state: State, *, nodes: int | None = None, stop: Callable[[], bool] | None = None
    ) -> int:
        """The value of a state at the start of a turn for the player to move; OPEN when so many
        nodes a thread did not suffice, or when `stop`, which is asked now and then, said True.

        All threads work on it together."""
        if (value := self.recalled(state)) != OPEN:
            return value
        found: list[int] = []

        def work(stack: Stack) -> None:
            stack.numbers[SHARED] = DEPTH_SHARED if len(self._stacks) > 1 else 0
            value = self._prove(state, stack, nodes, lambda: bool(found or (stop and stop())))
            if value != OPEN:
                found.append(value)

        self._busy[:] = 0
        self._side_by_side(work)
        return found[0] if found else OPEN

    def values(
        self,
        states: Sequence[State],
        *,
        nodes: int | None = None,
        stop: Callable[[], bool] | None = None,
        told: Callable[[int, int], None] | None = None,
    ) -> list[int]:
        """The values of many states, each found by one thread; `told` hears of each as it comes,
        with its place in the list."""
        found = [OPEN] * len(states)
        waiting = iter(range(len(states)))
        lock = Lock()

        def work(stack: Stack) -> None:
            stack.numbers[SHARED] = 0
            while not (stop and stop()):
                with lock:
                    place = next(waiting, None)
                if place is None:
                    return
                value = self.recalled(states[place])
                if value == OPEN:
                    value = self._prove(states[place], stack, nodes, stop)
                found[place] = value
                if told and value != OPEN:
                    told(place, value)

        self._side_by_side(work)
        return found

    def _prove(
        self, state: State, stack: Stack, nodes: int | None, stop: Callable[[], bool] | None
    ) -> int:
        begin(state, self.salt, stack, self.guide, ENDLESS, LOSS, WIN)
        return self._go_on(state, stack, SLICE, nodes, stop)

    def score(
        self,
        state: State,
        turns: int,
        alpha: int = LOSS,
        beta: int = WIN,
        stop: Callable[[], bool] | None = None,
    ) -> int:
        """What a state that is not settled seems to be worth so many turns ahead: certain where it
        is WIN or LOSS; outside the window only a bound. OPEN when `stop` said True."""
        begin(state, self.salt, self._stacks[0], self.guide, turns, alpha, beta)
        return self._go_on(state, self._stacks[0], GUIDED_SLICE, None, stop)

    def _go_on(
        self,
        state: State,
        stack: Stack,
        most: int,
        nodes: int | None,
        stop: Callable[[], bool] | None,
    ) -> int:
        """Search what was begun, some nodes at a time."""
        value, left = OPEN, 1 << 62 if nodes is None else nodes
        while value == OPEN and left > 0 and not (stop and stop()):
            size = min(most, left)
            left -= size
            value = int(search(state, self.table, self.salt, self._busy, stack, self.guide, size))
        return value

    def _side_by_side(self, work: Callable[[Stack], None]) -> None:
        """Let every thread do the work with its own stack; an error in one is raised here."""
        if len(self._stacks) == 1:
            work(self._stacks[0])
            return
        with ThreadPoolExecutor(len(self._stacks)) as threads:
            list(threads.map(work, self._stacks))


def until(seconds: float, stop: Callable[[], bool] | None = None) -> Callable[[], bool]:
    """A `stop` that says True after so many seconds, or when another one does."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end or bool(stop and stop())
