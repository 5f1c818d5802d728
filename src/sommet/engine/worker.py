"""Players in a process of their own, for programs that must not wait: a server, say."""

from __future__ import annotations

import multiprocessing
from functools import lru_cache
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine import Player, player

__all__ = ["Worker"]

PLAYERS = 4
"""How many players a worker remembers with their trees."""


class Worker:
    """One process that chooses moves, one at a time. Its methods may be called by any thread.

    It is a context manager; leaving it ends the process.
    """

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, its_line = context.Pipe()
        self._process = context.Process(target=_work, args=(its_line,), daemon=True)
        self._process.start()
        its_line.close()
        self._busy, self._sending = Lock(), Lock()

    def choose(
        self,
        view: View[Any],
        level: str,
        *,
        seed: int = 0,
        seconds: float | None = None,
        simulations: int | None = None,
    ) -> Move:
        """What the player would choose that `player` gives for these arguments.

        EOFError when the process has ended.
        """
        with self._busy:
            self._send((view, level, seed, seconds, simulations))
            answer: Move | SommetError = self._line.recv()
        if isinstance(answer, SommetError):
            raise answer
        return answer

    def interrupt(self) -> None:
        """Let a choice that is under way come at once, from what has been found out so far."""
        self._send(None)

    def _send(self, message: object) -> None:
        with self._sending:
            self._line.send(message)

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join()
        self._line.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _work(line: Connection) -> None:
    """Answer as long as somebody asks. Any message that comes meanwhile is an interruption."""
    while True:
        try:
            asked = line.recv()
        except EOFError:
            return
        if asked is None:  # an interruption that came too late
            continue
        view, *rest = asked
        try:
            line.send(_player(view.game, *rest).choose(view, stop=line.poll))
        except SommetError as error:
            line.send(error)


@lru_cache(PLAYERS)
def _player(
    game: Game[Any], level: str, seed: int, seconds: float | None, simulations: int | None
) -> Player:
    return player(game, level, seed=seed, seconds=seconds, simulations=simulations)
