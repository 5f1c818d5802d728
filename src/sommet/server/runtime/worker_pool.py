"""Pools of worker processes: tasks queue fairly, and processes that fail are replaced."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import ceil
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeVar

from cachetools import LRUCache

from sommet.core.errors import SommetError
from sommet.server.refusals import rate_limited
from sommet.server.runtime.fair_queue import FairQueue, Turn
from sommet.server.runtime.worker_process import Progress, WorkerFailure, WorkerProcess
from sommet.tables.refusals import Refusal

__all__ = ["RequestPool", "Slot", "WorkerPool"]


class Worker(Protocol):
    """A handle of a process."""

    @property
    def alive(self) -> bool: ...

    def close(self) -> None:
        """Kill the process."""


R = TypeVar("R")
W = TypeVar("W", bound=Worker)


@dataclass(eq=False)
class Slot(Generic[W]):
    """A slot for a process, which is started on demand and replaced when it dies."""

    process: W | None = None


class WorkerPool(Generic[W]):
    """Up to `processes` processes, which `create` starts. A task has a process to itself."""

    def __init__(self, create: Callable[[], W], processes: int = 1) -> None:
        self._create = create
        self._slots = [Slot[W]() for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, "worker")
        self._tasks: set[asyncio.Task[Any]] = set()
        self.queue: FairQueue[Slot[W]] = FairQueue(self._slots)
        self.replaced = 0
        """Number of processes that died or were killed."""
        self.closed = False

    @property
    def waiting(self) -> int:
        """Number of tasks that have not started."""
        return len(self.queue)

    @property
    def processes(self) -> tuple[W, ...]:
        """The processes that have been started."""
        return tuple(slot.process for slot in self._slots if slot.process is not None)

    async def run(self, turn: Turn[Slot[W]], work: Callable[[W], Awaitable[R]]) -> R:
        """Call `work` with the process of a turn, and release the turn. What blocks must be called
        with `in_thread`.

        After an error, the process is in an unknown state and is replaced, unless it is a
        SommetError and the process is still alive. The caller may be cancelled, but the process is
        busy until it has answered.
        """
        task = asyncio.create_task(self._work(turn, work))
        self._tasks.add(task)
        task.add_done_callback(self._on_done)
        return await asyncio.shield(task)

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may be gone: mark the error as retrieved

    def in_thread(self, function: Callable[..., R], *arguments: Any) -> asyncio.Future[R]:
        """Call a function in a thread of this pool, which has one for each process."""
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._threads, function, *arguments)

    async def _work(self, turn: Turn[Slot[W]], work: Callable[[W], Awaitable[R]]) -> R:
        slot = turn.resource
        try:
            if slot.process is not None and not slot.process.alive:
                self._replace(slot)
            if slot.process is None and not self.closed:
                slot.process = await self.in_thread(self._create)
            if self.closed or slot.process is None:
                raise asyncio.CancelledError
            return await work(slot.process)
        except SommetError:
            raise
        except BaseException:
            self._replace(slot)
            raise
        finally:
            self.queue.release(turn)

    def _replace(self, slot: Slot[W]) -> None:
        """Kill the process; the next task in this slot starts a new one."""
        self.replaced += 1
        if slot.process is not None:
            slot.process.close()
        slot.process = None

    def close(self) -> None:
        """Cancel waiting tasks and kill all processes."""
        self.closed = True
        self.queue.close()
        for process in self.processes:
            process.close()
        self._threads.shutdown(wait=False)


# --- requests --------------------------------------------------------------------------------

CPU_LIMIT_S = 5
"""CPU time that a request may use."""
TIMEOUT_S = 60.0
"""Wall-clock time that a request may take, however busy the machine is."""
MEMORY_LIMIT_MIB = 512
"""Memory that its process may use."""
MAX_WAITING_PER_CLIENT = 4
"""Maximum number of waiting requests per client."""
MAX_WAITING = 512
"""Maximum number of waiting requests."""


class RequestPool(WorkerPool[WorkerProcess]):
    """Computes what takes too long for the event loop, with limits on CPU time and memory.

    `charge` is called with each client's processor time. Results that depend only on the arguments
    can be cached, up to `cache_bytes`.
    """

    def __init__(
        self,
        charge: Callable[[str, float], None] = lambda client, seconds: None,
        *,
        cpu_limit_s: int = CPU_LIMIT_S,
        memory: int = MEMORY_LIMIT_MIB,
        max_waiting_per_client: int = MAX_WAITING_PER_CLIENT,
        cache_bytes: int = 0,
    ) -> None:
        super().__init__(lambda: WorkerProcess(memory))
        self._charge = charge
        self._cpu_limit_s = cpu_limit_s
        self._max_waiting_per_client = max_waiting_per_client
        self._cache: LRUCache[tuple[Any, ...], bytes] = LRUCache(cache_bytes, getsizeof=len)

    async def render(self, client: str, work: Callable[..., bytes], *arguments: Any) -> bytes:
        """Like `compute`, for results that depend only on the arguments, which must be hashable.
        They are cached."""
        key = work, arguments
        if (found := self._cache.get(key)) is None:
            found = await self.compute(client, work, *arguments)
            if len(found) <= self._cache.maxsize:
                self._cache[key] = found
        return found

    async def compute(self, client: str, work: Callable[..., R], *arguments: Any) -> R:
        """Call `work`, a module-level function, in a worker process and return its result. The
        arguments and the result must be picklable.

        Refuses with `rate_limited` if the client has too many requests waiting, `queue_full` if the
        queue is full, and `too_much_work` if the request exceeds its limits. Errors raised by
        `work` are raised here.
        """
        if sum(turn.owner == client for turn in self.queue) >= self._max_waiting_per_client:
            raise rate_limited()
        if self.waiting >= MAX_WAITING:
            raise Refusal("queue_full", "The server is busy. Try again in a moment.", status=503)
        turn = await self.queue.acquire(client)
        task = _run_limited, self._cpu_limit_s, work, arguments
        loop = asyncio.get_running_loop()

        def charge(seconds: float) -> None:  # called in a thread
            loop.call_soon_threadsafe(self._charge, client, seconds)

        try:
            return await self.run(
                turn,
                lambda process: self.in_thread(
                    partial(process.run, *task, timeout_s=TIMEOUT_S, on_notice=charge)
                ),
            )
        except WorkerFailure:
            self._charge(client, self._cpu_limit_s)
            raise Refusal(
                "too_much_work", "This would take too long to compute here.", status=503
            ) from None


def _run_limited(
    line: Connection, seconds: int, work: Callable[..., R], arguments: tuple[Any, ...]
) -> R:
    """Report the CPU time that `work` uses, and let the system kill this process if it is more than
    `seconds`. Unlike wall-clock time, CPU time does not pass while other processes keep the machine
    busy."""
    began = time.process_time()
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(began) + seconds, most))
    try:
        return work(*arguments)
    finally:
        line.send(Progress(TIMEOUT_S, time.process_time() - began))
