"""The home page: the games, ways to start playing them, and the tables there are."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.di import NamedDependency

import sommet
from sommet.core import i18n, registry
from sommet.core.game import Game
from sommet.core.metadata import format_range, game_metadata
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson
from sommet.server.live.lobby import Lobby
from sommet.server.pages.forms import LOT, fitting, turns
from sommet.server.pages.lobby_rows import table_row
from sommet.server.pages.page_response import page
from sommet.server.pages.thumbnails import cloth
from sommet.web.languages import catalogue
from sommet.web.rules_html import pitch
from sommet.web.translations import said

__all__ = ["handlers"]

SHOWN = 12
"""How many tables each list shows."""

USUAL = "gentle"
"""Against whom one tap plays."""


def _games(language: str) -> list[dict[str, Any]]:
    """What a card says about each game."""
    return [_card(registry.kind(name), language) for name in sommet.names()]


def _card(kind: type[Game[Any]], language: str) -> dict[str, Any]:
    sizes, facts, game = kind.sizes(), game_metadata(kind.id), sommet.game(kind.id)
    return {
        "id": kind.id,
        "name": kind.name,
        "pitch": pitch(kind.id, language),
        "cloth": cloth(kind.id),
        "players": format_range(sizes),
        "most": max(sizes),
        "ages": facts.ages,
        "minutes": facts.minutes_text,
        "secret": any(game.start(seed="home").secrets),
        "levels": _levels(game, language),
        "seats": _seats(game, language),
        "alone": _alone(kind),
    }


def _levels(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """The usual one first."""
    levels = sorted(sommet.levels(game), key=lambda level: level != USUAL)
    return [(level, said(language, "levels", level)) for level in levels]


def _seats(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """Chance first; then each seat, by the name that the game has for it and by when it plays."""
    named = i18n.group(language, "seats", game.id)
    found = [(LOT, catalogue(language).gettext("Random first player"))]
    for seat, told in enumerate(turns(game, game.seats, language)):
        name = named.get(str(seat + 1), "")
        found.append((str(seat), f"{name}: {told}" if name else told))
    return found


def _alone(kind: type[Game[Any]]) -> dict[str, list[str]] | None:
    """What can be chosen for playing alone, option by option; None for a game for several."""
    alone = kind.sizes().get(1)
    if alone is None:
        return None
    wanted = {f"option.{option}": str(value) for option, value in alone.items()}
    ways = [way for way in fitting(kind.id) if wanted.items() <= way.items()] or [wanted]
    return {
        option.removeprefix("option."): list(dict.fromkeys(way[option] for way in ways))
        for option in ways[0]
    }


def _clocks(language: str) -> list[tuple[str, str]]:
    gettext = catalogue(language).gettext
    return [
        ("", gettext("no clock")),
        ("5", gettext("5 minutes each")),
        ("10", gettext("10 minutes each")),
        ("3+2", gettext("3 minutes + 2 seconds per move")),
        ("3d", gettext("3 days per move")),
    ]


@get("/")
async def home(
    lobby: NamedDependency[Lobby], person: OptionalPerson, request: AnyRequest
) -> Response[bytes]:
    """The games and the tables."""
    language, mine = language_of(request), []
    if person:
        mine = [
            table_row(card, language)
            for card in await lobby.of(person.id, SHOWN)
            if card.frame.stage in ("open", "running") and card.yours
        ]
        mine.sort(key=lambda line: not line["own_turn"])
    known = {line["id"] for line in mine}
    lists = await _listed(lobby, language)
    return page(
        request,
        "home.html",
        person,
        games=_games(language),
        clocks=_clocks(language),
        mine=mine,
        open=[line for line in lists["open"] if line["id"] not in known],
        running=[line for line in lists["running"] if line["id"] not in known],
    )


async def _listed(lobby: Lobby, language: str) -> dict[str, list[dict[str, Any]]]:
    """The public tables, by stage."""
    return {
        stage: [table_row(card, language) for card in await lobby.list_tables(stage, None, SHOWN)]
        for stage in ("open", "running")
    }


@get("/watch")
async def watch(
    lobby: NamedDependency[Lobby], person: OptionalPerson, request: AnyRequest
) -> Response[bytes]:
    """Every public table that one can look at."""
    lists = await _listed(lobby, language_of(request))
    return page(request, "watch.html", person, open=lists["open"], running=lists["running"])


@get(["/free", "/learn", "/new", "/rules"])
async def choose(person: OptionalPerson, request: AnyRequest) -> Response[bytes]:
    """Which game? All of them, each a way to the page that was asked for."""
    what, against = request.scope["path"].strip("/"), request.query_params.get("with", "")
    asked = f"?{urlencode({'with': against[:40]})}" if against else ""
    games = _games(language_of(request))
    return page(request, "games.html", person, what=what, asked=asked, games=games)


handlers = (home, watch, choose)
