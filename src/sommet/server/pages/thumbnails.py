"""Pictures of games for pages: a moment of play, and the cloth that a game lies on."""

from __future__ import annotations

from functools import cache

from sommet.drawing import preview
from sommet.drawing.picture import inlay

__all__ = ["cloth", "moment"]


@cache
def cloth(name: str) -> str:
    """What the game lies on: its accent follows from that."""
    return preview.moment(name).scene().cloth


@cache
def moment(name: str) -> str:
    """A game in mid-play, drawn into a page."""
    return inlay(preview.at_a_tilt(preview.moment(name).scene()))
