"""Previews for the home page: short self-playing games, and pictures of their first scene.

They are made once, in a thread, so that the first visitor neither waits with everyone else nor
pays for them.
"""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from sommet.server.auth.sessions import AnyRequest
from sommet.server.runtime.compression import compressed
from sommet.tables.refusals import Refusal
from sommet.tables.setup import require_game
from sommet.web.previews import picture_svg, preview_json

__all__ = ["handlers"]

CACHE_AN_HOUR = {"Cache-Control": "public, max-age=3600"}
PICTURE_HEADERS = {
    **CACHE_AN_HOUR,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}


@get("/preview/{file:str}", sync_to_thread=True)
def preview(request: AnyRequest, file: FromPath[str]) -> Response[bytes]:
    """`GAME.json`: a game in mid-play, its tilted board and the effects of the moves that follow.
    `GAME.svg`: the first scene, shown until the preview plays and without scripts."""
    name, _, kind = file.rpartition(".")
    match kind:
        case "json":
            content = preview_json(require_game(name))
            return Response(content, media_type="application/json", headers=CACHE_AN_HOUR)
        case "svg":
            content = picture_svg(require_game(name))
            return compressed(request, content, "image/svg+xml", PICTURE_HEADERS)
    raise Refusal("no_such_file", "File not found.", status=404)


handlers = (preview,)
