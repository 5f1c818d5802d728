"""The free board page: play both sides from any position."""

from __future__ import annotations

import json
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

import sommet
from sommet.core.editor import edits_of
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson
from sommet.server.pages.page_response import page
from sommet.server.pages.thumbnails import cloth_of
from sommet.tables.free_board import parse_free_position
from sommet.tables.new_table_form import valid_combinations

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
    return page(
        request,
        "free_board.html",
        person,
        id=name,
        game=view.game.name,
        cloth=cloth_of(name),
        options=view.game.chosen_text,
        chosen=json.dumps(view.game.chosen),
        position=str(view),
        settings=view.game.settings,
        picked=view.game.chosen,
        variants=view.game.options(),
        fitting=valid_combinations(name),
        editable=bool(edits_of(view)),
        games=[(each, sommet.game(each).name) for each in sommet.names()],
    )


handlers = (board,)
