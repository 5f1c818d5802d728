"""The home page and its lists: games, ways to start playing, public tables."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.di import NamedDependency

import sommet
from sommet.core import i18n, registry
from sommet.core.game import Game
from sommet.core.i18n import catalogue
from sommet.core.metadata import format_range, game_metadata
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson
from sommet.server.live.lobby import Lobby
from sommet.server.pages.forms import turn_labels
from sommet.server.pages.lobby_rows import table_row
from sommet.server.pages.page_response import page
from sommet.server.pages.thumbnails import cloth_of
from sommet.server.runtime.structured_log import error_location
from sommet.tables.new_table_form import RANDOM_SEAT, valid_combinations
from sommet.web.rules_html import pitch
from sommet.web.translations import page_text

__all__ = ["handlers"]

MAX_LISTED = 12
"""Tables shown in each list."""

DEFAULT_LEVEL = "gentle"
"""The opponent of a game started with one tap."""


LOG = logging.getLogger("sommet")


def _game_cards(language: str) -> list[dict[str, Any]]:
    """The template data of every game's card. A game with a fault is logged and left out."""
    cards = []
    for name in sommet.names():
        try:
            cards.append(_game_card(registry.kind(name), language))
        except Exception as error:
            _log_once(name, type(error).__name__, error_location(error))
    return cards


@cache
def _log_once(name: str, error: str, where: str) -> None:
    LOG.error("left out the game %s: %s in %s", name, error, where)


def _game_card(kind: type[Game[Any]], language: str) -> dict[str, Any]:
    sizes, facts, game = kind.sizes(), game_metadata(kind.id), sommet.game(kind.id)
    return {
        "id": kind.id,
        "name": kind.name,
        "pitch": pitch(kind.id, language),
        "cloth": cloth_of(kind.id),
        "players": format_range(sizes),
        "most": max(sizes),
        "ages": facts.ages,
        "minutes": facts.minutes_text,
        "secret": any(game.start(seed="home").secrets),
        "levels": _levels(game, language),
        "seats": _seats(game, language),
        "alone": _solo_options(kind),
    }


def _levels(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """The levels with their names, the default first."""
    levels = sorted(sommet.levels(game), key=lambda level: level != DEFAULT_LEVEL)
    return [(level, page_text(language, "levels", level)) for level in levels]


def _seats(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """A random seat first, then each seat with its name and when it plays."""
    named = i18n.group(language, "seats", game.id)
    found = [(RANDOM_SEAT, catalogue(language).gettext("Random first player"))]
    for seat, label in enumerate(turn_labels(game, game.seats, language)):
        name = named.get(str(seat + 1), "")
        found.append((str(seat), f"{name}: {label}" if name else label))
    return found


def _solo_options(kind: type[Game[Any]]) -> dict[str, list[str]] | None:
    """For each option, its values in solo games; None if the game can't be played solo."""
    alone = kind.sizes().get(1)
    if alone is None:
        return None
    wanted = {f"option.{option}": str(value) for option, value in alone.items()}
    ways = [way for way in valid_combinations(kind.id) if wanted.items() <= way.items()] or [wanted]
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
        games=_game_cards(language),
        clocks=_clocks(language),
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
