"""Records, pictures, verification and analysis."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response, Router
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter

from sommet.core.view import View
from sommet.server.api.decorators import get, post
from sommet.server.api.viewer import SeatQuery, record_of, resolve_viewer
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import (
    AnyRequest,
    OptionalPerson,
    TableId,
    client_of,
    require_person,
)
from sommet.server.auth.tokens import READ
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.jobs import EngineJob, Priority
from sommet.server.live.daily import DailyDeals
from sommet.server.live.drawings import draw_svg
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.compression import gzipped
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.store import Log
from sommet.server.store.people import Person
from sommet.server.tables.table_factory import TableFactory
from sommet.tables import analysis
from sommet.tables.record_reader import verification_of, verify_text
from sommet.tables.refusals import Refusal
from sommet.wire.http_api import (
    AnalysisResult,
    FreePosition,
    RecordText,
    Verification,
    VerificationPart,
)

__all__ = ["router"]

MAX_PLAYED = 100
"""How many games that a person plays are looked at before they get an analysis."""

PICTURE_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}

MoveNumber = Annotated[int | None, QueryParameter(ge=0, le=10_000)]


@get("/tables/{id:str}/record", media_type=MediaType.TEXT)
async def record_text(
    rooms: NamedDependency[Rooms], person: OptionalPerson, id: TableId, seat: SeatQuery = None
) -> str:
    """The record as text; while the game runs, its secrets are left out."""
    room = await rooms.get_current(id)
    viewer = resolve_viewer(room, person, seat).viewer
    return record_of(room).sealed(viewer)


@get("/tables/{id:str}/record.json")
async def record_json(
    rooms: NamedDependency[Rooms], person: OptionalPerson, id: TableId, seat: SeatQuery = None
) -> dict[str, Any]:
    """The record as JSON; while the game runs, its secrets are left out."""
    room = await rooms.get_current(id)
    return record_of(room).to_json(resolve_viewer(room, person, seat).viewer, seal=True)


@get("/tables/{id:str}/picture.svg")
async def draw_table(
    rooms: NamedDependency[Rooms],
    drawing_pool: NamedDependency[RequestPool],
    person: OptionalPerson,
    request: AnyRequest,
    id: TableId,
    move: MoveNumber = None,
    seat: SeatQuery = None,
    backdrop: FromQuery[bool] = True,
) -> Response[bytes]:
    """The position as SVG, now or after `move` moves; without `backdrop` it is transparent."""
    room = await rooms.get_current(id)
    viewer = resolve_viewer(room, person, seat).viewer
    view = record_of(room).view(viewer, move=move)
    drawn = await draw_svg(drawing_pool, client_of(request), view, backdrop=backdrop)
    return _svg_response(request, drawn)


def _svg_response(request: AnyRequest, drawn: bytes) -> Response[bytes]:
    return gzipped(request, drawn, "image/svg+xml", PICTURE_HEADERS)


@get("/tables/{id:str}/verification")
async def verify_table(rooms: NamedDependency[Rooms], id: TableId) -> Verification:
    """Check the deal of a finished game against its commitment."""
    room = await rooms.get_current(id)
    record = record_of(room)
    if record.outcome is None:
        parts: dict[str, VerificationPart] = {"commitment": record.commitment}
        return Verification(False, "sealed", "The seed has not been revealed yet.", parts)
    return verification_of(record)


@post("/verification", status_code=200)
async def verify_record(
    request: AnyRequest, request_pool: NamedDependency[RequestPool], data: JSONBody[RecordText]
) -> Verification:
    """Check the deal of a record against its commitment."""
    return await request_pool.compute(client_of(request), verify_text, data.record)


@get("/tables/{id:str}/analysis")
async def analyse_table(
    rooms: NamedDependency[Rooms],
    engines: NamedDependency[EnginePool],
    rate_limiter: NamedDependency[RateLimiter],
    daily_deals: NamedDependency[DailyDeals],
    table_factory: NamedDependency[TableFactory],
    person: OptionalPerson,
    request: AnyRequest,
    id: TableId,
    move: MoveNumber = None,
    level: Annotated[str, QueryParameter(max_length=20)] = "",
) -> AnalysisResult:
    """Analyse a position of a finished game, with the strongest engine or one of `level`. A daily
    game is refused while you play yours."""
    room = await rooms.get_current(id)
    record = analysis.require_over(record_of(room))
    thinker = require_person(person)
    rate_limiter.check("analysis", thinker.id, client_of(request))
    if room.state.opened.daily:
        await _refuse_in_daily(daily_deals, table_factory, thinker, room.state.game.id)
    view, played = analysis.view_before(record, move)
    return await _analyse(engines, thinker, view, level, played)


@post("/analysis", status_code=200)
async def analyse_position(
    rooms: NamedDependency[Rooms],
    engines: NamedDependency[EnginePool],
    rate_limiter: NamedDependency[RateLimiter],
    log: NamedDependency[Log],
    daily_deals: NamedDependency[DailyDeals],
    table_factory: NamedDependency[TableFactory],
    person: OptionalPerson,
    request: AnyRequest,
    data: JSONBody[FreePosition],
) -> AnalysisResult:
    """Analyse any position; refused while you play that game against people or as the Daily."""
    thinker = require_person(person)
    rate_limiter.check("analysis", thinker.id, client_of(request))
    view = analysis.view_of(data)
    await _refuse_in_daily(daily_deals, table_factory, thinker, view.game.id)
    await _refuse_while_playing(rooms, log, thinker, view.game.id)
    return await _analyse(engines, thinker, view, data.level, lines=data.lines)


async def _refuse_in_daily(
    daily_deals: DailyDeals, table_factory: TableFactory, thinker: Person, game: str
) -> None:
    """Refuse to help someone who plays this game now as today's Daily."""
    own = await daily_deals.own(table_factory.daily_id(daily_deals.day.isoformat(), thinker.id))
    if own and own[0].running and own[0].game.id == game:
        raise Refusal(
            "daily_being_played", "You can't analyse the Daily while you play it.", status=403
        )


async def _refuse_while_playing(rooms: Rooms, log: Log, thinker: Person, game: str) -> None:
    """Refuse to help someone who plays this game against people now.

    Any position of that game: one a move ahead, or with another option, reveals as much.
    """
    for id in await log.games_of(thinker.id, MAX_PLAYED, stage="running", kind=game):
        state = (await rooms.get(id)).state
        if not state.running:  # another process may have started it
            state = (await rooms.get_current(id)).state
        if state.running and state.people_play_each_other:
            raise Refusal(
                "being_played",
                "You can't analyse a game that you are playing against someone.",
                status=403,
            )


@get("/picture.svg")
async def draw_position(
    drawing_pool: NamedDependency[RequestPool],
    request: AnyRequest,
    game: Annotated[str, QueryParameter(max_length=200)],
    position: Annotated[str, QueryParameter(max_length=2000)] = "",
) -> Response[bytes]:
    """Any position as SVG; `game` may include options: `pylos variant=expert`."""
    view = analysis.view_of(FreePosition(game, {}, position))
    return _svg_response(request, await draw_svg(drawing_pool, client_of(request), view))


async def _analyse(
    engines: EnginePool,
    thinker: Person,
    view: View[Any],
    level: str,
    played: str = "",
    lines: int = analysis.DEFAULT_LINES,
) -> AnalysisResult:
    """Evaluate the best moves, and the one that was played."""
    chosen = analysis.level_for(view, level)
    job = EngineJob(view, chosen, lines=lines, also=played)
    result = await engines.ask(job, Priority.ON_REQUEST, thinker.id)
    moves = tuple(
        analysis.evaluation(view, each.move, each.value, each.line, each.proven, each.distance)
        for each in result.moves
    )
    return AnalysisResult(str(view), view.turn, moves)


router = Router(
    "/",
    route_handlers=[
        record_text,
        record_json,
        draw_table,
        verify_table,
        verify_record,
        analyse_table,
        analyse_position,
        draw_position,
    ],
    opt=READ,
    tags=["records"],
)
