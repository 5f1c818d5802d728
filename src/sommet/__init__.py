"""Sommet: Pylos, Trièdre, Kabaleo and Color Pop, played, studied and solved."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sommet.core import game_folders
from sommet.core.errors import (
    GameOver,
    IllegalMove,
    MissingExtra,
    OptionError,
    SommetError,
    TextError,
)
from sommet.core.game import Game, Option
from sommet.core.move import Move, Steps
from sommet.core.outcome import UNDECIDED, Outcome
from sommet.core.position import Position, perft
from sommet.core.record import Record
from sommet.core.registry import game, names
from sommet.core.scene import Scene
from sommet.core.view import View, render_with

if TYPE_CHECKING:
    from sommet.engine import Analysis, Analyst, Player, levels, player

__version__ = "0.2.0"

__all__ = [
    "UNDECIDED",
    "Analysis",
    "Analyst",
    "Game",
    "GameOver",
    "IllegalMove",
    "MissingExtra",
    "Move",
    "Option",
    "OptionError",
    "Outcome",
    "Player",
    "Position",
    "Record",
    "SommetError",
    "Steps",
    "TextError",
    "View",
    "game",
    "levels",
    "names",
    "perft",
    "player",
]

_LAZY = dict.fromkeys(("Analysis", "Analyst", "Player", "levels", "player"), "sommet.engine")
"""Names that are imported on first use."""


game_folders.add_parent("sommet.games")


@render_with
def _svg(scene: Scene) -> str:
    from sommet.drawing.picture import svg

    return svg(scene)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
