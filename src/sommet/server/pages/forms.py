"""Forms: create a table, take a seat, set your name and language. They work without scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody

import sommet
from sommet.core.errors import OptionError
from sommet.core.game import Game
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
from sommet.tables.display_names import MAX_NAME_LENGTH, clean, parse_display_name
from sommet.tables.refusals import Refusal
from sommet.tables.setup import chairs_around, require_game
from sommet.web.languages import LANGUAGES
from sommet.web.new_table import (
    CUSTOM_CLOCK,
    DEFAULT_FIRST_SEAT,
    FORM_DEFAULTS,
    RANDOM_SEAT,
    chosen_options,
    first_seat,
    new_table_values,
    resolve_options,
)
from sommet.wire.clocks import Clock, Days, Total, Untimed
from sommet.wire.commands import Sit
from sommet.wire.setup import Bot, Chair, Invited, Me, Open, Setup

__all__ = ["handlers"]

Form: TypeAlias = URLEncodedBody[dict[str, Any]]
COOKIE_MAX_AGE_S = 365 * 86400
SAFE_URL_CHARACTERS = "/?#&=%+:;,@!$'()*[]~"
"""Not escaped in a redirect. A raw backslash or tab could lead some browsers to another site."""

CLOCK_TEXT = re.compile(
    r"(?P<minutes>[0-9]{1,3})(\+(?P<seconds>[0-9]{1,3}))?|(?P<days>[0-9]{1,2})d"
)


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
        _parse_form(name, chosen | asked)
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
        game, clock = _parse_form(name, data)
    except (OptionError, Refusal):
        kept = (key for key in data if key in FORM_DEFAULTS or key.startswith("option."))
        return redirect(
            sessions, f"/new/{name}?{urlencode({key: str(data[key])[:40] for key in kept})}"
        )
    who = person or await sessions.create_guest(request)
    rate_limiter.check("table", who.id, client_of(request))
    # A solo game has no opponents, whatever the form says.
    against = str(data.get("with", "machine")) if game.seats > 1 else "machine"
    if against == "stranger":
        wish = Setup(name, game.settings, clock=clock, salting=True)
        id = (await matchmaking.pair(who, wish)).id
    else:
        places = {str(seat): seat for seat in range(game.seats)}
        own = places.get(str(data.get("seat", RANDOM_SEAT)))
        # Choosing a seat means choosing when to play, so the first player isn't random then.
        first = None if own is None or first_seat(game) is not None else DEFAULT_FIRST_SEAT
        own = system.random_below(game.seats) if own is None else own
        chairs = _chairs(against, game.seats, own, str(data.get("level", "gentle")))
        public = against == "anyone"
        setup = Setup(name, game.settings, chairs, clock, first, public=public, salting=True)
        names = [
            clean(str(data.get(f"name.{seat}", "")), MAX_NAME_LENGTH) for seat in range(game.seats)
        ]
        id = await table_factory.open_table(who, setup, names=names if against == "screen" else ())
    return redirect(sessions, f"/tables/{id}", None if person else who)


def _parse_form(name: str, data: Mapping[str, Any]) -> tuple[Game[Any], Clock]:
    """The game and the clock of a form. Raises OptionError or Refusal if they are invalid."""
    game = sommet.game(name, **chosen_options(name, data))
    return game, _clock(str(data.get("clock", "")), str(data.get("own_clock", "")))


def _chairs(against: str, seats: int, own: int, level: str) -> tuple[Chair, ...]:
    other: Chair
    match against:
        case "screen":
            return (Me(),) * seats
        case "friend":
            other = Invited()
        case "anyone":
            other = Open()
        case _:
            other = Bot(level)
    return chairs_around(own, other, seats)


def _clock(chosen: str, typed: str) -> Clock:
    """Parse a clock: `5` is minutes for the whole game, `3+2` adds seconds per move, `3d` is days
    per move. `typed` counts only if `chosen` is the custom clock."""
    text = "".join(typed.split()) if chosen == CUSTOM_CLOCK else chosen
    if not text and chosen != CUSTOM_CLOCK:
        return Untimed()
    if found := CLOCK_TEXT.fullmatch(text):
        minutes, seconds, days = (int(found[part] or 0) for part in ("minutes", "seconds", "days"))
        if 1 <= days <= 30:
            return Days(days)
        if 1 <= minutes <= 360 and seconds <= 600:
            return Total(60.0 * minutes, float(seconds))
    raise Refusal(
        "clock_text",
        "Enter minutes for the whole game, such as 7, or minutes and seconds per move, such as "
        "15+10: from 1 to 360 minutes, up to 600 seconds.",
        status=422,
    )


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
