"""Tables: the lobby, setting one, looking at one, doing something at one."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from litestar import Router
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

import sommet
from sommet.core import registry
from sommet.server.api.decorators import delete, get, post
from sommet.server.api.schemas import (
    CommandResult,
    GameCard,
    Invitation,
    InvitationRequest,
    OptionCard,
    PairingRequest,
    TableView,
)
from sommet.server.api.viewer import SeatQuery, table_view
from sommet.server.auth.qr_code import qr_code
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import OptionalPerson, Sessions, TableId, Visit, client_of, known
from sommet.server.auth.signing import Signer
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.live.admission import Admission
from sommet.server.live.lobby import MOST, Lobby, LobbyCard
from sommet.server.live.matchmaking import Matchmaking
from sommet.server.live.rooms import Rooms
from sommet.server.live.sse import EventStream
from sommet.server.refusals import Refusal, no_such_seat
from sommet.server.tables.commands import Command
from sommet.server.tables.invitations import invitation, is_kept
from sommet.server.tables.setup import Setup
from sommet.server.tables.table_factory import TableFactory

__all__ = ["router"]

NUMBER = re.compile("[0-9]{1,18}")
Limit = Annotated[int, QueryParameter(ge=1, le=MOST)]


@get("/games", tags=["games"])
async def list_games(external_engines: NamedDependency[ExternalEngines]) -> list[GameCard]:
    """The games with their options, and who may sit there as a bot."""
    cards = []
    for name in sommet.names():
        kind, game = registry.kind(name), sommet.game(name)
        options = (OptionCard(each.name, each.values, each.default) for each in kind.options())
        levels = (*sommet.levels(name), *external_engines.levels(name))
        cards.append(GameCard(name, game.name, tuple(options), game.seats, game.draws, levels))
    return cards


@get("/tables")
async def list_tables(
    lobby: NamedDependency[Lobby],
    stage: Annotated[Literal["open", "running"], QueryParameter()] = "open",
    game: Annotated[str | None, QueryParameter(max_length=32)] = None,
    limit: Limit = 20,
) -> tuple[LobbyCard, ...]:
    """Public tables: open ones to sit at, running ones to watch. A list may be a second old."""
    return await lobby.listed(stage, game, limit)


@get("/tables/mine")
async def my_tables(
    lobby: NamedDependency[Lobby], person: OptionalPerson, limit: Limit = 20
) -> tuple[LobbyCard, ...]:
    """The tables at which you sit or sat, the latest first."""
    return await lobby.of(known(person).id, limit)


@post("/tables")
async def create_table(
    rooms: NamedDependency[Rooms],
    table_factory: NamedDependency[TableFactory],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: Visit,
    data: JSONBody[Setup],
) -> TableView:
    """Set a table. The game starts when every seat is taken."""
    maker = known(person)
    rate_limiter.ask("table", maker.id, client_of(request))
    return table_view(await rooms.get(await table_factory.open_table(maker, data)), person)


@post("/pairing")
async def find_opponent(
    matchmaking: NamedDependency[Matchmaking],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: Visit,
    data: JSONBody[PairingRequest],
) -> TableView:
    """A table with a stranger who wants the same, or one where such a person may come."""
    seeker = known(person)
    rate_limiter.ask("table", seeker.id, client_of(request))
    wish = Setup(data.game, data.options, clock=data.clock)
    return table_view(await matchmaking.pair(seeker, wish), person)


@delete("/pairing")
async def cancel_pairing(matchmaking: NamedDependency[Matchmaking], person: OptionalPerson) -> None:
    """Close the tables at which you wait for strangers."""
    await matchmaking.stop(known(person))


@get("/tables/{id:str}")
async def get_table(
    rooms: NamedDependency[Rooms], person: OptionalPerson, id: TableId, seat: SeatQuery = None
) -> TableView:
    """A table as you see it; `seat` says with whose eyes, if you hold several."""
    return table_view(await rooms.caught_up(id), person, seat)


@post("/tables/{id:str}/commands", status_code=200)
async def carry_out(
    rooms: NamedDependency[Rooms],
    person: OptionalPerson,
    request: Visit,
    id: TableId,
    data: JSONBody[Command],
) -> CommandResult:
    """Do something at a table: the same commands as over the socket."""
    room = await rooms.get(id)
    return CommandResult(await room.carry_out(person, data, arrived=request.state.arrived))


@post("/tables/{id:str}/invitations")
async def invite(
    rooms: NamedDependency[Rooms],
    signer: NamedDependency[Signer],
    sessions: NamedDependency[Sessions],
    person: OptionalPerson,
    request: Visit,
    id: TableId,
    data: JSONBody[InvitationRequest],
) -> Invitation:
    """A link for a seat, or for any free one; only who sits at the table or set it can invite, and
    to a chair that was kept for an invitation only who set it."""
    sitting, who = (await rooms.get(id)).sitting, known(person)
    if who.id not in {*sitting.people, sitting.opened.by}:
        raise Refusal(
            "only_seated_invite", "Only players at this table can invite others.", status=403
        )
    if data.seat is not None and data.seat >= len(sitting.seats):
        raise no_such_seat(data.seat)
    hosts = who.id == sitting.opened.by
    if data.seat is not None and not hosts and is_kept(sitting, data.seat):
        raise Refusal(
            "only_host_invites",
            "Only the person who created this table can invite someone to seat {player}.",
            status=403,
            player=data.seat + 1,
        )
    code = invitation(signer, id, data.seat, kept_too=hosts)
    link = f"{sessions.address(request)}/tables/{id}?invitation={code}"
    return Invitation(code, link, qr_code(link))


@get("/tables/{id:str}/stream")
async def stream(
    rooms: NamedDependency[Rooms],
    admission: NamedDependency[Admission],
    person: OptionalPerson,
    request: Visit,
    id: TableId,
) -> EventStream:
    """Everything that happens at a table, as server-sent events: the messages of the socket."""
    last = request.headers.get("last-event-id", "")
    after = int(last) if NUMBER.fullmatch(last) else None
    return EventStream(admission, await rooms.caught_up(id), person, client_of(request), after)


router = Router(
    "/",
    route_handlers=[
        list_games,
        list_tables,
        my_tables,
        create_table,
        find_opponent,
        cancel_pairing,
        get_table,
        carry_out,
        invite,
        stream,
    ],
    tags=["tables"],
)
