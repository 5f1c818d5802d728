"""The home page and its lists: games, ways to start playing, public tables."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.di import NamedDependency

import sommet
from sommet.core import registry
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions
from sommet.server.live.lobby import Lobby
from sommet.server.pages.lobby_rows import table_row
from sommet.server.pages.page_response import page
from sommet.server.runtime.structured_log import error_location
from sommet.web.game_cards import clocks, game_card
from sommet.web.link_preview import home_preview

__all__ = ["handlers"]

MAX_LISTED = 12
"""Tables shown in each list."""


LOG = logging.getLogger("sommet")


def _game_cards(language: str) -> list[dict[str, Any]]:
    """The template data of every game's card. A game with a fault is logged and left out."""
    cards = []
    for name in sommet.names():
        try:
            cards.append(game_card(registry.kind(name), language))
        except Exception as error:
            _log_once(name, type(error).__name__, error_location(error))
    return cards


@cache
def _log_once(name: str, error: str, where: str) -> None:
    LOG.error("left out the game %s: %s in %s", name, error, where)


@get("/")
async def home(
    lobby: NamedDependency[Lobby],
    sessions: NamedDependency[Sessions],
    person: OptionalPerson,
    request: AnyRequest,
) -> Response[bytes]:
    """The home page."""
    language, mine = language_of(request), []
    if person:
        mine = [
            table_row(card, language)
            for card in await lobby.tables_of(person.id, MAX_LISTED)
            if card.frame.stage in ("open", "running") and card.yours
        ]
        mine.sort(key=lambda line: not line["own_turn"])
    known = {line["id"] for line in mine}
    lists = await _public_tables(lobby, language)
    return page(
        request,
        "home.html",
        person,
        link_preview=home_preview(),
        address=sessions.address(request),
        games=_game_cards(language),
        clocks=clocks(language),
        mine=mine,
        open=[line for line in lists["open"] if line["id"] not in known],
        running=[line for line in lists["running"] if line["id"] not in known],
    )


async def _public_tables(lobby: Lobby, language: str) -> dict[str, list[dict[str, Any]]]:
    """The public tables, by stage."""
    return {
        stage: [
            table_row(card, language) for card in await lobby.list_tables(stage, None, MAX_LISTED)
        ]
        for stage in ("open", "running")
    }


@get("/watch")
async def watch(
    lobby: NamedDependency[Lobby], person: OptionalPerson, request: AnyRequest
) -> Response[bytes]:
    """All public tables."""
    lists = await _public_tables(lobby, language_of(request))
    return page(request, "watch.html", person, open=lists["open"], running=lists["running"])


@get(["/free", "/learn", "/new", "/rules"])
async def choose_game(person: OptionalPerson, request: AnyRequest) -> Response[bytes]:
    """Choose a game: each one links to its version of the requested page."""
    what, against = request.scope["path"].strip("/"), request.query_params.get("with", "")
    asked = f"?{urlencode({'with': against[:40]})}" if against else ""
    games = _game_cards(language_of(request))
    return page(request, "games.html", person, what=what, asked=asked, games=games)


handlers = (home, watch, choose_game)
