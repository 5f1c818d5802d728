"""What happens in an engine's process: a view comes in, a thought goes out."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import sommet
from sommet.core.view import View

__all__ = ["Problem", "Thought", "think"]


@dataclass(frozen=True)
class Problem:
    """What would a player of this level do, thinking no longer than so many seconds?"""

    view: View[Any]
    level: str
    seed: int = 0
    seconds: float | None = None
    lines: int = 0
    """How many moves to weigh; 0 only chooses."""


@dataclass(frozen=True)
class Thought:
    """Moves with what they are worth to the seat to move, from 0 to 1; the chosen one first."""

    moves: tuple[tuple[str, float, tuple[str, ...]], ...]


def think(line: Connection) -> None:
    """Answer questions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    while True:
        try:
            problem = line.recv()
        except (EOFError, OSError):
            return
        line.send(_answer(problem))


def _answer(problem: Problem) -> Thought | Exception:
    limits: dict[str, Any] = {} if problem.seconds is None else {"seconds": problem.seconds}
    try:
        player = sommet.player(problem.view.game, problem.level, seed=problem.seed, **limits)
        if not problem.lines:
            return Thought(((str(player.choose(problem.view)), 0.5, ()),))
        analysis = player.analyse(problem.view)
        return Thought(
            tuple(
                (str(line.move), line.value, tuple(map(str, line.moves)))
                for line in analysis.lines[: problem.lines]
            )
        )
    except Exception as error:
        return error
