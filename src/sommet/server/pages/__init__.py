"""The HTML pages and their assets. Live play goes over the WebSocket."""

from __future__ import annotations

from litestar import Router

from sommet.server.pages import (
    assets,
    daily,
    forms,
    free_board,
    home,
    lessons,
    link_pictures,
    my_games,
    programs,
    tables,
)

__all__ = ["router"]

router = Router(
    "/",
    route_handlers=[
        *assets.handlers,
        *daily.handlers,
        *forms.handlers,
        *free_board.handlers,
        *home.handlers,
        *lessons.handlers,
        *link_pictures.handlers,
        *my_games.handlers,
        *programs.handlers,
        *tables.handlers,
    ],
    include_in_schema=False,
)
