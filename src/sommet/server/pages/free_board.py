"""The free board page: play both sides from any position."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson
from sommet.server.pages.page_response import page
from sommet.tables.free_board import parse_free_position
from sommet.web.free_board_page import free_board_values

__all__ = ["handlers"]

TextQuery = Annotated[str, QueryParameter(max_length=2000)]


@get("/free/{name:str}")
async def board(
    person: OptionalPerson,
    request: AnyRequest,
    name: FromPath[str],
    options: TextQuery = "",
    position: TextQuery = "",
) -> Response[bytes]:
    """A board for trying things out."""
    view = parse_free_position(name, options, position, language_of(request))
    return page(request, "free_board.html", person, **free_board_values(view))


handlers = (board,)
