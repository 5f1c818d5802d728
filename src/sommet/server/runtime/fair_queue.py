"""A fair queue: owners take turns, so an owner with many requests delays only itself."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

__all__ = ["FairQueue", "Turn"]

T = TypeVar("T")


@dataclass(eq=False)
class Turn(Generic[T]):
    """A request for a resource: it waits in the queue, then holds the resource until released."""

    owner: str
    priority: int
    seconds: float
    """Estimated time that the resource will be held."""
    granted: asyncio.Future[T]
    until: float = 0.0
    """When the resource will probably be free again (event loop time)."""

    @property
    def resource(self) -> T:
        return self.granted.result()


class FairQueue(Generic[T]):
    """Shares out a fixed set of resources.

    Priorities are strict: a turn waits while there is one with a lower number. Within a priority,
    nobody waits for more than one turn of each other owner.
    """

    def __init__(self, resources: Iterable[T]) -> None:
        self._free = list(resources)
        self._held: set[Turn[T]] = set()
        self._waiting: dict[int, OrderedDict[str, deque[Turn[T]]]] = {}
        """By priority, the owners in the order of their next turns."""

    def __len__(self) -> int:
        """Number of waiting turns."""
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Turn[T]]:
        """The waiting turns."""
        for owners in self._waiting.values():
            for turns in owners.values():
                yield from _live(turns)

    @property
    def free(self) -> int:
        """Number of free resources."""
        return len(self._free)

    @property
    def held(self) -> tuple[Turn[T], ...]:
        """The turns that hold a resource."""
        return tuple(self._held)

    async def acquire(
        self,
        owner: str,
        priority: int = 0,
        seconds: float = 0.0,
        prefer: Callable[[T], Any] = lambda resource: 0,
    ) -> Turn[T]:
        """Wait for a turn, which must be released. Of several free resources, it gets the one with
        the lowest `prefer`, on ties the one used last."""
        granted: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        turn = Turn(owner, priority, seconds, granted)
        if self._free:
            resource = min(reversed(self._free), key=prefer)
            self._free.remove(resource)
            self._grant(turn, resource)
            return turn
        self._waiting.setdefault(priority, OrderedDict()).setdefault(owner, deque()).append(turn)
        try:
            await turn.granted
        except asyncio.CancelledError:
            self.release(turn)  # it may just have been granted
            raise
        return turn

    def release(self, turn: Turn[T]) -> None:
        """Pass the turn's resource on to the next in the queue. A turn that holds none, or was
        released before, changes nothing."""
        if turn not in self._held:
            return
        self._held.remove(turn)
        following = self._next()
        if following:
            self._grant(following, turn.resource)
        else:
            self._free.append(turn.resource)

    def estimate_seconds(self, owner: str, priority: int = 0) -> float:
        """Estimated seconds until an owner's next turn."""
        if self._free:
            return 0.0
        now = asyncio.get_running_loop().time()
        current = sum(
            max(0.0, turn.until - now) for turn in self._held if turn.priority <= priority
        )
        return (current + self._seconds_ahead(owner, priority)) / len(self._held)

    def _seconds_ahead(self, owner: str, priority: int) -> float:
        """Estimated seconds of the waiting turns that come before an owner's next one."""
        first = [turn for turn in self if turn.priority < priority]
        same = self._waiting.get(priority, OrderedDict())
        place = 1 + sum(1 for _ in _live(same.get(owner, ())))
        for turns in same.values():
            first += islice(_live(turns), place)
        return sum(turn.seconds for turn in first)

    def _grant(self, turn: Turn[T], resource: T) -> None:
        self._held.add(turn)
        turn.until = asyncio.get_running_loop().time() + turn.seconds
        turn.granted.set_result(resource)

    def _next(self) -> Turn[T] | None:
        """Take the turn that comes next out of the queue, skipping cancelled ones."""
        while self._waiting:
            priority = min(self._waiting)
            owners = self._waiting[priority]
            owner, turns = owners.popitem(last=False)
            turn = turns.popleft()
            if turns:
                owners[owner] = turns  # behind the other owners
            elif not owners:
                del self._waiting[priority]
            if not turn.granted.done():
                return turn
        return None

    def close(self) -> None:
        """Cancel all waiting turns."""
        for turn in tuple(self):
            turn.granted.cancel()


def _live(turns: Iterable[Turn[T]]) -> Iterator[Turn[T]]:
    return (turn for turn in turns if not turn.granted.done())
