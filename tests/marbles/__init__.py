"""Marbles: a toy game with every feature, to show that a new game needs only its folder."""

from __future__ import annotations

from dataclasses import dataclass

from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.scene import Effect, Scene
from sommet.core.view import View
from tests.marbles import descriptions, scene, text
from tests.marbles.rules import MarblesRules, MarblesTable

__all__ = ["GAME", "Marbles"]


@dataclass(frozen=True)
class Marbles(MarblesRules):
    """The whole game: rules, texts, scenes and descriptions."""

    def read(self, source: str) -> tuple[MarblesTable, Secrets]:
        return text.read(self, source)

    def write(self, table: MarblesTable, secrets: Secrets) -> str:
        return text.write(table, secrets)

    def split(self, table: MarblesTable, source: str) -> Path:
        return text.split(source)

    def scene(self, view: View[MarblesTable], path: Path) -> Scene:
        return scene.draw(view, path)

    def effects(self, view: View[MarblesTable], path: Path) -> tuple[Effect, ...]:
        return scene.effects(path)

    def describe_move(self, table: MarblesTable, path: Path) -> Message:
        return descriptions.describe_move(path)


GAME = Marbles
