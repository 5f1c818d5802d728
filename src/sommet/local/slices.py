"""Thoughts in slices, between which somebody else may do something."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.players import Analysis, Analyst

__all__ = ["analyse_in_slices", "choose_in_slices"]


def choose_in_slices(player: Analyst, view: View[Any]) -> Generator[Any, None, Move]:
    """A player's move, in slices if the player can stop in between."""
    if in_slices := getattr(player, "choose_in_slices", None):
        move: Move = yield from in_slices(view)
        return move
    return player.choose(view)


def analyse_in_slices(player: Analyst, view: View[Any]) -> Generator[Any, None, Analysis]:
    """A player's analysis, in slices if the player can stop in between."""
    if in_slices := getattr(player, "analyse_in_slices", None):
        found: Analysis = yield from in_slices(view)
        return found
    return player.analyse(view)
