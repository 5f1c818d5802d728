"""Pictures of positions, drawn in worker processes and cached by what they show."""

from __future__ import annotations

import gzip
from dataclasses import replace
from typing import Any

from sommet.core.view import View
from sommet.drawing import picture
from sommet.server.runtime.worker_pool import RequestPool
from sommet.web.link_pictures import game_png, position_png

__all__ = ["draw_game_png", "draw_inlaid", "draw_inlay", "draw_png", "draw_svg"]


async def draw_svg(
    pool: RequestPool, client: str, view: View[Any], *, backdrop: bool = True
) -> bytes:
    """A view as a standalone SVG, gzipped."""
    return await pool.render(client, _svg, _shown(view), backdrop)


async def draw_inlaid(
    pool: RequestPool, client: str, view: View[Any], seat: int | None = None
) -> str:
    """A view as SVG for a page, in several layouts for the player of this seat."""
    return gzip.decompress(await pool.render(client, _inlaid, _shown(view), seat)).decode()


async def draw_inlay(pool: RequestPool, client: str, view: View[Any]) -> str:
    """A view as SVG for a page, in one layout."""
    return gzip.decompress(await pool.render(client, _inlay, _shown(view))).decode()


async def draw_png(pool: RequestPool, client: str, view: View[Any]) -> bytes:
    """A view as the picture next to a link."""
    return await pool.render(client, position_png, _shown(view))


async def draw_game_png(pool: RequestPool, client: str, game: str) -> bytes:
    """A game as the picture next to a link, whatever is played."""
    return await pool.render(client, game_png, game)


def _shown(view: View[Any]) -> View[Any]:
    """The view with only the last move of its history, which is all that a picture shows."""
    if not view.history:
        return replace(view, start=None)
    before, move = view.last
    return replace(view, start=before, history=(move,), before=before)


def _svg(view: View[Any], backdrop: bool) -> bytes:
    return _gzip(picture.svg(view.scene(), backdrop=backdrop))


def _inlaid(view: View[Any], seat: int | None) -> bytes:
    return _gzip(picture.inlaid(view.scene(), seat))


def _inlay(view: View[Any]) -> bytes:
    return _gzip(picture.inlay(view.scene()))


def _gzip(text: str) -> bytes:
    return gzip.compress(text.encode(), 6, mtime=0)
