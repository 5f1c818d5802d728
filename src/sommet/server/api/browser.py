"""What the scripts of the pages ask for beside the socket. It is theirs: programs have the API."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from sommet.core.scene import Effect, whole_turn
from sommet.server.api import drafts, free_board, previews, variations
from sommet.server.api.schemas import Named, PastScene
from sommet.server.api.viewer import SeatQuery, record_of, viewer_of
from sommet.server.auth.sessions import Entrance, TableId, Visit, Whoever
from sommet.server.live.rooms import Rooms
from sommet.server.live.scene_json import written_effects, written_scene

__all__ = ["router"]


@get("/tables/{id:str}/frames/{move:int}")
async def past_scene(
    rooms: NamedDependency[Rooms],
    person: Whoever,
    id: TableId,
    move: FromPath[int],
    seat: SeatQuery = None,
) -> PastScene:
    """The scene after so many moves, and what the last of them did. Nothing can be clicked."""
    room = await rooms.get(id)
    record = record_of(room)
    viewer = viewer_of(room, person, seat).viewer
    view = record.view(viewer, move=move)
    effects: tuple[Effect, ...] = ()
    if move:
        effects = whole_turn(record.view(viewer, move=move - 1), record.moves[move - 1], view)
    return PastScene(written_scene(view.scene(), spots=False), written_effects(effects), str(view))


@post("/guest", status_code=200)
async def be_a_guest(
    entrance: NamedDependency[Entrance], person: Whoever, request: Visit
) -> Response[Any]:
    """Be known to the house, by a name of ours."""
    who = person or await entrance.welcome(request)
    return entrance.with_cookie(who, Named(who.name))


router = Router(
    "/",
    route_handlers=[
        past_scene,
        be_a_guest,
        *free_board.handlers,
        *drafts.handlers,
        *variations.handlers,
        *previews.handlers,
    ],
    include_in_schema=False,
)
