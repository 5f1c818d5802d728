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
from sommet.wire.frame import Ended, SceneChange

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


@dataclass(frozen=True)
class SceneJson:
    """A scene with its parts in JSON, in the form of `sommet.core.scene.to_plain`."""

    solids: tuple[JsonPart, ...]
    offer: dict[str, bytes]
    """What can be clicked, and where it may lead."""
    rest: dict[str, bytes]
    """Labels, marks and other fields, by name."""
    _since: tuple[tuple[JsonPart, ...], tuple[str, ...], tuple[tuple[int, Solid], ...]] | None = (
        field(default=None, compare=False, repr=False)
    )
    """The last computed difference of solids; most viewers ask for the same one."""

    @classmethod
    def of(cls, scene: Scene) -> SceneJson:
        rest: dict[str, bytes] = {}
        if scene.labels:
            rest["labels"] = _listed(_parts(scene.labels))
        if scene.marks:
            rest["marks"] = _listed(_parts(scene.marks))
        if scene.camera != _CAMERA:
            rest["camera"] = _part(scene.camera).json
        if scene.frame:
            rest["frame"] = _part(scene.frame).json
        if scene.title:
            rest["title"] = msgspec.json.encode(scene.title)
        if scene.trails:
            rest["trails"] = _part(scene.trails).json
        if scene.cloth != _CLOTH:
            rest["cloth"] = msgspec.json.encode(scene.cloth)
        offer: dict[str, bytes] = {}
        if scene.spots:
            offer["spots"] = _listed(_parts(scene.spots))
        if scene.ahead:
            offer["ahead"] = _part(scene.ahead).json
        return cls(_parts(scene.solids), offer, rest)

    def full_scene(self, *, spots: bool) -> Scene:
        """The full scene, with or without what can be clicked."""
        parts = {"solids": Raw(_listed(self.solids))}
        named = {**self.offer, **self.rest} if spots else self.rest
        parts.update((name, Raw(json)) for name, json in named.items())
        return cast(Scene, parts)

    def changes_since(self, before: SceneJson, *, spots: bool, had_spots: bool) -> SceneChange:
        """What is not as it was before; `had_spots` says whether there was something to click."""
        if self._since is None or self._since[0] is not before.solids:
            made = before.solids, *_moved(before.solids, self.solids)
            object.__setattr__(self, "_since", made)
        assert self._since is not None
        _, gone, put = self._since
        now = {**self.rest, **(self.offer if spots else {})}
        was = {**before.rest, **(before.offer if had_spots else {})}
        changed: dict[str, Any] = {
            name: Raw(now[name]) if now.get(name) else None
            for name in {**was, **now}
            if now.get(name, b"") != was.get(name, b"")
        }
        return SceneChange(gone, put or UNSET, **changed)


def _moved(
    before: tuple[JsonPart, ...], after: tuple[JsonPart, ...]
) -> tuple[tuple[str, ...], tuple[tuple[int, Solid], ...]]:
    """The ids of removed solids, and the new solids with their indices."""
    # Compare JSON, which hashes in C; hashing a part runs Python code.
    said, says = [part.json for part in before], [part.json for part in after]
    was, now = set(said), set(says)
    if [json for json in said if json in now] != [json for json in says if json in was]:
        was, now = set(), set()  # in a different order: send all of them
    gone = tuple([part.id for part in before if part.json not in now])
    put = tuple([(at, Raw(json)) for at, json in enumerate(says) if json not in was])
    return gone, cast(tuple[tuple[int, Solid], ...], put)


def scene_to_json(scene: Scene, *, spots: bool) -> Scene:
    """A scene in the form of `sommet.core.scene.to_plain`, with or without what can be clicked."""
    return SceneJson.of(scene).full_scene(spots=spots)


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
