"""An engine: one process that thinks, from both of its ends."""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from time import perf_counter

from sommet.server.thinking.keeping import Players, thought
from sommet.server.thinking.thoughts import Problem, Thought

__all__ = ["Engine"]

MAKING = 120.0
"""Seconds that a player may take to sit down: its search may have to be compiled first."""
GRACE = 10.0
"""Seconds over its time that a thought may take."""


class Engine:
    """One process, asked by one thread at a time.

    `memory` is how many MiB it may use for what it computes; files that it only reads do not count.
    """

    def __init__(self, memory: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, its_line = context.Pipe()
        self._process = context.Process(target=_think, args=(its_line, memory), daemon=True)
        self._process.start()
        its_line.close()
        self.took = 0.0
        """Seconds of its last thought, once its player had sat down."""

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def ask(self, problem: Problem) -> Thought:
        """EOFError or OSError when the process has died, of memory for instance; TimeoutError when
        it takes too long. It is of no use then and must be ended."""
        self._line.send(problem)
        answer = self._hear(MAKING)
        began = perf_counter()
        if answer is None:  # the player has sat down
            answer = self._hear((problem.seconds or 0.0) + GRACE)
        self.took = perf_counter() - began
        if isinstance(answer, Exception):
            raise answer
        assert answer is not None
        return answer

    def _hear(self, patience: float) -> Thought | Exception | None:
        if not self._line.poll(patience):
            raise TimeoutError
        heard: Thought | Exception | None = self._line.recv()
        return heard

    def hurry(self) -> None:
        """Have it answer now, with what it has found out so far. To be called while it is asked, by
        another thread."""
        with suppress(OSError):  # it has just died, and whoever asked it hears of that
            self._line.send(None)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()


def _think(line: Connection, memory: int) -> None:
    """What happens in the process: answer until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    _bound(memory)
    players = Players()
    while True:
        try:
            problem: Problem | None = line.recv()
            if problem is not None:  # else somebody was in a hurry for an answer that was there
                line.send(_answer(line, players, problem))
        except (EOFError, OSError, MemoryError):
            return


def _answer(line: Connection, players: Players, problem: Problem) -> Thought | Exception:
    try:
        player = players.sit_down(problem)
        line.send(None)
        return thought(player, problem, stop=line.poll)
    except MemoryError:
        raise
    except Exception as error:
        players.forget(problem)
        return error


def _bound(memory: int) -> None:
    """Have the system refuse more memory than that, where it can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
