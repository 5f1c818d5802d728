"""Forms: create a table, take a seat, set your name and language. They work without scripts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody

from sommet.core.errors import OptionError
from sommet.engine.external_engine import ENGINE_PREFIX
from sommet.server.auth.language import LANGUAGE_COOKIE, language_of
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions, TableId, client_of
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.live.matchmaking import Matchmaking
from sommet.server.live.rooms import Rooms
from sommet.server.pages.page_response import page, redirect
from sommet.server.runtime.system import System
from sommet.server.store.people import People
from sommet.server.tables.table_factory import TableFactory
from sommet.tables.display_names import parse_display_name
from sommet.tables.new_table_form import opponent, parse_form, wanted_table
from sommet.tables.refusals import Refusal
from sommet.tables.setup import require_game
from sommet.web.languages import LANGUAGES
from sommet.web.new_table import FORM_DEFAULTS, new_table_values, resolve_options
from sommet.wire.commands import Sit
from sommet.wire.setup import Setup

__all__ = ["handlers"]

Form: TypeAlias = URLEncodedBody[dict[str, Any]]
COOKIE_MAX_AGE_S = 365 * 86400
SAFE_URL_CHARACTERS = "/?#&=%+:;,@!$'()*[]~"
"""Not escaped in a redirect. A raw backslash or tab could lead some browsers to another site."""


@get("/new/{name:str}")
async def new_table(
    external_engines: NamedDependency[ExternalEngines],
    person: OptionalPerson,
    request: AnyRequest,
    name: FromPath[str],
) -> Response[bytes]:
    """The form for a new table. The query may preselect some of its fields."""
    language = language_of(request)
    asked: dict[str, str] = {**FORM_DEFAULTS, **request.query_params}
    chosen, refused = {**asked, **resolve_options(require_game(name), asked)}, ""
    try:
        # Fields the query leaves open follow the others, so only the query itself can be wrong.
        parse_form(name, chosen | asked)
    except (OptionError, Refusal) as error:
        refused = error.describe(language)
    return page(
        request,
        "new_table.html",
        person,
        engines={
            level: level.removeprefix(ENGINE_PREFIX) for level in external_engines.levels(name)
        },
        **new_table_values(name, language, chosen, refused),
    )


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
