"""The home page: the games, and ways to start playing them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from functools import cache
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

import sommet
from sommet.core import registry
from sommet.core.about import about, span
from sommet.core.game import Game
from sommet.core.scene import plain
from sommet.server.entrance import InHouse, Whoever
from sommet.server.house import House
from sommet.server.pages.visit import Visit, known_game, language_of, page
from sommet.server.tables.sitting import Sitting
from sommet.web.books import pitch

__all__ = ["handlers"]

SHOWN = 12
"""How many tables each list shows."""
MOVES = 14
"""How many moves the little boards play."""


@cache
def preview(name: str) -> str:
    """A game to look at: a first scene without labels, and what happens then."""
    record = sommet.Record.new(sommet.game(name), seed="home")
    chance = random.Random(3)
    view = record.view(None)
    scene, moves = view.scene(), []
    for _ in range(MOVES):
        before = view
        move = chance.choice(before.moves())
        steps = move.steps
        for count in range(1, len(steps) + 1):
            moves.append(plain(before.effects(steps[:count])))
        record = record.play(move)
        view = record.view(None)
        if view.over:
            break
    shown = {**plain(scene), "labels": [], "spots": []}
    return json.dumps({"scene": shown, "moves": moves}, separators=(",", ":"))


def _line(sitting: Sitting) -> dict[str, Any]:
    """What a list says about a table."""
    return {
        "id": sitting.id,
        "game": sitting.game.name,
        "people": [(seat.name, seat.level) for seat in sitting.seats if seat],
        "free": sum(seat is None for seat in sitting.seats),
    }


async def _tables(house: House, ids: Iterable[str]) -> list[Sitting]:
    return [(await house.rooms.get(id)).sitting for id in ids]


def _games(language: str) -> list[dict[str, Any]]:
    """What a card says about each game."""
    return [_card(registry.kind(name), language) for name in sommet.names()]


def _card(kind: type[Game[Any]], language: str) -> dict[str, Any]:
    sizes, facts = kind.sizes(), about(kind.id)
    return {
        "id": kind.id,
        "name": kind.name,
        "pitch": pitch(kind.id, language),
        "players": span(sizes),
        "most": max(sizes),
        "ages": facts.ages,
        "minutes": facts.span,
        "alone": sizes.get(1),
    }


@get("/")
async def home(house: InHouse, person: Whoever, request: Visit) -> Response[bytes]:
    """The games and the tables."""
    mine = []
    if person:
        mine = [
            _line(sitting)
            for sitting in await _tables(house, await house.log.games_of(person.id, SHOWN))
            if sitting.stage in ("open", "running") and person.id in sitting.people
        ]
    known = {line["id"] for line in mine}
    lists = {
        stage: [
            _line(sitting)
            for sitting in await _tables(house, await house.log.listed(stage=stage, limit=SHOWN))
            if sitting.id not in known
        ]
        for stage in ("open", "running")
    }
    return page(
        request,
        "home.html",
        person,
        games=_games(language_of(request)),
        mine=mine,
        open=lists["open"],
        running=lists["running"],
    )


@get(["/free", "/learn", "/new", "/rules"])
async def choose(person: Whoever, request: Visit) -> Response[bytes]:
    """Which game? All of them, each a way to the page that was asked for."""
    what = request.url.path.strip("/")
    return page(request, "games.html", person, what=what, games=_games(language_of(request)))


@get("/preview/{name:str}")
async def previewed(name: FromPath[str]) -> Response[str]:
    """A game that plays itself, for the little boards."""
    known_game(name)
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(preview(name), media_type="application/json", headers=headers)


handlers = (home, choose, previewed)
