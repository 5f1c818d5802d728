"""Compiling ahead, so that nobody waits at the board: the first time takes seconds for each game,
later processes find the code on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from sommet.core.game import Game
from sommet.machine.perft import perft
from sommet.machine.playout import playouts
from sommet.machine.protocol import State, start

__all__ = ["WORK", "Progress", "Work", "warm"]

Work: TypeAlias = Callable[[State], object]
"""Something to be done once with a state, so that it is compiled for the state's kernel."""

Progress: TypeAlias = Callable[[str, int, int], object]
"""Told what comes next, how much is done and how much there is in all."""

WORK: Mapping[str, Work] = {
    "random games": lambda state: playouts(state, 1),
    "perft": lambda state: perft(state, 1),
}
"""What this layer compiles; layers above add their own: `warm(games, {**WORK, "search": …})`."""


def warm(
    games: Iterable[Game[Any]],
    work: Mapping[str, Work] = WORK,
    progress: Progress = lambda what, done, total: None,
) -> None:
    """Compile the work for these games; options do not matter, one of each kind is enough."""
    tasks = [(game, what) for game in games for what in work]
    for done, (game, what) in enumerate(tasks):
        progress(f"{game.name}: {what}", done, len(tasks))
        work[what](start(game))
    progress("", len(tasks), len(tasks))
