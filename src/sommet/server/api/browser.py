"""Private endpoints for the pages' own scripts. Programs use the public API."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from sommet.server.api import free_board, previews
from sommet.server.api.viewer import SeatQuery, record_of, resolve_viewer
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions, TableId
from sommet.server.live.rooms import Rooms
from sommet.tables import replay
from sommet.wire.http_api import HistoryScene, NameResponse

__all__ = ["router"]


@get("/tables/{id:str}/frames/{move:int}")
async def history_scene(
    rooms: NamedDependency[Rooms],
    person: OptionalPerson,
    id: TableId,
    move: FromPath[int],
    seat: SeatQuery = None,
) -> HistoryScene:
    """The scene after `move` moves and the effects of the last one, without clickable spots."""
    room = await rooms.get(id)
    record = record_of(room)
    viewer = resolve_viewer(room, person, seat).viewer
    return replay.history_scene(record, viewer, move)


@post("/guest", status_code=200)
async def create_guest(
    sessions: NamedDependency[Sessions], person: OptionalPerson, request: AnyRequest
) -> Response[Any]:
    """Create a guest with a generated name, and set their cookie."""
    who = person or await sessions.create_guest(request)
    return sessions.with_cookie(who, NameResponse(who.name))


router = Router(
    "/",
    route_handlers=[
        history_scene,
        create_guest,
        *free_board.handlers,
        *previews.handlers,
    ],
    include_in_schema=False,
)
