"""Thumbnails for choosing a game: its board in mid-game, without trays, seen at a tilt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from sommet.core import registry
from sommet.core.metadata import game_metadata
from sommet.core.scene import Effect, EffectKind, Scene, Solid
from sommet.core.view import View
from sommet.drawing.diagrams import Diagram

__all__ = ["effects_without_trays", "preview_view", "tilted_board"]

TURN = 22.0
"""How far the board is turned, in degrees, so that a corner is in front."""
TILT, LOW = 12.0, 30.0
"""How much lower the camera is than on the table, and its least height, both in degrees."""


def preview_view(name: str) -> View[Any]:
    """A position in mid-game from the game's metadata, or the start."""
    picture = game_metadata(name).picture
    if not picture:
        return registry.kind(name).create().start(7).view(None)
    return Diagram.parse(name, picture).views()[-1]


def tilted_board(scene: Scene) -> Scene:
    """A scene's board without trays and labels, turned and seen from lower."""
    camera = scene.camera
    return replace(
        scene,
        solids=tuple(_board(scene.solids)),
        camera=replace(camera, turn=camera.turn + TURN, tilt=max(LOW, camera.tilt - TILT)),
        spots=(),
        labels=(),
        marks=(),
        trails=(),
        frame=(),
    )


def _apart(one: Solid, other: Solid) -> float:
    return math.dist(one.place, other.place)


def _board(solids: Iterable[Solid]) -> Iterator[Solid]:
    """Everything but trays and their contents. Trays that stay are recognised by their material;
    what is set into the nearest of them goes with it."""
    all_of_them = tuple(solids)
    woods = [solid for solid in all_of_them if solid.colour in ("board", "tray")]
    for solid in all_of_them:
        wood = solid
        if solid.colour == "inlay" and woods:
            wood = min(woods, key=partial(_apart, solid))
        if solid.tray is None and wood.colour != "tray":
            yield solid


def effects_without_trays(scene: Scene, effects: Iterable[Effect]) -> Iterator[Effect]:
    """Effects for a scene without its trays: a piece from a tray enters, a piece into one
    leaves."""
    away = {solid.id for solid in scene.solids if solid.tray is not None}
    for effect in effects:
        unseen, solid = effect.id in away, effect.solid
        away.discard(effect.id)
        if solid is not None and solid.tray is not None:
            away.add(solid.id)
            if not unseen and effect.act is not EffectKind.ENTER:
                yield Effect(EffectKind.LEAVE, effect.id)
        elif unseen and solid is not None:
            yield Effect(EffectKind.ENTER, solid.id, solid)
        elif not unseen:
            yield effect
