"""Previews: games that play themselves, for the little boards of the home page."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import msgspec
from litestar import Response, get
from litestar.params import FromPath

import sommet
from sommet.server.api.shapes import Preview
from sommet.server.live.scenes import written_effects, written_scene
from sommet.server.tables.setup import known_game

__all__ = ["handlers"]

MOVES = 14
"""How many moves the little boards play."""


@cache
def _preview(name: str) -> bytes:
    record = sommet.Record.new(sommet.game(name), seed="home")
    chance = random.Random(3)
    view = record.view(None)
    scene, moves = replace(view.scene(), labels=()), []
    for _ in range(MOVES):
        before = view
        move = chance.choice(before.moves())
        steps = move.steps
        for count in range(1, len(steps) + 1):
            moves.append(written_effects(before.effects(steps[:count])))
        record = record.play(move)
        view = record.view(None)
        if view.over:
            break
    return msgspec.json.encode(Preview(written_scene(scene, spots=False), tuple(moves)))


@get("/preview/{name:str}")
async def preview(name: FromPath[str]) -> Response[bytes]:
    """A first scene without labels, and what happens then."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(_preview(known_game(name)), media_type="application/json", headers=headers)


handlers = (preview,)
