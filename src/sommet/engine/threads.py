"""Tasks that run in parallel on several threads of this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sommet.machine.thread_pool import ThreadPool

__all__ = ["ThreadTeam"]

T = TypeVar("T")


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
