"""The home page: the games, and ways to start playing them."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency

import sommet
from sommet.core import registry
from sommet.core.about import about, span
from sommet.core.game import Game
from sommet.server.live.lobby import Card, Lobby
from sommet.server.pages.visit import page
from sommet.server.people.entrance import Visit, Whoever
from sommet.server.people.language import language_of
from sommet.web.books import pitch

__all__ = ["handlers"]

SHOWN = 12
"""How many tables each list shows."""


def _row(card: Card) -> dict[str, Any]:
    """What a list says about a table."""
    free = [seat.state in ("free", "invited") for seat in card.frame.seats]
    return {
        "id": card.table.id,
        "game": registry.kind(card.table.game).name,
        "people": [
            (seat.name, seat.level)
            for seat, is_free in zip(card.frame.seats, free, strict=True)
            if not is_free
        ],
        "free": sum(free),
    }


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
async def home(lobby: NamedDependency[Lobby], person: Whoever, request: Visit) -> Response[bytes]:
    """The games and the tables."""
    mine = []
    if person:
        mine = [
            _row(card)
            for card in await lobby.of(person.id, SHOWN)
            if card.frame.stage in ("open", "running") and card.yours
        ]
    known = {row["id"] for row in mine}
    lists = {
        stage: [
            _row(card)
            for card in await lobby.listed(stage, None, SHOWN)
            if card.table.id not in known
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
