"""Helpers for tests of scenes: play moves from a position, find a solid by its id."""

from __future__ import annotations

from typing import Any

import sommet
from sommet import Record, View
from sommet.core.scene import Scene, Solid

__all__ = ["record_of", "solid", "view_of"]


def record_of(name: str, text: str, *moves: str, **options: str | int) -> Record[Any]:
    """A record that starts at a position and continues with these moves."""
    position = sommet.game(name, **options).parse(text)
    record = Record.of(position)
    for move in moves:
        record = record.play(move)
    return record


def view_of(name: str, text: str, *moves: str, **options: str | int) -> View[Any]:
    """The spectators' view after these moves."""
    return record_of(name, text, *moves, **options).view(None)


def solid(scene: Scene, name: str) -> Solid:
    return next(solid for solid in scene.solids if solid.id == name)
