"""An engine process: the parent's handle and the code that runs in the child."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from multiprocessing.connection import Connection
from time import perf_counter
from typing import TypeAlias

from sommet.server.engines.jobs import LEVEL_TIME_LIMITS_S, CompilingNotice, EngineJob, JobResult
from sommet.server.engines.player_cache import PlayerCache, run_job
from sommet.server.runtime.worker_process import WorkerProcess

__all__ = ["EngineProcess", "OnCompiling"]

SETUP_TIMEOUT_S = 60.0
"""Time for creating a player, and for compiling one function of its search."""
GRACE_S = 10.0
"""Time that a job may take beyond its limit."""
OUT_OF_MEMORY_TEXT = r"allocate|out of memory|failed to map|start new thread"
"""What the system and the compiler report when memory runs out."""
OUT_OF_MEMORY_ERRORS = (MemoryError, SystemError)
"""A C library that has no memory left for an error message raises SystemError."""

OnCompiling: TypeAlias = Callable[[CompilingNotice], None]


class EngineProcess(WorkerProcess):
    """A process in which players think; it caches them between jobs."""

    def __init__(self, memory: int) -> None:
        super().__init__(_think, memory)
        self.last_job_s = 0.0
        """Duration of the last job, without creating its player."""

    def ask(self, job: EngineJob, on_compiling: OnCompiling = lambda message: None) -> JobResult:
        """Run a job. Raises EOFError or OSError when the process has died (out of memory, say) and
        TimeoutError when it takes too long. `on_compiling` is called for each function that is
        compiled."""
        self.send(job)
        answer: JobResult | Exception | CompilingNotice | None = self.receive(SETUP_TIMEOUT_S)
        while isinstance(answer, CompilingNotice):
            on_compiling(answer)
            answer = self.receive(SETUP_TIMEOUT_S)
        began = perf_counter()
        if answer is None:  # the player is ready
            answer = self.receive((job.seconds or 0.0) + GRACE_S)
            while isinstance(answer, CompilingNotice):  # what only this position needs
                on_compiling(answer)
                answer = self.receive((job.seconds or 0.0) + SETUP_TIMEOUT_S)
        self.last_job_s = perf_counter() - began
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, JobResult)
        return answer

    def stop_early(self) -> None:
        """Make the current job answer now, with what it has found so far. Called from another
        thread."""
        with suppress(OSError):  # it has just died, which `ask` reports
            self.send(None)


def _think(line: Connection) -> None:
    """The child's main loop: answer jobs until the other end closes the connection."""
    players = PlayerCache()
    while True:
        try:
            job: EngineJob | None = line.recv()
            if job is not None:  # otherwise a late `stop_early`
                line.send(_answer(line, players, job))
        except (EOFError, OSError, MemoryError):
            return


def _answer(line: Connection, players: PlayerCache, job: EngineJob) -> JobResult | Exception:
    try:
        if job.level in LEVEL_TIME_LIMITS_S:  # the other levels compile nothing
            _report_compiling(line)
        player = players.player_for(job)
        line.send(None)
        return run_job(player, job, stop=line.poll)
    except Exception as error:
        if _is_out_of_memory(error):
            raise MemoryError from error
        players.forget(job)
        return error


@cache
def _report_compiling(line: Connection) -> None:
    """Send a message for each function that is compiled from now on."""
    if find_spec("numba"):
        from sommet.machine.jit import on_progress

        on_progress(lambda progress: line.send(CompilingNotice(progress.game)))


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Whether memory ran out, however the libraries involved report it."""
    while error is not None:
        if isinstance(error, OUT_OF_MEMORY_ERRORS) or re.search(
            OUT_OF_MEMORY_TEXT, str(error), re.IGNORECASE
        ):
            return True
        error = error.__cause__ or error.__context__
    return False
