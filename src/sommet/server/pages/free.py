"""Free boards: any position, both sides, for learning and for trying things out."""

from __future__ import annotations

import json
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

import sommet
from sommet.core.errors import TextError
from sommet.core.outcome import Outcome
from sommet.core.position import Position
from sommet.core.scene import plain
from sommet.core.view import View
from sommet.server.entrance import Whoever
from sommet.server.pages.visit import Visit, page
from sommet.server.refusals import Refusal

__all__ = ["handlers"]

Words = Annotated[str, QueryParameter(max_length=2000)]


def stands(name: str, options: str, position: str) -> View[Any]:
    """A position by its text, with the eyes of who is to move; without one, a start."""
    if name not in sommet.names():
        raise Refusal("unknown_game", "There is no such game.", status=404)
    given = dict(word.partition("=")[::2] for word in options.split())
    game = sommet.game(name, **{key: int(v) if v.isdecimal() else v for key, v in given.items()})
    found = game.parse(position) if position else game.start("free")
    return found.view(found.turn) if isinstance(found, Position) else found


@get("/free/{name:str}/sketch")
async def sketch(
    name: FromPath[str],
    options: Words = "",
    position: Words = "",
    path: Words = "",
    wanted: Words = "",
) -> dict[str, Any]:
    """How a position looks after the steps of a turn, and what can come next.

    A whole turn leads to `next`, the text of the position after it; `right` says whether that is
    where the `wanted` move leads.
    """
    try:
        view = stands(name, options, position)
    except TextError as error:
        raise Refusal("bad_position", str(error), status=422) from None
    steps = tuple(path.split()) if path else ()
    for done, step in enumerate(steps):
        if step not in view.steps(steps[:done]).next:
            raise view.table.refusal(steps[:done], step)
    coming = view.steps(steps)
    answer: dict[str, Any] = {
        "text": str(view),
        "turn": view.turn,
        "scene": plain(view.scene(steps)),
        "effects": [plain(effect) for effect in view.effects(steps)] if steps else [],
        "steps": coming.next,
        "end": coming.end,
        "move": "".join(steps),
    }
    if isinstance(view.outcome, Outcome):
        answer["winners"], answer["reason"] = view.outcome.winners, str(view.outcome.reason)
    if steps and coming.end:
        answer["next"] = str(view.play("".join(steps)))
        answer["right"] = bool(wanted) and answer["next"] == str(view.play(wanted))
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
    try:
        text = str(stands(name, options, position))
    except TextError as error:
        raise Refusal("bad_position", str(error), status=422) from None
    return page(
        request,
        "free.html",
        person,
        id=name,
        game=sommet.game(name).name,
        options=options,
        chosen=json.dumps(dict(word.partition("=")[::2] for word in options.split())),
        position=text,
        games=[(each, sommet.game(each).name) for each in sommet.names()],
    )


handlers = (sketch, board)
