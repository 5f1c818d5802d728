"""What happens in an engine's process: a view comes in, a thought goes out."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import sommet
from sommet.core.view import View

__all__ = ["Question", "Thought", "think"]


@dataclass(frozen=True)
class Question:
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
            question = line.recv()
        except (EOFError, OSError):
            return
        line.send(_answer(question))


def _answer(question: Question) -> Thought | Exception:
    limits: dict[str, Any] = {} if question.seconds is None else {"seconds": question.seconds}
    try:
        player = sommet.player(question.view.game, question.level, seed=question.seed, **limits)
        if not question.lines:
            return Thought(((str(player.choose(question.view)), 0.5, ()),))
        analysis = player.analyse(question.view)
        return Thought(
            tuple(
                (str(line.move), line.value, tuple(map(str, line.moves)))
                for line in analysis.lines[: question.lines]
            )
        )
    except Exception as error:
        return error
