"""Previews for the home page: short self-playing games, and pictures of their first scene.

They are made once, in a thread, so that the first visitor neither waits with everyone else nor
pays for them.
"""

from __future__ import annotations

import random
from functools import cache

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from sommet.drawing.picture import inlay
from sommet.drawing.preview import effects_without_trays, preview_view, tilted_board
from sommet.server.auth.sessions import AnyRequest
from sommet.server.runtime.compression import compressed
from sommet.tables.scene_json import effects_to_json, scene_to_json
from sommet.tables.setup import require_game
from sommet.wire.http_api import Preview

__all__ = ["handlers"]

PREVIEW_MOVES = 8
CACHE_AN_HOUR = {"Cache-Control": "public, max-age=3600"}
PICTURE_HEADERS = {
    **CACHE_AN_HOUR,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}


@cache
def _preview_json(name: str) -> bytes:
    view, moves = preview_view(name), []
    scene, chance = tilted_board(view.scene()), random.Random(3)
    for _ in range(PREVIEW_MOVES):
        before, choices = view, view.moves()
        if view.over or not choices:
            break
        move = chance.choice(choices)
        for count in range(1, len(move.steps) + 1):
            seen = before.scene(move.steps[: count - 1])
            moves.append(
                effects_to_json(
                    tuple(effects_without_trays(seen, before.effects(move.steps[:count])))
                )
            )
        view = before.play(move)
    return msgspec.json.encode(Preview(scene_to_json(scene, spots=False), tuple(moves)))


@cache
def _picture_svg(name: str) -> bytes:
    drawn = inlay(tilted_board(preview_view(name).scene()))
    return drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).encode()


@get("/preview/{name:str}", sync_to_thread=True)
def preview(name: FromPath[str]) -> Response[bytes]:
    """A game in mid-play: its tilted board, and the effects of the moves that follow."""
    return Response(
        _preview_json(require_game(name)), media_type="application/json", headers=CACHE_AN_HOUR
    )


@get("/preview/{name:str}/picture", sync_to_thread=True)
def picture(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The first scene as SVG, shown until the preview plays and without scripts."""
    return compressed(request, _picture_svg(require_game(name)), "image/svg+xml", PICTURE_HEADERS)


handlers = (preview, picture)
