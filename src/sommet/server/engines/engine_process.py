"""An engine process: the parent's handle and the code that runs in the child."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import TypeAlias

from cachetools import LRUCache

from sommet.server.engines.jobs import (
    LEVEL_TIME_LIMITS_S,
    CompilingNotice,
    EngineJob,
    JobResult,
    PlayerKey,
)
from sommet.server.engines.player_cache import MAX_PLAYERS, PlayerCache, run_job
from sommet.server.runtime.worker_process import Progress, WorkerFailure, WorkerProcess

__all__ = ["EngineProcess", "OnCompiling"]

SETUP_TIMEOUT_S = 60.0
"""Time for creating a player, and for compiling one function of its search."""
GRACE_S = 60.0
"""Time that a job may take beyond its limit: the first one loads compiled functions, maybe on a
busy machine."""
OUT_OF_MEMORY_ERRORS = (MemoryError, SystemError)
"""A C library that has no memory left for an error message raises SystemError."""
LOW_MEMORY = 1 / 4
"""A failure while less than this share of the memory limit is left is blamed on memory."""

OnCompiling: TypeAlias = Callable[[CompilingNotice], None]


class EngineProcess(WorkerProcess):
    """A process in which players think; it caches them between jobs."""

    def __init__(self, memory: int) -> None:
        super().__init__(memory)
        self.players: LRUCache[PlayerKey, None] = LRUCache(MAX_PLAYERS)
        """The players that the process has in its cache, as far as is known here."""
        self.stopping = False
        """Whether the current job was asked to stop early."""

    def ask(self, job: EngineJob, on_compiling: OnCompiling) -> JobResult:
        """Run a job. Raises WorkerFailure when the process dies or takes too long. `on_compiling`
        is called for each function that is compiled."""
        self.stopping = False
        if job.player_key:
            self.players[job.player_key] = None
        result = self.run(_think, job, timeout_s=SETUP_TIMEOUT_S, on_notice=on_compiling)
        assert isinstance(result, JobResult)
        return result

    def stop_early(self) -> None:
        self.stopping = True
        with suppress(WorkerFailure):  # it has just died, which `ask` reports
            super().stop_early()


@cache
def _players() -> PlayerCache:
    """The players of this process."""
    return PlayerCache()


def _think(line: Connection, job: EngineJob) -> JobResult:
    """Run a job in the child."""
    try:
        if job.level in LEVEL_TIME_LIMITS_S:  # the other levels compile nothing
            _report_compiling(line)
        player = _players().player_for(job)
        line.send(Progress((job.seconds or 0.0) + GRACE_S))
        return run_job(player, job, stop=line.poll)
    except Exception as error:
        if _is_out_of_memory(error):
            raise MemoryError from error
        _players().forget(job)
        raise


@cache
def _report_compiling(line: Connection) -> None:
    """Send a message for each function that is compiled from now on. It may be one that only the
    position needs, so the job may have to finish as well before the next message."""
    if find_spec("numba"):
        from sommet.machine.jit import on_progress

        timeout_s = SETUP_TIMEOUT_S + max(LEVEL_TIME_LIMITS_S.values())
        on_progress(lambda each: line.send(Progress(timeout_s, CompilingNotice(each.game))))


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Whether memory ran out. Libraries report that in many ways: one that can't be loaded raises
    an ImportError, for example."""
    while error is not None:
        if isinstance(error, OUT_OF_MEMORY_ERRORS):
            return True
        error = error.__cause__ or error.__context__
    return _is_memory_low()


def _is_memory_low() -> bool:
    if sys.platform == "win32":
        return False  # there is no limit
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        bytes(int(limit * LOW_MEMORY))  # the system allocates these pages only if they are used
    except MemoryError:
        return True
    return False
