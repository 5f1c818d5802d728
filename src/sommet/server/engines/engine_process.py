"""An engine: one process that thinks, from both of its ends."""

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
from sommet.server.engines.player_cache import PlayerCache, thought
from sommet.server.runtime.worker_process import WorkerProcess

__all__ = ["EngineProcess", "OnCompiling"]

SETUP_TIMEOUT_S = 60.0
"""Seconds that a player may take to sit down, or to compile one more function of its search."""
GRACE_S = 10.0
"""Seconds over its time that a thought may take."""
OUT_OF_MEMORY_TEXT = r"allocate|out of memory|failed to map|start new thread"
"""What the system and the compiler say when there is no memory."""
OUT_OF_MEMORY_ERRORS = (MemoryError, SystemError)
"""The second is how a library in C fails that had not even the room to say why."""


OnCompiling: TypeAlias = Callable[[CompilingNotice], None]


class EngineProcess(WorkerProcess):
    """A process in which players think, and are kept."""

    def __init__(self, memory: int) -> None:
        super().__init__(_think, memory)
        self.last_job_s = 0.0
        """Seconds of its last thought, once its player had sat down."""

    def ask(self, job: EngineJob, on_compiling: OnCompiling = lambda message: None) -> JobResult:
        """EOFError or OSError when the process has died, of memory for instance; TimeoutError when
        it takes too long. `on_compiling` is called while its search is compiled."""
        self.send(job)
        answer: JobResult | Exception | CompilingNotice | None = self.receive(SETUP_TIMEOUT_S)
        while isinstance(answer, CompilingNotice):
            on_compiling(answer)
            answer = self.receive(SETUP_TIMEOUT_S)
        began = perf_counter()
        if answer is None:  # the player has sat down
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
        """Have it answer now, with what it has found out so far. To be called while it is asked, by
        another thread."""
        with suppress(OSError):  # it has just died, and whoever asked it hears of that
            self.send(None)


def _think(line: Connection) -> None:
    """What happens in the process: answer until the other end is closed."""
    players = PlayerCache()
    while True:
        try:
            job: EngineJob | None = line.recv()
            if job is not None:  # else somebody was in a hurry for an answer that was there
                line.send(_answer(line, players, job))
        except (EOFError, OSError, MemoryError):
            return


def _answer(line: Connection, players: PlayerCache, job: EngineJob) -> JobResult | Exception:
    try:
        if job.level in LEVEL_TIME_LIMITS_S:  # the others compile nothing
            _report_compiling(line)
        player = players.player_for(job)
        line.send(None)
        return thought(player, job, stop=line.poll)
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
    """Whether memory ran out, however the libraries on the way have worded it."""
    while error is not None:
        if isinstance(error, OUT_OF_MEMORY_ERRORS) or re.search(
            OUT_OF_MEMORY_TEXT, str(error), re.IGNORECASE
        ):
            return True
        error = error.__cause__ or error.__context__
    return False
