"""A thread pool that also works in forked children, which don't inherit the parent's threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakSet

__all__ = ["ThreadPool"]

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
