"""Free boards: play both sides from any position or record, and set positions up by hand."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import UNSET
from msgspec.structs import replace

import sommet
from sommet.core.editor import draft_scene, edits_of, parse_draft, with_turn
from sommet.core.errors import TextError
from sommet.core.hidden_state import all_known
from sommet.core.outcome import Outcome
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.result_text import seat_name
from sommet.core.view import View, turn_effects
from sommet.server.api.record_reader import parse_record
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, client_of
from sommet.server.runtime.worker_pool import RequestPool
from sommet.tables.free_board import parse_free_position, unreadable
from sommet.tables.refusals import Refusal
from sommet.tables.scene_json import effects_to_json, game_result, scene_to_json
from sommet.tables.setup import require_game
from sommet.web.exercises import exercises
from sommet.wire.http_api import Draft, DraftTurn, FreeBoardState, RecordText, VariationMove

__all__ = ["handlers"]

MAX_VARIATION_MOVES = 16
"""Moves of a variation that are shown."""

TextQuery = Annotated[str, QueryParameter(max_length=2000)]


def _to_move(view: View[Any]) -> str:
    """The text of a position as the player to move sees it."""
    return str(View.of(view.game, view.table, view.secrets, view.turn))


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
    steps = tuple(path.split()) if path else ()
    coming = view.follow(steps)
    answer = FreeBoardState(
        text=str(view),
        view=_to_move(view),
        turn=view.turn,
        seats=view.game.seats,
        scene=scene_to_json(view.scene(steps), spots=True),
        effects=effects_to_json(view.effects(steps) if steps else ()),
        steps=coming.next,
        end=coming.end,
        outcome=game_result(view.game, view.outcome)
        if isinstance(view.outcome, Outcome)
        else UNSET,
    )
    if not (steps and coming.end):
        return answer
    move = str(view.move("".join(steps)))
    answer = replace(answer, move=move, next=str(view.play(move)))
    tasks = exercises(name)[exercise - 1 : exercise] if exercise else ()
    if tasks:
        right, words = tasks[0].judge(move, language_of(request))
        return replace(answer, correct=right, words=words)
    if wanted:
        return replace(answer, correct=answer.next == str(view.play(wanted)))
    return answer


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


def _explain(
    name: str, options: str, position: str, language: str, path: tuple[str, ...], at: str
) -> bytes:
    view = parse_free_position(name, options, position, language)
    if refused := view.refusal(path, at):
        raise refused
    return b""


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


def _record_text(
    name: str, options: str, position: str, language: str, moves: tuple[str, ...]
) -> bytes:
    view = parse_free_position(name, options, position, language)
    if not all_known(view.secrets):
        raise Refusal(
            "record_hides",
            "This position can't be recorded: some of its secrets are unknown.",
            status=422,
        )
    record = Record.of(Position(view.game, view.table, view.secrets))
    for move in moves:
        record = record.play(move)
    return str(record).encode()


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


def _draft(name: str, options: str, position: str, language: str, held: str) -> bytes:
    game = sommet.game(f"{require_game(name)} {options}")
    try:
        view = parse_draft(game, position)
    except TextError as error:
        raise unreadable(error, language) from None
    path = (held,) if held in {edit.spot.step for edit in edits_of(view)} else ()
    problem = ""
    try:
        game.parse_view(position)
    except TextError as error:
        problem = error.sentence(language)  # the place in the text would not help here
    return msgspec.json.encode(
        Draft(
            text=position,
            scene=scene_to_json(draft_scene(view, path), spots=True),
            held=path[0] if path else "",
            edits={edit.spot.step: edit.text for edit in edits_of(view, path)},
            turns=tuple(
                DraftTurn(seat_name(game, seat, language), with_turn(view, seat), seat == view.turn)
                for seat in range(game.seats)
            ),
            problem=problem,
        )
    )


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
    shown = tuple(moves.split()[:MAX_VARIATION_MOVES])
    played = await drawing_pool.render(client_of(request), _variation, *asked, shown)
    return Response(played, media_type=MediaType.JSON)


def _variation(
    name: str, options: str, position: str, language: str, moves: tuple[str, ...]
) -> bytes:
    view, played = parse_free_position(name, options, position, language), []
    for text in moves:
        if view.over:
            break
        before, move = view, view.move(text)
        view = before.play(move)
        scene = scene_to_json(view.scene(), spots=False)
        effects = effects_to_json(turn_effects(before, move, view))
        description = view.game.describe_move(before.table, move.steps)
        played.append(VariationMove(scene, effects, str(view), text, before.turn, description))
    return msgspec.json.encode(played)


handlers = (board_state, explain_touch, record_text, open_record, draft, play_variation)
