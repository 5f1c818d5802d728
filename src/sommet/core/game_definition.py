"""Checks of how a game is defined, quick enough to be made whenever a game is loaded.

Pages that list all games must not fail because of one. `sommet.testing` checks the rest."""

from __future__ import annotations

from typing import Any

from sommet.core.game import Game
from sommet.core.i18n import game_words
from sommet.core.table import step_fault

__all__ = ["check_class", "check_game"]


def check_class(kind: type[Game[Any]]) -> None:
    """TypeError if a game isn't a class of a game, or lacks a method, its id or its name."""
    given: object = kind
    if not (isinstance(given, type) and issubclass(given, Game)):
        raise TypeError(f"{given!r} is not a subclass of Game")
    for name in ("id", "name"):
        if not isinstance(getattr(kind, name, None), str):
            raise TypeError(f'{kind.__name__} needs `{name} = "…"`')
    if missing := sorted(kind.__abstractmethods__):
        raise TypeError(f"{kind.__name__} lacks {', '.join(missing)}")


def check_game(kind: type[Game[Any]]) -> None:
    """TypeError, or what the game itself raises, if it can't start with its default options."""
    check_class(kind)
    kind.sizes()
    start = kind.create().start(0)
    if fault := step_fault(start.table, ()):
        raise TypeError(fault)
    if start.outcome is not None:
        raise TypeError(f"{kind.__name__}.judge ends the game at its start")
    game_words(kind.id)
