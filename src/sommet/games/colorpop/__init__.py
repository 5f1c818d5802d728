"""Color Pop: take groups of tokens off the slides until your secret colour is gone."""

from __future__ import annotations

from dataclasses import dataclass

from sommet.core.editor import Edit
from sommet.core.errors import IllegalMove
from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View
from sommet.games.colorpop import descriptions, editor, scene, text
from sommet.games.colorpop.rules import ColorPopRules, ColorPopTable

__all__ = ["GAME", "ColorPop"]


@dataclass(frozen=True)
class ColorPop(ColorPopRules):
    """The complete game: rules, texts, scenes and descriptions."""

    def read(self, source: str) -> tuple[ColorPopTable, Secrets]:
        return text.read(self, source)

    def draft(self, source: str) -> tuple[ColorPopTable, Secrets]:
        return text.draft(self, source)

    def edits(self, view: View[ColorPopTable], path: Path) -> tuple[Edit, ...]:
        return tuple(editor.edits(view, path))

    def write(self, table: ColorPopTable, secrets: Secrets) -> str:
        return text.write(table, secrets)

    def split(self, table: ColorPopTable, source: str) -> Path:
        return text.split(table, source)

    def scene(self, view: View[ColorPopTable], path: Path) -> Scene:
        return scene.draw(view, path)

    def effects(self, view: View[ColorPopTable], path: Path) -> tuple[Effect, ...]:
        return scene.effects(view, path)

    def step_for_touch(
        self, view: View[ColorPopTable], path: Path, solid: str
    ) -> str | IllegalMove:
        return scene.step_for_touch(view, path, solid)

    def victory_effects(
        self, view: View[ColorPopTable], winners: tuple[int, ...]
    ) -> tuple[Effect, ...]:
        return tuple(scene.victory_effects(view, winners))

    def describe_move(self, table: ColorPopTable, path: Path) -> Message:
        return descriptions.describe_move(table, path)


GAME = ColorPop
