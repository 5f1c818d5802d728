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

from sommet.server.engines.jobs import SECONDS, CompilingNotice, EngineJob, JobResult
from sommet.server.engines.player_cache import PlayerCache, thought
from sommet.server.runtime.worker_process import WorkerProcess

__all__ = ["Compiles", "EngineProcess"]

MAKING = 60.0
"""Seconds that a player may take to sit down, or to compile one more function of its search."""
GRACE = 10.0
"""Seconds over its time that a thought may take."""
SHORT = r"allocate|out of memory|failed to map|start new thread"
"""What the system and the compiler say when there is no memory."""
NO_ROOM = (MemoryError, SystemError)
"""The second is how a library in C fails that had not even the room to say why."""


Compiles: TypeAlias = Callable[[CompilingNotice], None]


class EngineProcess(WorkerProcess):
    """A process in which players think, and are kept."""

    def __init__(self, memory: int) -> None:
        super().__init__(_think, memory)
        self.took = 0.0
        """Seconds of its last thought, once its player had sat down."""

    def ask(self, problem: EngineJob, compiles: Compiles = lambda message: None) -> JobResult:
        """EOFError or OSError when the process has died, of memory for instance; TimeoutError when
        it takes too long. `compiles` is called while its search is compiled."""
        self.say(problem)
        answer: JobResult | Exception | CompilingNotice | None = self.hear(MAKING)
        while isinstance(answer, CompilingNotice):
            compiles(answer)
            answer = self.hear(MAKING)
        began = perf_counter()
        if answer is None:  # the player has sat down
            answer = self.hear((problem.seconds or 0.0) + GRACE)
            while isinstance(answer, CompilingNotice):  # what only this position needs
                compiles(answer)
                answer = self.hear((problem.seconds or 0.0) + MAKING)
        self.took = perf_counter() - began
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, JobResult)
        return answer

    def hurry(self) -> None:
        """Have it answer now, with what it has found out so far. To be called while it is asked, by
        another thread."""
        with suppress(OSError):  # it has just died, and whoever asked it hears of that
            self.say(None)


def _think(line: Connection) -> None:
    """What happens in the process: answer until the other end is closed."""
    players = PlayerCache()
    while True:
        try:
            problem: EngineJob | None = line.recv()
            if problem is not None:  # else somebody was in a hurry for an answer that was there
                line.send(_answer(line, players, problem))
        except (EOFError, OSError, MemoryError):
            return


def _answer(line: Connection, players: PlayerCache, problem: EngineJob) -> JobResult | Exception:
    try:
        if problem.level in SECONDS:  # the others compile nothing
            _report_compiling(line)
        player = players.sit_down(problem)
        line.send(None)
        return thought(player, problem, stop=line.poll)
    except Exception as error:
        if _for_want_of_memory(error):
            raise MemoryError from error
        players.forget(problem)
        return error


@cache
def _report_compiling(line: Connection) -> None:
    """Send a message for each function that is compiled from now on."""
    if find_spec("numba"):
        from sommet.machine.jit import on_progress

        on_progress(lambda progress: line.send(CompilingNotice(progress.game)))


def _for_want_of_memory(error: BaseException | None) -> bool:
    """Whether memory ran out, however the libraries on the way have worded it."""
    while error is not None:
        if isinstance(error, NO_ROOM) or re.search(SHORT, str(error), re.IGNORECASE):
            return True
        error = error.__cause__ or error.__context__
    return False
