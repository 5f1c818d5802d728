"""Free boards: play both sides from any position or record, and set positions up by hand."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, client_of
from sommet.server.runtime.worker_pool import RequestPool
from sommet.tables import free_board
from sommet.tables.free_board import parse_free_position
from sommet.tables.record_reader import parse_record
from sommet.web.exercises import exercise_judge
from sommet.wire.http_api import FreeBoardState, RecordText

__all__ = ["handlers"]

TextQuery = Annotated[str, QueryParameter(max_length=2000)]


@get("/free/{name:str}/sketch")
async def board_state(
    request: AnyRequest,
    name: FromPath[str],
    options: TextQuery = "",
    position: TextQuery = "",
    path: TextQuery = "",
    wanted: TextQuery = "",
    exercise: Annotated[int, QueryParameter(ge=0)] = 0,
) -> FreeBoardState:
    """A position after the steps of a turn, and the steps that can follow."""
    view = parse_free_position(name, options, position, language_of(request))
    judge = exercise_judge(name, exercise, language_of(request))
    return free_board.board_state(view, tuple(path.split()), wanted, judge)


@get("/free/{name:str}/explain", status_code=204)
async def explain_touch(
    drawing_pool: NamedDependency[RequestPool],
    request: AnyRequest,
    name: FromPath[str],
    at: TextQuery,
    options: TextQuery = "",
    position: TextQuery = "",
    path: TextQuery = "",
) -> None:
    """Explain, as an error, why a piece can't be chosen after the steps of a turn."""
    asked = name, options, position, language_of(request), tuple(path.split()), at
    await drawing_pool.render(client_of(request), _explain, *asked)


@get("/free/{name:str}/record")
async def record_text(
    drawing_pool: NamedDependency[RequestPool],
    request: AnyRequest,
    name: FromPath[str],
    position: TextQuery,
    options: TextQuery = "",
    moves: TextQuery = "",
) -> Response[bytes]:
    """The record of a game that starts from a position."""
    asked = name, options, position, language_of(request), tuple(moves.split())
    text = await drawing_pool.render(client_of(request), _record_text, *asked)
    return Response(text, media_type=MediaType.TEXT)


@post("/record", status_code=200)
async def open_record(
    request: AnyRequest, request_pool: NamedDependency[RequestPool], data: JSONBody[RecordText]
) -> Response[bytes]:
    """Parse a record. The error for an invalid one names the line and the reason."""
    read = await request_pool.compute(
        client_of(request), parse_record, data.record, language_of(request)
    )
    return Response(read, media_type=MediaType.JSON)


@get("/free/{name:str}/draft")
async def draft(
    drawing_pool: NamedDependency[RequestPool],
    request: AnyRequest,
    name: FromPath[str],
    position: TextQuery,
    options: TextQuery = "",
    held: TextQuery = "",
) -> Response[bytes]:
    """A position being set up: its possible edits, and what is still wrong with it."""
    asked = name, options, position, language_of(request), held
    drafted = await drawing_pool.render(client_of(request), _draft, *asked)
    return Response(drafted, media_type=MediaType.JSON)


@get("/free/{name:str}/line")
async def play_variation(
    drawing_pool: NamedDependency[RequestPool],
    request: AnyRequest,
    name: FromPath[str],
    moves: TextQuery,
    position: TextQuery,
    options: TextQuery = "",
) -> Response[bytes]:
    """Play the moves of a variation one after the other, until the game ends."""
    asked = name, options, position, language_of(request)
    shown = tuple(moves.split())
    played = await drawing_pool.render(client_of(request), _variation, *asked, shown)
    return Response(played, media_type=MediaType.JSON)


def _explain(
    name: str, options: str, position: str, language: str, path: tuple[str, ...], at: str
) -> bytes:
    free_board.explain(parse_free_position(name, options, position, language), path, at)
    return b""


def _record_text(
    name: str, options: str, position: str, language: str, moves: tuple[str, ...]
) -> bytes:
    view = parse_free_position(name, options, position, language)
    return free_board.record_text(view, moves).encode()


def _draft(name: str, options: str, position: str, language: str, held: str) -> bytes:
    return msgspec.json.encode(free_board.draft(name, options, position, language, held))


def _variation(
    name: str, options: str, position: str, language: str, moves: tuple[str, ...]
) -> bytes:
    view = parse_free_position(name, options, position, language)
    return msgspec.json.encode(free_board.variation(view, moves))


handlers = (board_state, explain_touch, record_text, open_record, draft, play_variation)
