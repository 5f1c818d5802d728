"""Free boards: any position or record, both sides, for learning and for trying things out."""

from __future__ import annotations

import json
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

import sommet
from sommet.core.errors import TextError
from sommet.core.outcome import Outcome
from sommet.core.position import Position
from sommet.core.scene import plain
from sommet.core.view import View
from sommet.server.api.shapes import RecordText
from sommet.server.entrance import Whoever
from sommet.server.live.drawing import ended
from sommet.server.pages.visit import Visit, known_game, language_of, page
from sommet.server.refusals import Refusal
from sommet.web.exercises import exercises

__all__ = ["handlers"]

Words = Annotated[str, QueryParameter(max_length=2000)]


def stands(request: Visit, name: str, options: str, position: str) -> View[Any]:
    """A position by its text, with everything that the text tells; without one, a start."""
    game = sommet.game(f"{known_game(name)} {options}")
    try:
        found = game.parse(position) if position else game.start("free")
    except TextError as error:
        why = error.said(language_of(request))
        raise Refusal(
            "bad_position", "This is not a position of the game. {why}", status=422, why=why
        ) from None
    return View(game, found.table, found.secrets, outcome=found.outcome)


def seen(view: View[Any]) -> str:
    """The same with the eyes of who is to move."""
    return str(View.of(Position(view.game, view.table, view.secrets), view.turn, None))


@get("/free/{name:str}/sketch")
async def sketch(
    request: Visit,
    name: FromPath[str],
    options: Words = "",
    position: Words = "",
    path: Words = "",
    wanted: Words = "",
    exercise: Annotated[int, QueryParameter(ge=0)] = 0,
) -> dict[str, Any]:
    """How a position looks after the steps of a turn, and what can come next.

    A whole turn leads to `next`, the text of the position after it. `right` says whether that is
    where the `wanted` move leads, or whether it solves an exercise, which has `words` for it.
    """
    view = stands(request, name, options, position)
    steps = tuple(path.split()) if path else ()
    coming = view.follow(steps)
    answer: dict[str, Any] = {
        "text": str(view),
        "seen": seen(view),
        "turn": view.turn,
        "seats": view.game.seats,
        "scene": plain(view.scene(steps)),
        "effects": [plain(effect) for effect in view.effects(steps)] if steps else [],
        "steps": coming.next,
        "end": coming.end,
    }
    if isinstance(view.outcome, Outcome):
        answer["outcome"] = ended(view.game, view.outcome)
    if steps and coming.end:
        move = str(view.move("".join(steps)))
        answer |= {"move": move, "next": str(view.play(move))}
        tasks = exercises(name)[exercise - 1 : exercise] if exercise else ()
        if tasks:
            answer["right"], answer["words"] = tasks[0].judge(move, language_of(request))
        elif wanted:
            answer["right"] = answer["next"] == str(view.play(wanted))
    return answer


@post("/record", status_code=200)
async def record(request: Visit, data: JSONBody[RecordText]) -> dict[str, Any]:
    """What a record tells: its game, each position with the move made there, whether its deal is
    the promised one. A text that is no record is told its line and the reason."""
    try:
        found = sommet.Record.parse(data.record)
    except TextError as error:
        why = error.said(language_of(request))
        raise Refusal(
            "bad_record", "This record cannot be read. {why}", status=422, why=why
        ) from None
    answer: dict[str, Any] = {
        "game": found.game.id,
        "options": found.game.chosen_text,
        "verdict": found.verify().code,
        "line": [
            {"text": str(position), "move": str(move), "path": move.steps}
            for position, move in zip(found.positions, found.moves, strict=False)
        ],
        "text": str(found.position),
    }
    if found.outcome:
        answer["outcome"] = ended(found.game, found.outcome)
    return answer


@get("/free/{name:str}")
async def board(
    person: Whoever,
    request: Visit,
    name: FromPath[str],
    options: Words = "",
    position: Words = "",
) -> Response[bytes]:
    """A board to try things out."""
    view = stands(request, name, options, position)
    return page(
        request,
        "free.html",
        person,
        id=name,
        game=view.game.name,
        options=view.game.chosen_text,
        chosen=json.dumps(view.game.chosen),
        position=str(view),
        games=[(each, sommet.game(each).name) for each in sommet.names()],
    )


handlers = (sketch, record, board)
