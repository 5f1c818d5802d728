"""Tables: list them, create one, look at one, send commands to one."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Router
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

import sommet
from sommet.core import registry
from sommet.server.api.decorators import delete, get, post
from sommet.server.api.viewer import SeatQuery, table_view
from sommet.server.auth.qr_code import qr_code
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import (
    AnyRequest,
    OptionalPerson,
    Sessions,
    TableId,
    client_of,
    require_person,
)
from sommet.server.auth.signing import Signer
from sommet.server.auth.tokens import PLAY, READ
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.live.lobby import MAX_CARDS, Lobby
from sommet.server.live.matchmaking import Matchmaking
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.tables.invitations import is_invite_only, sign_invitation
from sommet.server.tables.table_factory import TableFactory
from sommet.tables.refusals import Refusal, no_such_seat
from sommet.wire.commands import Command
from sommet.wire.http_api import (
    CommandResult,
    GameCard,
    Invitation,
    InvitationRequest,
    LobbyCard,
    OptionCard,
    PairingRequest,
    TableView,
)
from sommet.wire.setup import Setup

__all__ = ["router"]

Limit = Annotated[int, QueryParameter(ge=1, le=MAX_CARDS)]


@get("/games", tags=["games"], opt=READ)
async def list_games(external_engines: NamedDependency[ExternalEngines]) -> list[GameCard]:
    """The games with their options and the levels of their bots."""
    cards = []
    for name in sommet.names():
        kind, game = registry.kind(name), sommet.game(name)
        options = (OptionCard(each.name, each.values, each.default) for each in kind.options())
        levels = (*sommet.levels(name), *external_engines.levels(name))
        cards.append(GameCard(name, game.name, tuple(options), game.seats, game.draws, levels))
    return cards


@get("/tables", opt=READ)
async def list_tables(
    lobby: NamedDependency[Lobby],
    stage: Annotated[Literal["open", "running"], QueryParameter()] = "open",
    game: Annotated[str | None, QueryParameter(max_length=32)] = None,
    limit: Limit = 20,
) -> tuple[LobbyCard, ...]:
    """Public tables: open ones to join, running ones to watch. The list may be a second old."""
    return await lobby.list_tables(stage, game, limit)


@get("/tables/mine", opt=READ)
async def my_tables(
    lobby: NamedDependency[Lobby], person: OptionalPerson, limit: Limit = 20
) -> tuple[LobbyCard, ...]:
    """Tables where you have or had a seat, newest first."""
    return await lobby.tables_of(require_person(person).id, limit)


@post("/tables", opt=PLAY)
async def create_table(
    rooms: NamedDependency[Rooms],
    table_factory: NamedDependency[TableFactory],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: AnyRequest,
    data: JSONBody[Setup],
) -> TableView:
    """Create a table. The game starts when every seat is taken."""
    maker = require_person(person)
    rate_limiter.check("table", maker.id, client_of(request))
    return table_view(await rooms.get(await table_factory.open_table(maker, data)), person)


@post("/pairing", opt=PLAY)
async def find_opponent(
    matchmaking: NamedDependency[Matchmaking],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: AnyRequest,
    data: JSONBody[PairingRequest],
) -> TableView:
    """Join a stranger who wants the same game, or open a table and wait for one."""
    seeker = require_person(person)
    rate_limiter.check("table", seeker.id, client_of(request))
    wish = Setup(data.game, data.options, clock=data.clock)
    return table_view(await matchmaking.pair(seeker, wish), person)


@delete("/pairing", opt=PLAY)
async def cancel_pairing(matchmaking: NamedDependency[Matchmaking], person: OptionalPerson) -> None:
    """Stop waiting: close the tables where you wait for a stranger."""
    await matchmaking.stop(require_person(person))


@get("/tables/{id:str}", opt=READ)
async def get_table(
    rooms: NamedDependency[Rooms], person: OptionalPerson, id: TableId, seat: SeatQuery = None
) -> TableView:
    """A table as you see it; `seat` chooses the view if you hold several seats."""
    return table_view(await rooms.get_current(id), person, seat)


@post("/tables/{id:str}/commands", status_code=200, opt=PLAY)
async def send_command(
    rooms: NamedDependency[Rooms],
    person: OptionalPerson,
    request: AnyRequest,
    id: TableId,
    data: JSONBody[Command],
) -> CommandResult:
    """Send a command to a table: the same commands as over the WebSocket."""
    room = await rooms.get(id)
    return CommandResult(await room.execute(person, data, arrived=request.state.arrived))


@post("/tables/{id:str}/invitations", opt=PLAY)
async def invite(
    rooms: NamedDependency[Rooms],
    drawing_pool: NamedDependency[RequestPool],
    signer: NamedDependency[Signer],
    sessions: NamedDependency[Sessions],
    person: OptionalPerson,
    request: AnyRequest,
    id: TableId,
    data: JSONBody[InvitationRequest],
) -> Invitation:
    """Create an invite link for a seat, or for any free one. Only players at the table and its host
    can invite, and only the host to a seat kept for an invitation."""
    state, who = (await rooms.get(id)).state, require_person(person)
    if who.id not in {*state.people, state.opened.by}:
        raise Refusal(
            "only_seated_invite", "Only players at this table can invite others.", status=403
        )
    if data.seat is not None and data.seat >= len(state.seats):
        raise no_such_seat(data.seat)
    hosts = who.id == state.opened.by
    if data.seat is not None and not hosts and is_invite_only(state, data.seat):
        raise Refusal(
            "only_host_invites",
            "Only the person who created this table can invite someone to seat {player}.",
            status=403,
            player=data.seat + 1,
        )
    code = sign_invitation(signer, id, data.seat, include_invite_only=hosts)
    link = f"{sessions.address(request)}/tables/{id}?invitation={code}"
    return Invitation(code, link, await drawing_pool.compute(client_of(request), qr_code, link))


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
        send_command,
        invite,
    ],
    tags=["tables"],
)
