"""How ColorPop looks."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View
from sommet.games.colorpop.rules import ColorPopTable

__all__ = ["draw", "effects"]


def draw(view: View[ColorPopTable], path: Path) -> Scene:
    return Scene(())


def effects(view: View[ColorPopTable], path: Path) -> tuple[Effect, ...]:
    return ()
