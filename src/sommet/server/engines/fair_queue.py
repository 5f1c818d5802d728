"""A fair priority queue: owners with many jobs don't starve the others."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

__all__ = ["FairQueue", "Priority", "Waiter"]

T = TypeVar("T")


class Priority(IntEnum):
    """Strict priorities: a job waits until no job with a lower number does."""

    ATTENDED = 0
    """A bot's move while a person waits at the table."""
    UNATTENDED = 1
    """A bot's move while nobody is there."""
    ON_REQUEST = 2
    """A hint or an analysis: no game depends on it."""


@dataclass(order=True)
class Waiter(Generic[T]):
    """An entry in the queue. Within a priority, every owner's first job comes before anyone's
    second; within such a round, first come, first served."""

    priority: Priority
    round: int
    number: int
    seconds: float = field(compare=False)
    """Estimated duration of the job."""
    call: asyncio.Future[T] = field(compare=False)


class FairQueue(Generic[T]):
    """Hands out a scarce resource, one at a time."""

    def __init__(self) -> None:
        self._heap: list[Waiter[T]] = []
        self._number = 0
        self._round: Counter[Priority] = Counter()
        """The current round of each priority."""
        self._last: dict[tuple[Priority, str], int] = {}
        """The round of each owner's last waiting job."""

    def __iter__(self) -> Iterator[Waiter[T]]:
        return (each for each in self._heap if not each.call.done())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def join(self, priority: Priority, owner: str, seconds: float) -> Waiter[T]:
        """Join the queue; the entry's `call` gets the resource as its result."""
        call: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting = Waiter(priority, self.round_of(priority, owner), self._number, seconds, call)
        self._number += 1
        self._last[priority, owner] = waiting.round
        heapq.heappush(self._heap, waiting)
        return waiting

    def round_of(self, priority: Priority, owner: str) -> int:
        """The round of an owner's next job."""
        return max(self._round[priority], self._last.get((priority, owner), -1) + 1)

    def ahead(self, priority: Priority, owner: str) -> float:
        """Estimated seconds of work before an owner's next job."""
        place = priority, self.round_of(priority, owner)
        return sum(each.seconds for each in self if (each.priority, each.round) <= place)

    def hand_out(self, thing: T) -> bool:
        """Hand the resource to the first in the queue; False if the queue is empty."""
        while self._heap:
            first = heapq.heappop(self._heap)
            if not first.call.done():  # otherwise cancelled
                self._round[first.priority] = first.round
                first.call.set_result(thing)
                return True
        self._round.clear()
        self._last.clear()
        return False
