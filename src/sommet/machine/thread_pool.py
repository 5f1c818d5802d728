"""A thread pool that also works in forked children, which don't inherit the parent's threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakSet

__all__ = ["ThreadPool", "ThreadTeam"]

T = TypeVar("T")

_pools: WeakSet[ThreadPool] = WeakSet()


class ThreadPool:
    """Up to `threads` threads, started on demand and kept for the lifetime of the pool."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._start()
        _pools.add(self)

    def _start(self) -> None:
        self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix="sommet")

    def submit(self, work: Callable[..., T], *given: Any) -> Future[T]:
        """Run `work` in one of the threads."""
        return self._executor.submit(work, *given)


def _start_all() -> None:
    for pool in _pools:
        pool._start()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_all)


class ThreadTeam:
    """The calling thread and `cores - 1` workers, which live as long as this object.

    Tasks run in parallel only while they release the GIL, as compiled code does.
    """

    def __init__(self, cores: int = 1) -> None:
        self.cores = cores
        self._workers = ThreadPool(cores - 1) if cores > 1 else None

    def submit(self, task: Callable[[], T]) -> Callable[[], T]:
        """Start a task on a worker; the returned function waits for its result. With one core the
        task runs when the result is requested. A task must not submit others."""
        return self._workers.submit(task).result if self._workers else task

    def run_all(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """The results of all tasks, in order."""
        others = [self.submit(task) for task in tasks[1:]]
        return [*(task() for task in tasks[:1]), *(result() for result in others)]
