"""The games checked by the frameworks' own tests: some in `make test`, all in `make judges`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import sommet
from sommet import Game
from sommet.core import registry
from sommet.testing import every_game

__all__ = ["ALL", "CYCLES", "GAMES", "options"]

ALL = "SOMMET_JUDGES" in os.environ
CYCLES = 1000 if ALL else 60
"""Cycles per game in the frameworks' tests."""


def _sample() -> Iterator[Game[Any]]:
    """Each game for each number of players, and one with the last value of each option."""
    for name in sommet.names():
        kind = registry.kind(name)
        for chosen in kind.sizes().values():
            yield kind.create(**chosen)
    yield sommet.game("colorpop", players=4, variant="teams")
    yield sommet.game("colorpop", players=2, variant="two_colours")


GAMES = every_game() if ALL else tuple(_sample())


def options(game: Game[Any]) -> dict[str, Any]:
    """The options of a game, as an environment takes them."""
    return dict(game.chosen)
