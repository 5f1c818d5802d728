"""Noughts: a small placement game as its own package, with a kernel."""

from __future__ import annotations

from dataclasses import dataclass

from sommet.core.hidden_state import Secrets
from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View

from . import scene, text
from .rules import NoughtsRules, NoughtsTable

__all__ = ["GAME", "Noughts"]


@dataclass(frozen=True)
class Noughts(NoughtsRules):
    """The whole game: rules, texts, scenes."""

    def read(self, source: str) -> tuple[NoughtsTable, Secrets]:
        return text.read(self, source), ()

    def write(self, table: NoughtsTable, secrets: Secrets) -> str:
        return text.write(table)

    def split(self, table: NoughtsTable, source: str) -> Path:
        return text.split(source)

    def scene(self, view: View[NoughtsTable], path: Path) -> Scene:
        return scene.draw(view, path)

    def effects(self, view: View[NoughtsTable], path: Path) -> tuple[Effect, ...]:
        return scene.effects(view, path)


GAME = Noughts
