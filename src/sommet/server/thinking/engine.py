"""An engine: one process that thinks, from both of its ends."""

from __future__ import annotations

from contextlib import suppress
from multiprocessing.connection import Connection
from time import perf_counter

from sommet.server.process.hands import Hand
from sommet.server.thinking.keeping import Players, thought
from sommet.server.thinking.thoughts import Problem, Thought

__all__ = ["Engine"]

MAKING = 60.0
"""Seconds that a player may take to sit down: its search may have to be compiled first."""
GRACE = 10.0
"""Seconds over its time that a thought may take."""


class Engine(Hand):
    """A process in which players think, and are kept."""

    def __init__(self, memory: int) -> None:
        super().__init__(_think, memory)
        self.took = 0.0
        """Seconds of its last thought, once its player had sat down."""

    def ask(self, problem: Problem) -> Thought:
        """EOFError or OSError when the process has died, of memory for instance; TimeoutError when
        it takes too long."""
        self.say(problem)
        answer: Thought | Exception | None = self.hear(MAKING)
        began = perf_counter()
        if answer is None:  # the player has sat down
            answer = self.hear((problem.seconds or 0.0) + GRACE)
        self.took = perf_counter() - began
        if isinstance(answer, Exception):
            raise answer
        assert answer is not None
        return answer

    def hurry(self) -> None:
        """Have it answer now, with what it has found out so far. To be called while it is asked, by
        another thread."""
        with suppress(OSError):  # it has just died, and whoever asked it hears of that
            self.say(None)


def _think(line: Connection) -> None:
    """What happens in the process: answer until the other end is closed."""
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
