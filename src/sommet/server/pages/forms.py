"""Forms: create a table, take a seat, set your name and language. They work without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody

import sommet
from sommet.core import i18n, registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.i18n import catalogue
from sommet.core.result_text import seat_name
from sommet.engine.external_engine import ENGINE_PREFIX
from sommet.engine.ratings import ratings
from sommet.server.auth.language import LANGUAGE_COOKIE, language_of
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions, TableId, client_of
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.live.matchmaking import Matchmaking
from sommet.server.live.rooms import Rooms
from sommet.server.pages.page_response import page, redirect
from sommet.server.pages.thumbnails import cloth_of
from sommet.server.runtime.system import System
from sommet.server.store.people import People
from sommet.server.tables.table_factory import TableFactory
from sommet.tables.display_names import parse_display_name
from sommet.tables.new_table_form import (
    CUSTOM_CLOCK,
    DEFAULT_FIRST_SEAT,
    RANDOM_SEAT,
    default_options,
    first_seat,
    opponent,
    parse_form,
    valid_combinations,
    wanted_table,
)
from sommet.tables.refusals import Refusal
from sommet.tables.setup import require_game
from sommet.web.languages import LANGUAGES
from sommet.wire.commands import Sit
from sommet.wire.setup import Setup

__all__ = ["handlers", "turn_labels"]

Form: TypeAlias = URLEncodedBody[dict[str, Any]]
COOKIE_MAX_AGE_S = 365 * 86400
SAFE_URL_CHARACTERS = "/?#&=%+:;,@!$'()*[]~"
"""Not escaped in a redirect. A raw backslash or tab could lead some browsers to another site."""

FORM_DEFAULTS = {
    "with": "machine",
    "level": "gentle",
    "seat": RANDOM_SEAT,
    "clock": "",
    "own_clock": "",
}
"""The form's fields besides the game's options, with their defaults."""


@get("/new/{name:str}")
async def new_table(
    external_engines: NamedDependency[ExternalEngines],
    person: OptionalPerson,
    request: AnyRequest,
    name: FromPath[str],
) -> Response[bytes]:
    """The form for a new table. The query may preselect some of its fields."""
    values = {each.name: each.values for each in registry.kind(require_game(name)).options()}
    game, language = sommet.game(name), language_of(request)
    most = max(game.sizes())
    asked: dict[str, str] = {**FORM_DEFAULTS, **request.query_params}
    chosen, refused = {**asked, **_resolve_options(name, asked)}, ""
    try:
        # Fields the query leaves open follow the others, so only the query itself can be wrong.
        parse_form(name, chosen | asked)
    except (OptionError, Refusal) as error:
        refused = error.describe(language)
    return page(
        request,
        "new_table.html",
        person,
        id=name,
        game=game.name,
        options=values,
        levels=sommet.levels(game),
        engines={
            level: level.removeprefix(ENGINE_PREFIX) for level in external_engines.levels(name)
        },
        ratings=ratings(name),
        lot=RANDOM_SEAT,
        seats=[seat_name(game, seat, language) for seat in range(most)],
        turns=turn_labels(game, most, language),
        sizes=_seats_by_option(name),
        least=game.seats,
        fitting=valid_combinations(name),
        meanings=i18n.group(language, "meanings", name),
        cloth=cloth_of(name),
        own=CUSTOM_CLOCK,
        chosen=chosen,
        refused=refused,
    )


def turn_labels(game: Game[Any], seats: int, language: str) -> list[str]:
    """For each seat, a label that says when it plays."""
    gettext, first = catalogue(language).gettext, first_seat(game)
    if first is None:
        first = DEFAULT_FIRST_SEAT
    later = gettext("You go second") if seats == 2 else gettext("You go later")
    return [gettext("You go first") if seat == first else later for seat in range(seats)]


def _seats_by_option(name: str) -> dict[tuple[str, str | int], int]:
    """The number of seats for each value of an option that determines it."""
    kind = registry.kind(name)
    update = {option for chosen in kind.sizes().values() for option in chosen}
    found = {}
    for each in kind.options():
        for value in each.values if each.name in update else ():
            with suppress(OptionError):
                found[each.name, value] = kind.create(**{each.name: value}).seats
    return found


def _resolve_options(name: str, asked: Mapping[str, str]) -> dict[str, str]:
    """A playable value for every option: as many requested values as fit together, and defaults for
    the rest."""
    usual = {f"option.{option}": str(value) for option, value in default_options(name).items()}
    known = {f"option.{each.name}": each.values for each in registry.kind(name).options()}
    wanted = {
        option: asked[option]
        for option, values in known.items()
        if asked.get(option, "") in map(str, values)
    }

    def kept(way: dict[str, str]) -> tuple[int, int]:
        return len(way.items() & wanted.items()), len(way.items() & usual.items())

    return max(({**usual, **wanted, **way} for way in valid_combinations(name) or ({},)), key=kept)


@post("/play", status_code=303)
async def play(
    sessions: NamedDependency[Sessions],
    rate_limiter: NamedDependency[RateLimiter],
    table_factory: NamedDependency[TableFactory],
    matchmaking: NamedDependency[Matchmaking],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: AnyRequest,
    data: Form,
) -> Response[Any]:
    """Create a table from the form and go there. If the form is invalid, go back to it; it explains
    why."""
    name = require_game(str(data.get("game", "")))
    try:
        game, clock = parse_form(name, data)
    except (OptionError, Refusal):
        kept = (key for key in data if key in FORM_DEFAULTS or key.startswith("option."))
        return redirect(
            sessions, f"/new/{name}?{urlencode({key: str(data[key])[:40] for key in kept})}"
        )
    who = person or await sessions.create_guest(request)
    rate_limiter.check("table", who.id, client_of(request))
    if opponent(game, data) == "stranger":
        wish = Setup(name, game.settings, clock=clock, salting=True)
        id = (await matchmaking.pair(who, wish)).id
    else:
        setup, names = wanted_table(data, system.random_below)
        id = await table_factory.open_table(who, setup, names=names)
    return redirect(sessions, f"/tables/{id}", None if person else who)


@post("/tables/{id:str}/sit", status_code=303)
async def sit(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    rooms: NamedDependency[Rooms],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: AnyRequest,
    id: TableId,
    data: Form,
) -> Response[Any]:
    """Take a free seat at a table, under the given name."""
    room = await rooms.get(id)
    typed = str(data.get("name", "")).strip()
    name = parse_display_name(typed) if typed else ""
    who = person or await sessions.create_guest(request, name)
    if name and name != who.name:
        await people.rename(who.id, name, system.now())
        who = replace(who, name=name)
    if not room.state.seats_of(who.id):
        invitation = str(data.get("invitation", ""))[:200]
        await room.execute(who, Sit(system.new_id(), invitation=invitation, salting=True))
    return redirect(sessions, f"/tables/{id}", None if person else who)


@post("/name", status_code=303)
async def rename(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: AnyRequest,
    data: Form,
) -> Response[Any]:
    """Change your name."""
    name = parse_display_name(str(data.get("name", "")))
    who = person or await sessions.create_guest(request)
    await people.rename(who.id, name, system.now())
    return redirect(sessions, _return_path(sessions, data), None if person else who)


@post("/language", status_code=303)
async def set_language(sessions: NamedDependency[Sessions], data: Form) -> Response[Any]:
    """Change the language, in a cookie."""
    answer = redirect(sessions, _return_path(sessions, data))
    wanted = str(data.get("language", ""))
    if wanted in LANGUAGES:
        answer.cookies.append(
            Cookie(
                key=LANGUAGE_COOKIE,
                value=wanted,
                path=sessions.url.home,
                max_age=COOKIE_MAX_AGE_S,
                samesite="lax",
                httponly=True,
                secure=sessions.url.secure,
            )
        )
    return answer


def _return_path(sessions: Sessions, data: dict[str, Any]) -> str:
    """The page that the form was on, below the server's public address; never another site's."""
    address = str(data.get("back", ""))
    own = address.startswith(sessions.url.home) and not address.startswith(("//", "/\\"))
    path = address.removeprefix(sessions.url.path) if own else "/"
    return quote(path, safe=SAFE_URL_CHARACTERS)


handlers = (new_table, play, sit, rename, set_language)
