"""How Kabaleo looks."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View
from sommet.games.kabaleo.rules import KabaleoTable

__all__ = ["draw", "effects"]


def draw(view: View[KabaleoTable], path: Path) -> Scene:
    return Scene(())


def effects(view: View[KabaleoTable], path: Path) -> tuple[Effect, ...]:
    return ()
