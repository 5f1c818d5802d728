"""Previews: games that play themselves, for the little boards of the home page."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import msgspec
from litestar import Response, get
from litestar.params import FromPath

import sommet
from sommet.core.about import about
from sommet.drawing.diagrams import Diagram
from sommet.server.api.shapes import Preview
from sommet.server.live.scenes import written_effects, written_scene
from sommet.server.tables.setup import known_game

__all__ = ["handlers"]

MOVES = 8
"""How many moves the little boards play."""
TILT, LOW = 10.0, 30.0
"""By how many degrees they are looked at from lower than on the table, and from where at least."""


@cache
def _preview(name: str) -> bytes:
    told = about(name).picture
    view = Diagram.parse(name, told).views()[-1] if told else sommet.game(name).start(7).view(None)
    scene, moves = replace(view.scene(), labels=(), marks=(), trails=()), []
    camera = replace(scene.camera, tilt=max(LOW, scene.camera.tilt - TILT))
    scene, chance = replace(scene, camera=camera), random.Random(3)
    for _ in range(MOVES):
        before, choices = view, view.moves()
        if view.over or not choices:
            break
        move = chance.choice(choices)
        for count in range(1, len(move.steps) + 1):
            moves.append(written_effects(before.effects(move.steps[:count])))
        view = before.play(move)
    return msgspec.json.encode(Preview(written_scene(scene, spots=False), tuple(moves)))


@get("/preview/{name:str}")
async def preview(name: FromPath[str]) -> Response[bytes]:
    """A game in mid-play without labels, at a tilt, and what happens then."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(_preview(known_game(name)), media_type="application/json", headers=headers)


handlers = (preview,)
