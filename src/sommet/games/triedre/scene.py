"""How Triedre looks."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View
from sommet.games.triedre.rules import TriedreTable

__all__ = ["draw", "effects"]


def draw(view: View[TriedreTable], path: Path) -> Scene:
    return Scene(())


def effects(view: View[TriedreTable], path: Path) -> tuple[Effect, ...]:
    return ()
