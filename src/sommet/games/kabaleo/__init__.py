"""Kabaleo: pyramids on pyramids, and a colour that nobody must guess."""

from __future__ import annotations

from dataclasses import dataclass

from sommet.core.editor import Edit
from sommet.core.errors import IllegalMove
from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View
from sommet.games.kabaleo import descriptions, editor, scene, text
from sommet.games.kabaleo.rules import KabaleoRules, KabaleoTable

__all__ = ["GAME", "Kabaleo"]


@dataclass(frozen=True)
class Kabaleo(KabaleoRules):
    """The complete game: rules, texts, scenes and descriptions."""

    def read(self, source: str) -> tuple[KabaleoTable, Secrets]:
        return text.read(self, source)

    def draft(self, source: str) -> tuple[KabaleoTable, Secrets]:
        return text.draft(self, source)

    def edits(self, view: View[KabaleoTable], path: Path) -> tuple[Edit, ...]:
        return tuple(editor.edits(view, path))

    def write(self, table: KabaleoTable, secrets: Secrets) -> str:
        return text.write(table, secrets)

    def split(self, table: KabaleoTable, source: str) -> Path:
        return text.split(table, source)

    def scene(self, view: View[KabaleoTable], path: Path) -> Scene:
        return scene.draw(view, path)

    def effects(self, view: View[KabaleoTable], path: Path) -> tuple[Effect, ...]:
        return scene.effects(view, path)

    def step_for_touch(self, view: View[KabaleoTable], path: Path, solid: str) -> str | IllegalMove:
        return scene.step_for_touch(view, path, solid)

    def victory_effects(
        self, view: View[KabaleoTable], winners: tuple[int, ...]
    ) -> tuple[Effect, ...]:
        return tuple(scene.victory_effects(view, winners))

    def describe_move(self, table: KabaleoTable, path: Path) -> Message:
        return descriptions.describe_move(table, path)


GAME = Kabaleo
