"""Players that choose moves, behind one small façade: `player` and `levels`."""

from __future__ import annotations

from typing import Any

from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.engine.player import Analysis, Line, Player
from sommet.engine.simple import GentlePlayer, RandomPlayer

__all__ = ["Analysis", "Line", "Player", "levels", "player"]

_LEVELS = {"random": RandomPlayer, "gentle": GentlePlayer}


def levels() -> tuple[str, ...]:
    """The levels there are, from weak to strong."""
    return tuple(_LEVELS)


def player(game: str | Game[Any], level: str = "gentle", *, seed: int = 0) -> Player:
    """An opponent for a game, by level. It chooses the same move for the same seed and view."""
    if isinstance(game, str):
        registry.kind(game)
    if level not in _LEVELS:
        raise OptionError(
            "unknown_level",
            "There is no level {level!r}; there are {known}.",
            level=level,
            known=", ".join(_LEVELS),
        )
    return _LEVELS[level](seed)
