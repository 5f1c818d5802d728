"""How Pylos looks."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View
from sommet.games.pylos.rules import PylosTable

__all__ = ["draw", "effects"]


def draw(view: View[PylosTable], path: Path) -> Scene:
    return Scene(())


def effects(view: View[PylosTable], path: Path) -> tuple[Effect, ...]:
    return ()
