"""Pictures of games for pages: a moment of play, and the cloth that a game lies on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import sommet
from sommet.core.about import about
from sommet.core.scene import Scene
from sommet.drawing.diagrams import Diagram
from sommet.drawing.picture import inlay

__all__ = ["cloth", "moment"]


@cache
def _scene(name: str) -> Scene:
    """A game in mid-play as its folder shows it, or before its first move."""
    told = about(name).picture
    if not told:
        return sommet.game(name).start(seed="home").view(None).scene()
    return Diagram.parse(name, told).views()[-1].scene()


@cache
def cloth(name: str) -> str:
    """What the game lies on: its accent follows from that."""
    return _scene(name).cloth


@cache
def moment(name: str) -> str:
    """A game in mid-play, drawn into a page."""
    return inlay(replace(_scene(name), labels=(), spots=()))
