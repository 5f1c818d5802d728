"""Earlier positions of a game."""

from __future__ import annotations

from typing import Any

from sommet.core.record import Record
from sommet.core.scene import Effect
from sommet.core.view import turn_effects
from sommet.tables.scene_json import effects_to_json, scene_to_json
from sommet.wire.http_api import HistoryScene

__all__ = ["history_scene"]


def history_scene(record: Record[Any], viewer: int | None, move: int) -> HistoryScene:
    """The scene after `move` moves and the effects of the last one, without clickable spots."""
    view = record.view(viewer, move=move)
    effects: tuple[Effect, ...] = ()
    if move:
        effects = turn_effects(record.view(viewer, move=move - 1), record.moves[move - 1], view)
    return HistoryScene(
        scene_to_json(view.scene(), spots=False), effects_to_json(effects), str(view)
    )
