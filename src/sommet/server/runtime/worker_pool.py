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

SECONDS = 5
"""How many seconds of a processor a chore may take."""
PATIENCE = 60.0
"""How many seconds it may take by the clock, however busy the machine is."""
MEMORY = 512
"""How many MiB the process of the chores may use."""
WARMING = 60.0
"""Seconds that a new process has to begin."""
EACH = 4
"""How many chores of one client may wait."""
ALL = 64
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

    def __init__(self, processes: int = 1, seconds: int = SECONDS, memory: int = MEMORY) -> None:
        self._seconds = seconds
        self._memory = memory
        self._idle: list[_PoolWorker | None] = [None] * processes  # started when they are needed
        self._hands: set[_PoolWorker] = set()
        self._threads = ThreadPoolExecutor(processes, "chores")
        self._waiting: OrderedDict[str, deque[PoolTask]] = OrderedDict()
        self._going: set[asyncio.Task[None]] = set()
        self.ended = 0
        """How many processes were ended because of what they were asked."""

    @property
    def waiting(self) -> int:
        """How many chores nobody has begun."""
        return sum(map(len, self._waiting.values()))

    async def do(self, client: str, work: Callable[..., R], *arguments: Any) -> R:
        """What `work` gives, a function of a module, for arguments that can be pickled.

        Refusals: `too_often` for a client with much waiting, `much_to_do`, `too_much_work`. An
        error of the work itself is raised here.
        """
        own = self._waiting.get(client, ())
        if len(own) >= EACH:
            raise too_often()
        if self.waiting >= ALL:
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
        while self._idle and (chore := self._next()):
            task = asyncio.create_task(self._work(self._idle.pop(), chore))
            self._going.add(task)
            task.add_done_callback(self._going.discard)

    def _next(self) -> PoolTask | None:
        """The oldest chore of the client whose turn it is, if anybody still wants it."""
        while self._waiting:
            client, worker_pool = self._waiting.popitem(last=False)
            chore = worker_pool.popleft()
            if worker_pool:
                self._waiting[client] = worker_pool  # at the end: the others come first
            if not chore.answer.done():
                return chore
        return None

    async def _work(self, hand: _PoolWorker | None, chore: PoolTask) -> None:
        loop = asyncio.get_running_loop()
        try:
            if hand is None:
                hand = await loop.run_in_executor(self._threads, _PoolWorker, self._memory)
                self._hands.add(hand)
            found = await loop.run_in_executor(
                self._threads, hand.ask, chore.work, chore.arguments, self._seconds
            )
        except (EOFError, OSError):  # a TimeoutError is one of these
            self.ended += 1
            self._end(hand)
            hand, found = None, _too_much()
        except asyncio.CancelledError:
            self._end(hand)
            hand = None
            raise
        finally:
            self._idle.append(hand)
            self._begin()
        if chore.answer.done():
            return
        if isinstance(found, Exception):
            chore.answer.set_exception(_too_much() if isinstance(found, MemoryError) else found)
        else:
            chore.answer.set_result(found)

    def _end(self, hand: _PoolWorker | None) -> None:
        if hand is not None:
            self._hands.discard(hand)
            hand.end()

    def close(self) -> None:
        """Nothing is begun any more, and nobody waits."""
        for worker_pool in self._waiting.values():
            for chore in worker_pool:
                chore.answer.cancel()
        self._waiting.clear()
        for hand in tuple(self._hands):
            self._end(hand)
        self._threads.shutdown(wait=False, cancel_futures=True)


def _too_much() -> Refusal:
    return Refusal("too_much_work", "This would take too long to compute here.", status=503)


class _PoolWorker(WorkerProcess):
    """Does what it is asked, one thing after the other."""

    def __init__(self, memory: int) -> None:
        super().__init__(_serve, memory)
        try:
            self.hear(WARMING)
        except (EOFError, OSError):
            self.end()
            raise

    def ask(self, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: int) -> Any:
        """What the work gave, or the error that it ended with."""
        self.say((work, arguments, seconds))
        return self.hear(PATIENCE)


def _allow(seconds: int) -> None:
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
        _allow(seconds)
        try:
            found = work(*arguments)
        except Exception as error:
            found = error
        line.send(found)
