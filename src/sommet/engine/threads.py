"""Work that is done side by side, on so many cores of one process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sommet.machine.thread_pool import ThreadPool

__all__ = ["Abreast"]

T = TypeVar("T")


class Abreast:
    """So many threads: the one that asks, and others that wait for work as long as this lives.

    What they do must be compiled without Python's lock, else it is done by turns.
    """

    def __init__(self, cores: int = 1) -> None:
        self.cores = cores
        self._others = ThreadPool(cores - 1) if cores > 1 else None

    def begin(self, work: Callable[[], T]) -> Callable[[], T]:
        """Have work done by another thread; what is given back waits for what comes of it. Where
        there is no other, it is done then. Work that another thread does may not ask for more."""
        return self._others.submit(work).result if self._others else work

    def done(self, works: Sequence[Callable[[], T]]) -> list[T]:
        """What comes of each piece of work, in the order given, once all are done."""
        others = [self.begin(work) for work in works[1:]]
        return [*(work() for work in works[:1]), *(ended() for ended in others)]
