"""A thread pool that also works in forked children, which don't inherit the parent's threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import Any, Generic, TypeVar
from weakref import WeakSet

__all__ = ["Background", "ThreadPool", "ThreadTeam"]

T = TypeVar("T")

WAIT_S = 0.005
"""Seconds between two looks at work that goes on in the background."""

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


class Background(Generic[T]):
    """A generator that runs on a worker or, without one, in the thread that waits for it."""

    def __init__(self, slices: Generator[None, None, T], workers: ThreadPool | None) -> None:
        self._slices = slices
        self._cancelled = Event()
        self._future = workers.submit(self._run) if workers else None

    def _run(self) -> T:
        while not self._cancelled.is_set():
            try:
                next(self._slices)
            except StopIteration as end:
                found: T = end.value
                return found
        self._slices.close()
        raise CancelledError

    def wait(self) -> Generator[None, None, T]:
        """Wait for the result, in slices."""
        if self._future is None:
            return (yield from self._slices)
        while wait([self._future], WAIT_S).not_done:
            yield
        return self._future.result()

    def cancel(self) -> None:
        """End the work, if it is still going on, and wait until it has ended."""
        self._cancelled.set()
        if self._future:
            wait([self._future])
        else:
            self._slices.close()


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

    def start(self, slices: Generator[None, None, T]) -> Background[T]:
        """Start a generator on a worker. With one core it runs when its result is waited for."""
        return Background(slices, self._workers)

    def run_slices(
        self, tasks: Sequence[Generator[None, None, T]]
    ) -> Generator[None, None, list[T]]:
        """The results of all tasks, in order. The first one runs in the calling thread."""
        others = [self.start(task) for task in tasks[1:]]
        found: list[T] = []
        try:
            for task in tasks[:1]:
                found.append((yield from task))
            for other in others:
                found.append((yield from other.wait()))
        finally:
            for other in others:
                other.cancel()
        return found
