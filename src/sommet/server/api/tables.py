"""Tables: the lobby, setting one, looking at one, doing something at one."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
import segno
from litestar import Request, Router
from litestar.params import JSONBody, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

import sommet
from sommet.core import registry
from sommet.server import hosting
from sommet.server.api.answers import delete, get, post
from sommet.server.api.shapes import (
    Done,
    GameCard,
    Invitation,
    InvitationFor,
    OptionCard,
    Seen,
    Wish,
    You,
)
from sommet.server.entrance import InHouse, TableId, Whoever, client_of, known
from sommet.server.live.frames import card, full_frame
from sommet.server.live.room import Room
from sommet.server.live.visitor import Visitor
from sommet.server.refusals import Refusal, no_such_seat, not_your_seat
from sommet.server.store.people import Person
from sommet.server.tables import events
from sommet.server.tables.commands import Command
from sommet.server.tables.setup import Setup

__all__ = ["SeatQuery", "router", "viewer_of"]

NUMBER = re.compile("[0-9]{1,18}")
Limit = Annotated[int, QueryParameter(ge=1, le=100)]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=15)]


class Numbered(msgspec.Struct):
    """The number of a message that has one: who comes back names the last they have seen."""

    sequence: int | None = None


def viewer_of(room: Room, person: Person | None, seat: int | None) -> You:
    """Whose view a person gets: their only seat's, or the one that they name among theirs."""
    held = room.sitting.seats_of(person.id) if person else ()
    if seat is not None and seat not in held:
        raise not_your_seat(seat)
    return You(held, held[0] if seat is None and len(held) == 1 else seat)


def seen(room: Room, person: Person | None, seat: int | None = None) -> Seen:
    sitting, you = room.sitting, viewer_of(room, person, seat)
    moves = tuple(map(str, sitting.record.moves)) if sitting.record else ()
    return Seen(sitting.sequence, card(sitting), full_frame(sitting, you.viewer), you, moves)


@get("/games", tags=["games"])
async def list_games() -> list[GameCard]:
    """The games with their options."""
    cards = []
    for name in sommet.names():
        kind, game = registry.kind(name), sommet.game(name)
        options = (OptionCard(each.name, each.values, each.default) for each in kind.options())
        cards.append(
            GameCard(name, game.name, tuple(options), game.seats, game.draws, sommet.levels(name))
        )
    return cards


@get("/tables")
async def list_tables(
    house: InHouse,
    stage: Annotated[Literal["open", "running"], QueryParameter()] = "open",
    game: Annotated[str | None, QueryParameter(max_length=32)] = None,
    limit: Limit = 20,
) -> list[Seen]:
    """Public tables: open ones to sit at, running ones to watch, as a spectator sees them."""
    ids = await house.log.listed(stage=stage, kind=game, limit=limit)
    return [seen(await house.rooms.get(id), None) for id in ids]


@get("/tables/mine")
async def my_tables(house: InHouse, person: Whoever, limit: Limit = 20) -> list[Seen]:
    """The tables at which you sit or sat, the latest first."""
    ids = await house.log.games_of(known(person).id, limit)
    return [seen(await house.rooms.get(id), person) for id in ids]


@post("/tables")
async def set_table(house: InHouse, person: Whoever, data: JSONBody[Setup]) -> Seen:
    """Set a table. The game starts when every seat is taken."""
    maker = known(person)
    house.doors.ask("table", maker.id)
    return seen(await hosting.open_table(house, maker, data), person)


@post("/pairing")
async def find_opponent(house: InHouse, person: Whoever, data: JSONBody[Wish]) -> Seen:
    """A table with a stranger who wants the same, or one where such a person may come."""
    seeker = known(person)
    house.doors.ask("table", seeker.id)
    wish = Setup(data.game, data.options, clock=data.clock)
    return seen(await hosting.pair(house, seeker, wish), person)


@delete("/pairing")
async def stop_looking(house: InHouse, person: Whoever) -> None:
    """Close the tables at which you wait for strangers."""
    for id in await house.log.games_of(known(person).id):
        room = await house.rooms.get(id)
        if room.sitting.stage == "open" and room.sitting.opened.wish:
            await room.enter(room.sitting.position, events.Closed("withdrawn"))


@get("/tables/{id:str}")
async def see_table(house: InHouse, person: Whoever, id: TableId, seat: SeatQuery = None) -> Seen:
    """A table as you see it; `seat` says with whose eyes, if you hold several."""
    return seen(await house.rooms.fresh(id), person, seat)


@post("/tables/{id:str}/commands", status_code=200)
async def carry_out(house: InHouse, person: Whoever, id: TableId, data: JSONBody[Command]) -> Done:
    """Do something at a table: the same commands as over the socket."""
    room = await house.rooms.get(id)
    return Done(await room.carry_out(person, data))


@post("/tables/{id:str}/invitations")
async def invite(
    house: InHouse,
    person: Whoever,
    request: Request[Any, Any, Any],
    id: TableId,
    data: JSONBody[InvitationFor],
) -> Invitation:
    """A link for a seat, or for any free one; only who sits at the table or set it can invite."""
    room, host = await house.rooms.get(id), known(person)
    if host.id not in {*room.sitting.people, room.sitting.opened.by}:
        raise Refusal("only_seated_invite", "Only who sits at this table may invite.", status=403)
    if data.seat is not None and data.seat >= len(room.sitting.seats):
        raise no_such_seat(data.seat)
    code = hosting.invitation(house, id, data.seat)
    base = house.settings.url.rstrip("/") or str(request.base_url).rstrip("/")
    link = f"{base}/tables/{id}?invitation={code}"
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", xmldecl=False, omitsize=True)
    return Invitation(code, link, picture.getvalue().decode())


@get("/tables/{id:str}/stream")
async def stream(
    house: InHouse, person: Whoever, request: Request[Any, Any, Any], id: TableId
) -> ServerSentEvent:
    """Everything that happens at a table, as server-sent events: the messages of the socket."""
    room, client = await house.rooms.fresh(id), client_of(request)
    house.doors.enter(client)
    visitor = Visitor(person)
    last = request.headers.get("last-event-id", "")
    try:
        room.admit(visitor, int(last) if NUMBER.fullmatch(last) else None, None)
    except Refusal:
        house.doors.leave(client)
        raise

    async def messages() -> AsyncIterator[ServerSentEventMessage]:
        try:
            while (text := await visitor.queue.get()) is not None:
                number = msgspec.json.decode(text, type=Numbered).sequence
                yield ServerSentEventMessage(data=text.decode(), id=number)
        finally:
            room.dismiss(visitor)
            house.doors.leave(client)

    return ServerSentEvent(messages())


router = Router(
    "/",
    route_handlers=[
        list_games,
        list_tables,
        my_tables,
        set_table,
        find_opponent,
        stop_looking,
        see_table,
        carry_out,
        invite,
        stream,
    ],
    tags=["tables"],
)
