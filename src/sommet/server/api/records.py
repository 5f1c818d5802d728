"""Records, pictures, verification and analysis."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response, Router
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter

import sommet
from sommet.core.errors import GameOver
from sommet.core.notation import to_json
from sommet.core.outcome import Outcome
from sommet.core.position import Position
from sommet.core.view import View
from sommet.drawing.picture import svg
from sommet.server.api.decorators import get, post
from sommet.server.api.record_reader import verification_of, verify_text
from sommet.server.api.schemas import (
    AnalysisResult,
    FreePosition,
    MoveEvaluation,
    RecordText,
    Verification,
    VerificationPart,
)
from sommet.server.api.viewer import SeatQuery, record_of, resolve_viewer
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import OptionalPerson, TableId, Visit, client_of, known
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.fair_queue import Priority
from sommet.server.engines.jobs import EngineJob
from sommet.server.live.rooms import Rooms
from sommet.server.refusals import Refusal, unknown_level
from sommet.server.runtime.worker_pool import WorkerPool
from sommet.server.store import Log
from sommet.server.store.people import Person

__all__ = ["router"]

LINES = 12
"""How many moves an analysis gives."""

ONLY_PICTURE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}

MoveNumber = Annotated[int | None, QueryParameter(ge=0, le=10_000)]


@get("/tables/{id:str}/record", media_type=MediaType.TEXT)
async def record_text(
    rooms: NamedDependency[Rooms], person: OptionalPerson, id: TableId, seat: SeatQuery = None
) -> str:
    """The record as text; sealed while the game is on."""
    room = await rooms.caught_up(id)
    viewer = resolve_viewer(room, person, seat).viewer
    return record_of(room).sealed(viewer)


@get("/tables/{id:str}/record.json")
async def record_json(
    rooms: NamedDependency[Rooms], person: OptionalPerson, id: TableId, seat: SeatQuery = None
) -> dict[str, Any]:
    """The record as JSON; sealed while the game is on."""
    room = await rooms.caught_up(id)
    return to_json(record_of(room), resolve_viewer(room, person, seat).viewer, seal=True)


@get("/tables/{id:str}/picture.svg")
async def picture(
    rooms: NamedDependency[Rooms],
    person: OptionalPerson,
    id: TableId,
    move: MoveNumber = None,
    seat: SeatQuery = None,
    backdrop: FromQuery[bool] = True,
) -> Response[str]:
    """The position as SVG: now, or after so many moves; without `backdrop` it is transparent."""
    room = await rooms.caught_up(id)
    viewer = resolve_viewer(room, person, seat).viewer
    return _svg(record_of(room).view(viewer, move=move), backdrop)


def _svg(view: View[Any], backdrop: bool = True) -> Response[str]:
    drawn = svg(view.scene(), backdrop=backdrop)
    return Response(drawn, media_type="image/svg+xml", headers=ONLY_PICTURE)


@get("/tables/{id:str}/verification")
async def verify_table(rooms: NamedDependency[Rooms], id: TableId) -> Verification:
    """Whether the deal of a finished game is the one that was committed to."""
    room = await rooms.caught_up(id)
    record = record_of(room)
    if record.outcome is None:
        parts: dict[str, VerificationPart] = {"commitment": record.commitment}
        return Verification(False, "sealed", "The seed has not been revealed yet.", parts)
    return verification_of(record)


@post("/verification", status_code=200)
async def verify_record(
    request: Visit, worker_pool: NamedDependency[WorkerPool], data: JSONBody[RecordText]
) -> Verification:
    """Whether the deal of a record is the one that it commits to."""
    return await worker_pool.do(client_of(request), verify_text, data.record)


@get("/tables/{id:str}/analysis")
async def analyse_table(
    rooms: NamedDependency[Rooms],
    engines: NamedDependency[EnginePool],
    rate_limiter: NamedDependency[RateLimiter],
    person: OptionalPerson,
    request: Visit,
    id: TableId,
    move: MoveNumber = None,
    level: Annotated[str, QueryParameter(max_length=20)] = "",
) -> AnalysisResult:
    """What an engine thinks of a position of a finished game: the strongest, or one of a level."""
    room = await rooms.caught_up(id)
    record = record_of(room)
    if record.outcome is None:
        raise Refusal("analysis_later", "The game isn't over: analysis comes after it.", status=403)
    thinker = known(person)
    rate_limiter.ask("analysis", thinker.id, client_of(request))
    wanted = max(0, len(record.moves) - 1 if move is None else move)
    view, played = record.view(record.turn, move=wanted), record.moves[wanted : wanted + 1]
    return await _analysed(engines, thinker, view, level, "".join(map(str, played)))


@post("/analysis", status_code=200)
async def analyse_position(
    rooms: NamedDependency[Rooms],
    engines: NamedDependency[EnginePool],
    rate_limiter: NamedDependency[RateLimiter],
    log: NamedDependency[Log],
    person: OptionalPerson,
    request: Visit,
    data: JSONBody[FreePosition],
) -> AnalysisResult:
    """What an engine thinks of a free position; refused while you play that game with people."""
    thinker = known(person)
    rate_limiter.ask("analysis", thinker.id, client_of(request))
    view = _free(data)
    for id in await log.games_of(thinker.id, stage="running"):
        sitting = (await rooms.get(id)).sitting
        # Whichever position: one a move on, or with another option, tells as much.
        if sitting.running and sitting.people_play_each_other and sitting.game.id == view.game.id:
            raise Refusal(
                "being_played",
                "You can't analyse a game that you are playing against someone.",
                status=403,
            )
    return await _analysed(engines, thinker, view, data.level, lines=data.lines)


@get("/picture.svg")
async def picture_of(
    game: Annotated[str, QueryParameter(max_length=200)],
    position: Annotated[str, QueryParameter(max_length=2000)] = "",
) -> Response[str]:
    """A free position as SVG; `game` may carry options: `pylos variant=expert`."""
    return _svg(_free(FreePosition(game, {}, position)))


def _free(data: FreePosition) -> View[Any]:
    game = sommet.game(data.game, **data.options)
    stands = game.parse(data.position) if data.position else game.start("0")
    return stands.view(None) if isinstance(stands, Position) else stands


async def _analysed(
    engines: EnginePool,
    thinker: Person,
    view: View[Any],
    level: str,
    played: str = "",
    lines: int = LINES,
) -> AnalysisResult:
    """What the best moves are worth, and the one that was played."""
    levels = sommet.levels(view.game)
    if level and level not in levels:
        raise unknown_level(level, levels)
    if isinstance(view.outcome, Outcome):
        raise GameOver
    if view.outcome is not None:
        raise Refusal(
            "end_hangs", "The result depends on a secret, so this position can't be analysed."
        )
    problem = EngineJob(view, level or levels[-1], lines=lines, also=played)
    thought = await engines.ask(problem, Priority.ASKED, thinker.id)
    moves = tuple(
        MoveEvaluation(*line, told=view.game.describe_move(view.table, view.move(line[0]).steps))
        for line in thought.moves
    )
    return AnalysisResult(str(view), view.turn, moves)


router = Router(
    "/",
    route_handlers=[
        record_text,
        record_json,
        picture,
        verify_table,
        verify_record,
        analyse_table,
        analyse_position,
        picture_of,
    ],
    tags=["records"],
)
