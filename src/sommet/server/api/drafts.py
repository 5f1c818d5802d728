"""Positions that are set up by hand: drafts, and what can be done to them."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

import sommet
from sommet.core.editor import draft_scene, drafted, to_move
from sommet.core.errors import TextError
from sommet.core.i18n import explained, seat_name
from sommet.server.api.schemas import Draft, DraftTurn
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import Visit
from sommet.server.live.scene_json import scene_to_json
from sommet.server.tables.free_board import unreadable
from sommet.server.tables.setup import require_game

__all__ = ["handlers"]

Words = Annotated[str, QueryParameter(max_length=2000)]


@get("/free/{name:str}/draft")
async def draft(
    request: Visit, name: FromPath[str], position: Words, options: Words = "", held: Words = ""
) -> Draft:
    """A draft with what can be done to it, and why it is no position yet, if it is none."""
    game, language = sommet.game(f"{require_game(name)} {options}"), language_of(request)
    try:
        view = drafted(game, position)
    except TextError as error:
        raise unreadable(error, language) from None
    path = (held,) if held in {edit.spot.step for edit in game.edits(view, ())} else ()
    wrong = ""
    try:
        game.parse(position)
    except TextError as error:
        wrong = explained(error, language)  # where in the text it is would help nobody here
    return Draft(
        text=position,
        scene=scene_to_json(draft_scene(view, path), spots=True),
        held=path[0] if path else "",
        edits={edit.spot.step: edit.text for edit in game.edits(view, path)},
        turns=tuple(
            DraftTurn(seat_name(game, seat, language), to_move(view, seat), seat == view.turn)
            for seat in range(game.seats)
        ),
        wrong=wrong,
    )


handlers = (draft,)
