"""Chores: work for one answer that may be long. It is done in a process of its own, with a budget
of time and memory, so that nobody else waits for it."""

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

from sommet.server.refusals import Refusal, too_often
from sommet.server.runtime.worker_process import WorkerProcess

__all__ = ["WorkerPool"]

R = TypeVar("R")

CPU_LIMIT_S = 5
"""How many seconds of a processor a chore may take."""
TIMEOUT_S = 60.0
"""How many seconds it may take by the clock, however busy the machine is."""
MEMORY_LIMIT_MIB = 512
"""How many MiB the process of the chores may use."""
START_TIMEOUT_S = 60.0
"""Seconds that a new process has to begin."""
MAX_WAITING_PER_CLIENT = 4
"""How many chores of one client may wait."""
MAX_WAITING = 64
"""How many chores may wait."""


@dataclass(eq=False)
class PoolTask:
    """Something to call, and who waits for what it gives."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]


class WorkerPool:
    """Clients take turns: who asks for much waits for their own chores, not for those of others.

    A process that overdraws its budget is ended; the next chore gets a new one.
    """

    def __init__(
        self, processes: int = 1, seconds: int = CPU_LIMIT_S, memory: int = MEMORY_LIMIT_MIB
    ) -> None:
        self._seconds = seconds
        self._memory = memory
        self._idle: list[_PoolWorker | None] = [None] * processes  # started when they are needed
        self._workers: set[_PoolWorker] = set()
        self._threads = ThreadPoolExecutor(processes, "chores")
        self._waiting: OrderedDict[str, deque[PoolTask]] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()
        self.killed_processes = 0
        """How many processes were ended because of what they were asked."""

    @property
    def waiting(self) -> int:
        """How many chores nobody has begun."""
        return sum(map(len, self._waiting.values()))

    async def run(self, client: str, work: Callable[..., R], *arguments: Any) -> R:
        """What `work` gives, a function of a module, for arguments that can be pickled.

        Refusals: `too_often` for a client with much waiting, `much_to_do`, `too_much_work`. An
        error of the work itself is raised here.
        """
        own = self._waiting.get(client, ())
        if len(own) >= MAX_WAITING_PER_CLIENT:
            raise too_often()
        if self.waiting >= MAX_WAITING:
            raise Refusal(
                "much_to_do",
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
        """The oldest chore of the client whose turn it is, if anybody still wants it."""
        while self._waiting:
            client, worker_pool = self._waiting.popitem(last=False)
            pool_task = worker_pool.popleft()
            if worker_pool:
                self._waiting[client] = worker_pool  # at the end: the others come first
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
        except (EOFError, OSError):  # a TimeoutError is one of these
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
        """Nothing is begun any more, and nobody waits."""
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
    """Does what it is asked, one thing after the other."""

    def __init__(self, memory: int) -> None:
        super().__init__(_serve, memory)
        try:
            self.receive(START_TIMEOUT_S)
        except (EOFError, OSError):
            self.end()
            raise

    def ask(self, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: int) -> Any:
        """What the work gave, or the error that it ended with."""
        self.send((work, arguments, seconds))
        return self.receive(TIMEOUT_S)


def _limit_cpu_time(seconds: int) -> None:
    """Let the system end this process once it has used so many more seconds of a processor: one
    that others keep from working has used none."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        used = ceil(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, most))


def _serve(line: Connection) -> None:
    """Do what is asked until the other end is closed."""
    line.send(None)  # begun
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
