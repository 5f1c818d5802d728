"""How play may go on from a position, move by move, for a board that shows it."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from sommet.core.scene import whole_turn
from sommet.server.api.schemas import VariationMove
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import Visit
from sommet.server.live.scene_json import effects_to_json, scene_to_json
from sommet.server.tables.free_board import parse_free_position

__all__ = ["handlers"]

MOST = 16
"""Moves of a line that are shown."""

Words = Annotated[str, QueryParameter(max_length=2000)]


@get("/free/{name:str}/line")
async def line(
    request: Visit, name: FromPath[str], moves: Words, position: Words, options: Words = ""
) -> list[VariationMove]:
    """The moves of a line played one after the other, as far as the game goes on."""
    view, played = parse_free_position(name, options, position, language_of(request)), []
    for text in moves.split()[:MOST]:
        if view.over:
            break
        before, move = view, view.move(text)
        view = before.play(move)
        scene = scene_to_json(view.scene(), spots=False)
        effects = effects_to_json(whole_turn(before, move, view))
        told = view.game.tell(before.table, move.steps)
        played.append(VariationMove(scene, effects, str(view), text, before.turn, told))
    return played


handlers = (line,)
