"""The engines: processes that think for the bots, replaced when they crash."""

from __future__ import annotations

import asyncio
import multiprocessing
from dataclasses import replace

from sommet.core.errors import OptionError
from sommet.server.thinking.thoughts import Problem, Thought, think

__all__ = ["Engines"]

PATIENCE = 60.0
"""Seconds after which an engine that does not answer is replaced. The first thought of a strong
player may have to wait for its compiler."""
SECONDS = {"club": 1.0, "strong": 2.0, "perfect": 2.0}
"""How long the levels think that search; the others answer at once."""
SHORTEST = 0.2
TRIES = 3


class Engine:
    """One process, asked by one thread at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, its_line = context.Pipe()
        self._process = context.Process(target=think, args=(its_line,), daemon=True)
        self._process.start()
        its_line.close()

    def ask(self, problem: Problem) -> Thought:
        """EOFError or OSError when the process has died."""
        self._line.send(problem)
        answer: Thought | Exception = self._line.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()


class Engines:
    """Questions queue up for the processes. The longer the queue, the shorter each thought."""

    def __init__(self, processes: int) -> None:
        self._count = processes
        self._engines: set[Engine] = set()
        self._free: asyncio.Queue[Engine | None] = asyncio.Queue()
        for _ in range(processes):
            self._free.put_nowait(None)  # started when it is needed
        self.waiting = 0
        self.replaced = 0

    async def ask(self, problem: Problem) -> Thought:
        """The answer of the next free engine; one that crashes is replaced and asked again."""
        for _ in range(TRIES):
            try:
                return await self._ask(problem)
            except (EOFError, OSError, TimeoutError):
                self.replaced += 1
            except OptionError:  # a level that needs parts which are not installed
                break
        # It cannot be had by thinking: any move is better than none.
        return await self._ask(replace(problem, level="gentle", seconds=None))

    async def _ask(self, problem: Problem) -> Thought:
        self.waiting += 1
        try:
            engine = await self._free.get()
        finally:
            self.waiting -= 1
        try:
            if engine is None:
                engine = await asyncio.to_thread(Engine)
                self._engines.add(engine)
            shorter = replace(problem, seconds=self._seconds(problem))
            async with asyncio.timeout(PATIENCE):
                return await asyncio.to_thread(engine.ask, shorter)
        except (EOFError, OSError, TimeoutError):
            if engine is not None:
                self._engines.discard(engine)
                engine.end()
            engine = None
            raise
        finally:
            self._free.put_nowait(engine)

    def _seconds(self, problem: Problem) -> float | None:
        usual = problem.seconds or SECONDS.get(problem.level)
        if usual is None:
            return None
        return max(SHORTEST, usual / (1 + self.waiting / self._count))

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes, for those who watch them."""
        found = (engine._process.pid for engine in self._engines)
        return tuple(pid for pid in found if pid is not None)

    def close(self) -> None:
        for engine in self._engines:
            engine.end()
        self._engines.clear()
