"""The home page: the games, and ways to start playing them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency

import sommet
from sommet.core import registry
from sommet.core.about import about, span
from sommet.core.game import Game
from sommet.server.live.rooms import Rooms
from sommet.server.pages.visit import page
from sommet.server.people.entrance import Visit, Whoever
from sommet.server.people.language import language_of
from sommet.server.store import Log
from sommet.server.tables.sitting import Sitting
from sommet.web.books import pitch

__all__ = ["handlers"]

SHOWN = 12
"""How many tables each list shows."""


def _row(sitting: Sitting) -> dict[str, Any]:
    """What a list says about a table."""
    return {
        "id": sitting.id,
        "game": sitting.game.name,
        "people": [(seat.name, seat.level) for seat in sitting.seats if seat],
        "free": sum(seat is None for seat in sitting.seats),
    }


async def _tables(rooms: Rooms, ids: Iterable[str]) -> list[Sitting]:
    return [(await rooms.get(id)).sitting for id in ids]


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
async def home(
    rooms: NamedDependency[Rooms], log: NamedDependency[Log], person: Whoever, request: Visit
) -> Response[bytes]:
    """The games and the tables."""
    mine = []
    if person:
        mine = [
            _row(sitting)
            for sitting in await _tables(rooms, await log.games_of(person.id, SHOWN))
            if sitting.stage in ("open", "running") and person.id in sitting.people
        ]
    known = {row["id"] for row in mine}
    lists = {
        stage: [
            _row(sitting)
            for sitting in await _tables(rooms, await log.listed(stage=stage, limit=SHOWN))
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
    what = request.scope["path"].strip("/")
    return page(request, "games.html", person, what=what, games=_games(language_of(request)))


handlers = (home, choose)
