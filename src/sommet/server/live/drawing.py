"""Scenes, effects and outcomes as JSON. Most solids of a scene were in the last one: each is
written once."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

import msgspec

from sommet.core.game import Game
from sommet.core.outcome import Outcome
from sommet.core.scene import Effect, Scene, plain
from sommet.core.words import result

__all__ = ["drawn", "ended", "told"]

_CAMERA = next(field.default for field in fields(Scene) if field.name == "camera")


@lru_cache(maxsize=20_000)
def _written(part: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(plain(part)))


def drawn(scene: Scene, *, spots: bool) -> dict[str, Any]:
    """A scene in the form of `sommet.core.scene.plain`, with or without what can be clicked."""
    parts: dict[str, Any] = {"solids": [_written(solid) for solid in scene.solids]}
    if spots and scene.spots:
        parts["spots"] = [_written(spot) for spot in scene.spots]
    if scene.labels:
        parts["labels"] = [_written(label) for label in scene.labels]
    if scene.marks:
        parts["marks"] = [_written(mark) for mark in scene.marks]
    if scene.camera != _CAMERA:
        parts["camera"] = _written(scene.camera)
    if scene.frame:
        parts["frame"] = _written(scene.frame)
    if scene.title:
        parts["title"] = scene.title
    return parts


def told(effects: tuple[Effect, ...]) -> tuple[msgspec.Raw, ...]:
    return tuple(_written(effect) for effect in effects)


def ended(game: Game[Any], outcome: Outcome) -> dict[str, Any]:
    """How a game ended: who won, what that is for them, why, by which figure, who left last."""
    return {
        "winners": outcome.winners,
        "result": result(game, outcome),
        "reason": str(outcome.reason),
        "figures": dict(outcome.figures),
        "decided": outcome.decided,
        "leavers": outcome.leavers,
    }
