"""Runs slow computations for requests in worker processes, with limits on CPU time and memory, so
that they never block the event loop."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from sommet.server.refusals import Refusal, rate_limited
from sommet.server.runtime.worker_process import WorkerProcess

__all__ = ["WorkerPool"]

R = TypeVar("R")

CPU_LIMIT_S = 5
"""CPU time that a task may use."""
TIMEOUT_S = 60.0
"""Wall-clock time that a task may take, however busy the machine is."""
MEMORY_LIMIT_MIB = 512
"""Memory that a worker process may use."""
START_TIMEOUT_S = 60.0
"""Time that a new process has to start."""
MAX_WAITING_PER_CLIENT = 4
"""Maximum number of waiting tasks per client."""
MAX_WAITING = 64
"""Maximum number of waiting tasks."""


@dataclass(eq=False)
class PoolTask:
    """A function to call, and the future that receives its result."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]


class WorkerPool:
    """Clients take turns, so a client with many tasks delays only itself.

    A process that exceeds its limits is killed; the next task gets a new one.
    """

    def __init__(
        self, processes: int = 1, seconds: int = CPU_LIMIT_S, memory: int = MEMORY_LIMIT_MIB
    ) -> None:
        self._seconds = seconds
        self._memory = memory
        self._idle: list[_PoolWorker | None] = [None] * processes  # started on demand
        self._workers: set[_PoolWorker] = set()
        self._threads = ThreadPoolExecutor(processes, "chores")
        self._waiting: OrderedDict[str, deque[PoolTask]] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()
        self.killed_processes = 0
        """Number of processes killed because a task exceeded its limits."""

    @property
    def waiting(self) -> int:
        """Number of tasks that have not started."""
        return sum(map(len, self._waiting.values()))

    async def run(self, client: str, work: Callable[..., R], *arguments: Any) -> R:
        """Call `work`, a module-level function, in a worker process and return its result. The
        arguments and the result must be picklable.

        Refuses with `rate_limited` if the client has too many tasks waiting, `queue_full` if the
        queue is full, and `too_much_work` if the task exceeds its limits. Errors raised by `work`
        are raised here.
        """
        own = self._waiting.get(client, ())
        if len(own) >= MAX_WAITING_PER_CLIENT:
            raise rate_limited()
        if self.waiting >= MAX_WAITING:
            raise Refusal(
                "queue_full",
                "The server is busy. Try again in a moment.",
                status=503,
            )
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(PoolTask(work, arguments, answer))
        self._begin()
        return await answer

    def _begin(self) -> None:
        while self._idle and (pool_task := self._next()):
            task = asyncio.create_task(self._work(self._idle.pop(), pool_task))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _next(self) -> PoolTask | None:
        """The oldest task of the client whose turn it is, skipping cancelled ones."""
        while self._waiting:
            client, worker_pool = self._waiting.popitem(last=False)
            pool_task = worker_pool.popleft()
            if worker_pool:
                self._waiting[client] = worker_pool  # at the end: other clients come first
            if not pool_task.answer.done():
                return pool_task
        return None

    async def _work(self, worker: _PoolWorker | None, pool_task: PoolTask) -> None:
        loop = asyncio.get_running_loop()
        try:
            if worker is None:
                worker = await loop.run_in_executor(self._threads, _PoolWorker, self._memory)
                self._workers.add(worker)
            found = await loop.run_in_executor(
                self._threads, worker.ask, pool_task.work, pool_task.arguments, self._seconds
            )
        except (EOFError, OSError):  # includes TimeoutError
            self.killed_processes += 1
            self._end(worker)
            worker, found = None, _too_much_work()
        except asyncio.CancelledError:
            self._end(worker)
            worker = None
            raise
        finally:
            self._idle.append(worker)
            self._begin()
        if pool_task.answer.done():
            return
        if isinstance(found, Exception):
            pool_task.answer.set_exception(
                _too_much_work() if isinstance(found, MemoryError) else found
            )
        else:
            pool_task.answer.set_result(found)

    def _end(self, worker: _PoolWorker | None) -> None:
        if worker is not None:
            self._workers.discard(worker)
            worker.end()

    def close(self) -> None:
        """Cancel waiting tasks and kill all processes."""
        for worker_pool in self._waiting.values():
            for pool_task in worker_pool:
                pool_task.answer.cancel()
        self._waiting.clear()
        for worker in tuple(self._workers):
            self._end(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)


def _too_much_work() -> Refusal:
    return Refusal("too_much_work", "This would take too long to compute here.", status=503)


class _PoolWorker(WorkerProcess):
    """A worker process that runs one task at a time."""

    def __init__(self, memory: int) -> None:
        super().__init__(_serve, memory)
        try:
            self.receive(START_TIMEOUT_S)
        except (EOFError, OSError):
            self.end()
            raise

    def ask(self, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: int) -> Any:
        """The result of a task, or the exception that it raised."""
        self.send((work, arguments, seconds))
        return self.receive(TIMEOUT_S)


def _limit_cpu_time(seconds: int) -> None:
    """Let the system kill this process after `seconds` more of CPU time. Unlike wall-clock time,
    CPU time does not pass while other processes keep the machine busy."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        used = ceil(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, most))


def _serve(line: Connection) -> None:
    """Run tasks until the other end closes the connection."""
    line.send(None)  # started
    while True:
        try:
            work, arguments, seconds = line.recv()
        except (EOFError, OSError):
            return
        _limit_cpu_time(seconds)
        try:
            found = work(*arguments)
        except Exception as error:
            found = error
        line.send(found)
