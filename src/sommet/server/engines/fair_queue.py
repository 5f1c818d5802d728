"""Who is thought for next: a queue in which nobody starves behind somebody who asks much."""

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
    """How urgent a thought is. Who is less urgent waits until nobody more urgent does."""

    ATTENDED = 0
    """A bot's, at a table where a person waits for it."""
    UNATTENDED = 1
    """A bot's, while nobody is there."""
    ASKED = 2
    """A hint or an analysis: nobody's game hangs on it."""


@dataclass(order=True)
class Waiter(Generic[T]):
    """Somebody in the queue. Of one rank, everybody's first question comes before anybody's second;
    of those, the one that came first."""

    rank: Priority
    round: int
    number: int
    seconds: float = field(compare=False)
    """How long the thought is expected to take."""
    call: asyncio.Future[T] = field(compare=False)


class FairQueue(Generic[T]):
    """Hands out what there is too little of, one at a time."""

    def __init__(self) -> None:
        self._heap: list[Waiter[T]] = []
        self._number = 0
        self._round: Counter[Priority] = Counter()
        """The round that is on, by rank."""
        self._last: dict[tuple[Priority, str], int] = {}
        """The round of somebody's last question that waits."""

    def __iter__(self) -> Iterator[Waiter[T]]:
        return (each for each in self._heap if not each.call.done())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def join(self, rank: Priority, owner: str, seconds: float) -> Waiter[T]:
        """Stand in the queue; `call` has a result when one is called."""
        call: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting = Waiter(rank, self.round_of(rank, owner), self._number, seconds, call)
        self._number += 1
        self._last[rank, owner] = waiting.round
        heapq.heappush(self._heap, waiting)
        return waiting

    def round_of(self, rank: Priority, owner: str) -> int:
        """In which round somebody's next question will be."""
        return max(self._round[rank], self._last.get((rank, owner), -1) + 1)

    def ahead(self, rank: Priority, owner: str) -> float:
        """Seconds of thought that come before somebody's next question."""
        place = rank, self.round_of(rank, owner)
        return sum(each.seconds for each in self if (each.rank, each.round) <= place)

    def give(self, thing: T) -> bool:
        """Give to the first in the queue what they wait for; False if nobody waits."""
        while self._heap:
            first = heapq.heappop(self._heap)
            if not first.call.done():  # else they have gone away
                self._round[first.rank] = first.round
                first.call.set_result(thing)
                return True
        self._round.clear()
        self._last.clear()
        return False
