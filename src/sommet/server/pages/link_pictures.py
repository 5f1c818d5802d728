"""The pictures next to links to pages, for the sites and apps where the links are shared.

Nobody signs in to look at them: they show what every spectator may see.
"""

from __future__ import annotations

from hashlib import sha256

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from sommet.server.auth.sessions import AnyRequest, TableId, client_of
from sommet.server.live.daily import DailyDeals
from sommet.server.live.drawings import draw_game_png, draw_png
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.worker_pool import RequestPool
from sommet.tables.setup import require_game

__all__ = ["handlers"]

CACHE_AN_HOUR = {"Cache-Control": "public, max-age=3600"}
REVALIDATE = {"Cache-Control": "public, no-cache"}
OTHER_SITES = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""Some apps show the picture from its own address."""


@get("/games/{name:str}/picture.png")
async def game_picture(
    drawing_pool: NamedDependency[RequestPool], request: AnyRequest, name: FromPath[str]
) -> Response[bytes]:
    """A game, whatever is played."""
    png = await draw_game_png(drawing_pool, client_of(request), require_game(name))
    return _png_response(request, png, CACHE_AN_HOUR)


@get("/tables/{id:str}/picture.png")
async def table_picture(
    rooms: NamedDependency[Rooms],
    drawing_pool: NamedDependency[RequestPool],
    request: AnyRequest,
    id: TableId,
) -> Response[bytes]:
    """The position at a public table as a spectator sees it. Of a private table, or before the
    deal, only the game."""
    state, client = (await rooms.get_current(id)).state, client_of(request)
    view = state.view(None) if state.opened.setup.public else None
    if view is None:
        png = await draw_game_png(drawing_pool, client, state.game.id)
    else:
        png = await draw_png(drawing_pool, client, view)
    return _png_response(request, png, REVALIDATE)


@get("/daily/picture.png")
async def daily_picture(
    daily_deals: NamedDependency[DailyDeals],
    drawing_pool: NamedDependency[RequestPool],
    request: AnyRequest,
) -> Response[bytes]:
    """Today's deal, without its secret."""
    view = (await daily_deals.today()).record.view(None)
    return _png_response(
        request, await draw_png(drawing_pool, client_of(request), view), REVALIDATE
    )


def _png_response(request: AnyRequest, png: bytes, caching: dict[str, str]) -> Response[bytes]:
    """The picture, unless the client has it."""
    headers = {**caching, **OTHER_SITES, "ETag": f'"{sha256(png).hexdigest()[:32]}"'}
    known = {
        each.strip().removeprefix("W/")
        for each in request.headers.get("if-none-match", "").split(",")
    }
    if headers["ETag"] in known:
        return Response(b"", status_code=304, headers=headers)
    return Response(png, media_type="image/png", headers=headers)


handlers = (game_picture, table_picture, daily_picture)
