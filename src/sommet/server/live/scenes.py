"""Scenes, effects and outcomes as they go out, in JSON. Most solids of a scene were in the last
one: each is written once.

What is written already passes for what it says, so that messages have their true types: nobody
looks into a message once it is made.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any, cast

import msgspec

from sommet.core.game import Game
from sommet.core.outcome import Outcome
from sommet.core.scene import Effect, Scene, plain
from sommet.core.words import result
from sommet.server.live.messages import Ended

__all__ = ["ended", "written_effects", "written_scene"]

_CAMERA, _CLOTH = (
    next(field.default for field in fields(Scene) if field.name == name)
    for name in ("camera", "cloth")
)


@lru_cache(maxsize=20_000)
def _json(part: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(plain(part)))


def written_scene(scene: Scene, *, spots: bool) -> Scene:
    """A scene in the form of `sommet.core.scene.plain`, with or without what can be clicked."""
    parts: dict[str, Any] = {"solids": [_json(solid) for solid in scene.solids]}
    if spots and scene.spots:
        parts["spots"] = [_json(spot) for spot in scene.spots]
    if scene.labels:
        parts["labels"] = [_json(label) for label in scene.labels]
    if scene.marks:
        parts["marks"] = [_json(mark) for mark in scene.marks]
    if scene.camera != _CAMERA:
        parts["camera"] = _json(scene.camera)
    if scene.frame:
        parts["frame"] = _json(scene.frame)
    if scene.title:
        parts["title"] = scene.title
    if scene.trails:
        parts["trails"] = _json(scene.trails)
    if scene.cloth != _CLOTH:
        parts["cloth"] = scene.cloth
    return cast(Scene, parts)


def written_effects(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects in the same form."""
    return cast(tuple[Effect, ...], tuple(_json(effect) for effect in effects))


def ended(game: Game[Any], outcome: Outcome) -> Ended:
    """How a game ended: who won, what that is for them, why, by which figure, who left last."""
    return Ended(
        outcome.winners,
        result(game, outcome),
        str(outcome.reason),
        dict(outcome.figures),
        outcome.decided,
        outcome.leavers,
    )
