"""Encodes scenes, effects and outcomes as JSON. Most parts of a scene were in the previous one, so
each part is encoded once and cached.

Encoded parts are cast to the types they represent, so that messages keep their declared types;
nothing reads the fields of a message after it is built.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, cast

import msgspec
from msgspec import UNSET, Raw

from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.outcome import Figures, Outcome
from sommet.core.result_text import result
from sommet.core.scene import Effect, Scene, Solid, to_plain
from sommet.wire.frame import BoardScene, Ended
from sommet.wire.merge_patch import Patch, diff

__all__ = ["SceneJson", "effects_to_json", "game_result", "scene_to_json"]

_CAMERA, _CLOTH = (
    next(field.default for field in fields(Scene) if field.name == name)
    for name in ("camera", "cloth")
)


class JsonPart:
    """A part of a scene and its JSON. Parts with the same JSON are equal, and identical while they
    are cached."""

    __slots__ = ("id", "json", "of")

    def __init__(self, of: Any) -> None:
        self.of = of
        self.id = of.id if isinstance(of, Solid) else ""
        self.json = msgspec.json.encode(to_plain(of))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, JsonPart) and self.json == other.json)

    def __hash__(self) -> int:
        return hash(self.json)


_equal = lru_cache(maxsize=20_000)(JsonPart)
_same: dict[int, JsonPart] = {}
"""Parts by the identity of their objects, so that games that reuse solids need no hashing. A part
keeps its object alive, so no other object can have the same identity."""


def _part(of: Any) -> JsonPart:
    return _same.get(id(of)) or _cached_part(of)


def _parts(things: Iterable[Any]) -> tuple[JsonPart, ...]:
    known = _same.get
    return tuple([known(id(of)) or _cached_part(of) for of in things])


def _cached_part(of: Any) -> JsonPart:
    part = _equal(of)
    if part.of is of:
        if len(_same) > 20_000:
            _same.clear()
        _same[id(of)] = part
    return part


def _listed(parts: Iterable[JsonPart]) -> bytes:
    return b"[%b]" % b",".join([part.json for part in parts])


@lru_cache(maxsize=256)
def _ids(ids: tuple[str, ...]) -> Raw:
    return Raw(msgspec.json.encode(ids))


@dataclass(frozen=True)
class SceneJson:
    """A scene with its parts in JSON, in the form of `sommet.core.scene.to_plain`."""

    solids: dict[str, JsonPart]
    order: Raw
    """The ids of what pieces rest on, in order."""
    offer: Patch
    """What can be clicked, and where it may lead."""
    rest: Patch
    """Labels, marks and other fields, by name."""
    _since: tuple[SceneJson, Patch] | None = field(default=None, compare=False, repr=False)
    """The last computed patch of solids; most viewers ask for the same one."""

    @classmethod
    def of(cls, scene: Scene) -> SceneJson:
        rest: Patch = {}
        if scene.labels:
            rest["labels"] = Raw(_listed(_parts(scene.labels)))
        if scene.marks:
            rest["marks"] = Raw(_listed(_parts(scene.marks)))
        if scene.camera != _CAMERA:
            rest["camera"] = to_plain(scene.camera)
        if scene.frame:
            rest["frame"] = Raw(_part(scene.frame).json)
        if scene.title:
            rest["title"] = scene.title
        if scene.trails:
            rest["trails"] = Raw(_part(scene.trails).json)
        if scene.cloth != _CLOTH:
            rest["cloth"] = scene.cloth
        if scene.stock:
            rest["stock"] = scene.stock
        offer: Patch = {}
        if scene.spots:
            offer["spots"] = Raw(_listed(_parts(scene.spots)))
        if scene.ahead:
            offer["ahead"] = Raw(_part(scene.ahead).json)
        solids = {part.id: part for part in _parts(scene.solids)}
        order = _ids(tuple([solid.id for solid in scene.solids if not solid.kind.is_piece]))
        return cls(solids, order, offer, rest)

    def _fields(self, spots: bool) -> Patch:
        return {**self.rest, **self.offer} if spots else self.rest

    def listed(self, *, spots: bool) -> Scene:
        """The scene with a list of solids, with or without what can be clicked."""
        parts = {"solids": Raw(_listed(self.solids.values())), **self._fields(spots)}
        return cast(Scene, parts)

    def keyed(self, *, spots: bool) -> BoardScene:
        """The scene with its solids by id, with or without what can be clicked."""
        solids = {id: Raw(part.json) for id, part in self.solids.items()}
        return cast(BoardScene, {"solids": solids, "order": self.order, **self._fields(spots)})

    def patch_since(self, before: SceneJson, *, spots: bool, had_spots: bool) -> Patch:
        """The patch that leads here from a scene; `had_spots` says whether there was something to
        click."""
        if self._since is None or self._since[0] is not before:
            object.__setattr__(self, "_since", (before, self._solids_since(before)))
        assert self._since is not None
        return {**self._since[1], **diff(before._fields(had_spots), self._fields(spots))}

    def _solids_since(self, before: SceneJson) -> Patch:
        now, was = self.solids, before.solids
        changed: Patch = dict.fromkeys(was.keys() - now.keys())
        for id, part in now.items():
            old = was.get(id)
            if old is part:
                continue
            if old is None:
                changed[id] = Raw(part.json)
            elif old.json != part.json:
                changed[id] = _solid_patch(old.of, part.of)
        patch: Patch = {"solids": changed} if changed else {}
        if self.order is not before.order and self.order != before.order:
            patch["order"] = self.order
        return patch


_SOLID = tuple((field.name, field.default) for field in fields(Solid))


def _solid_patch(was: Solid, now: Solid) -> Patch:
    """The changed fields of a solid; those that are now at their defaults are left out of JSON."""
    return {
        name: None if value == default else value
        for name, default in _SOLID
        if (value := getattr(now, name)) != getattr(was, name)
    }


def scene_to_json(scene: Scene, *, spots: bool) -> Scene:
    """A scene in the form of `sommet.core.scene.to_plain`, with or without what can be clicked."""
    return SceneJson.of(scene).listed(spots=spots)


def effects_to_json(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects in the same form."""
    return cast(tuple[Effect, ...], tuple([Raw(part.json) for part in _parts(effects)]))


def game_result(
    game: Game[Any], outcome: Outcome, secrets: Secrets = (), parts: Figures = ()
) -> Ended:
    """How a game ended, as clients see it. `secrets` are the seats' secret colours, `parts` each
    seat's contribution to the figures of its team."""
    return Ended(
        outcome.winners,
        result(game, outcome),
        str(outcome.reason),
        dict(outcome.figures),
        outcome.decided,
        outcome.leavers,
        secrets,
        dict(parts) or UNSET,
        game.open_colours or UNSET,
        dict(game.figure_winners(outcome)) or UNSET,
    )
