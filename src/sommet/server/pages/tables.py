"""The table page, and what its scripts ask for beside the socket."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from sommet.core.scene import plain, whole_turn
from sommet.drawing.picture import inlaid
from sommet.server.api.tables import SeatQuery, viewer_of
from sommet.server.entrance import InHouse, TableId, Whoever
from sommet.server.pages.visit import Visit, page
from sommet.server.refusals import Refusal, not_started
from sommet.server.tables.sitting import Sitting

__all__ = ["handlers"]


@get("/tables/{id:str}")
async def table(
    house: InHouse,
    person: Whoever,
    request: Visit,
    id: TableId,
    invitation: Annotated[str, QueryParameter(max_length=200)] = "",
) -> Response[bytes]:
    """A table: to play at, or to watch."""
    room = await house.rooms.get(id)
    await room.catch_up()
    sitting = room.sitting
    held = sitting.seats_of(person.id) if person else ()
    if invitation and not held and sitting.stage != "open":
        raise Refusal("used_link", "This invitation has been used.", status=410)
    return page(
        request,
        "table.html",
        person,
        id=id,
        game=sitting.game.name,
        kind=sitting.opened.setup.game,
        draws=sitting.game.draws,
        stage=sitting.stage,
        held=held,
        invitation=invitation,
        first=_first(sitting),
    )


def _first(sitting: Sitting) -> str:
    """What anyone may see, to be looked at before the scripts are there."""
    view = sitting.view(None)
    return inlaid(view.scene()) if view else ""


def drawn(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene to look at: nothing in it can be clicked."""
    return {name: part for name, part in scene.items() if name != "spots"}


@get("/tables/{id:str}/frames/{move:int}")
async def frame(
    house: InHouse, person: Whoever, id: TableId, move: FromPath[int], seat: SeatQuery = None
) -> dict[str, Any]:
    """The scene after so many moves, and what the last of them did."""
    room = await house.rooms.get(id)
    record = room.sitting.record
    if record is None:
        raise not_started()
    viewer = viewer_of(room, person, seat).viewer
    view = record.view(viewer, move=move)
    effects: tuple[Any, ...] = ()
    if move:
        effects = whole_turn(record.view(viewer, move=move - 1), record.moves[move - 1], view)
    scene = drawn(plain(view.scene()))
    return {"scene": scene, "effects": [plain(effect) for effect in effects], "text": str(view)}


@get("/tables/{id:str}/told")
async def told(house: InHouse, id: TableId) -> list[dict[str, Any]]:
    """Who made each move and what it did, for a sentence: what everybody saw."""
    record = (await house.rooms.get(id)).sitting.record
    if record is None:
        return []
    return [
        {"seat": table.turn, "told": record.game.tell(table, move.steps)}
        for table, move in record.view(None).past()
    ]


@get("/tables/{id:str}/secrets")
async def secrets(
    house: InHouse, person: Whoever, id: TableId, seat: SeatQuery = None
) -> list[str]:
    """The solids whose faces only you see: they are shown when you ask for it."""
    room = await house.rooms.get(id)
    record = room.sitting.running
    if record is None:
        return []
    mine = record.view(viewer_of(room, person, seat).viewer).scene().solids
    open_to_all = set(record.view(None).scene().solids)
    return [solid.id for solid in mine if solid not in open_to_all]


handlers = (table, frame, told, secrets)
