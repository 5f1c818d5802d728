"""Forms: setting a table, taking a seat, one's name and language. They work without scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import product
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
from sommet.core.i18n import seat_name
from sommet.engine.external_engine import ENGINE
from sommet.engine.ratings import ratings
from sommet.server.auth.display_names import MAX_NAME_LENGTH, clean, parse_display_name
from sommet.server.auth.language import LANGUAGE_COOKIE, language_of
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions, TableId, client_of
from sommet.server.engines.external_engines import ExternalEngines
from sommet.server.live.matchmaking import Matchmaking
from sommet.server.live.rooms import Rooms
from sommet.server.pages.page_response import page, redirect
from sommet.server.pages.thumbnails import cloth
from sommet.server.refusals import Refusal
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person
from sommet.server.tables.clock import Clock, Days, Total, Untimed
from sommet.server.tables.commands import Sit
from sommet.server.tables.setup import (
    Bot,
    Chair,
    Invited,
    Me,
    Open,
    Setup,
    chairs_around,
    require_game,
)
from sommet.server.tables.table_factory import TableFactory
from sommet.web.languages import LANGUAGES, catalogue

__all__ = ["LOT", "fitting", "handlers", "turns"]

Form: TypeAlias = URLEncodedBody[dict[str, Any]]
COOKIE_MAX_AGE_S = 365 * 86400
PLAIN = "/?#&=%+:;,@!$'()*[]~"
"""What stands in an address as it is; a backslash or a tab would lead some browsers elsewhere."""

LOT, OWN = "lot", "own"
FIRST = 0
"""The seat that begins where the rules leave it open and somebody has chosen one."""
CHOICES = {"with": "machine", "level": "gentle", "seat": LOT, "clock": "", "own_clock": ""}
"""What a form may choose beside the game's options, as it is until somebody chooses."""
CLOCK = re.compile(r"(?P<minutes>[0-9]{1,3})(\+(?P<seconds>[0-9]{1,3}))?|(?P<days>[0-9]{1,2})d")


@get("/new/{name:str}")
async def choose(
    external_engines: NamedDependency[ExternalEngines],
    person: OptionalPerson,
    request: AnyRequest,
    name: FromPath[str],
) -> Response[bytes]:
    """Everything that can be chosen for a game; the address may choose some of it already."""
    values = {each.name: each.values for each in registry.kind(require_game(name)).options()}
    game, language = sommet.game(name), language_of(request)
    most = max(game.sizes())
    asked: dict[str, str] = {**CHOICES, **request.query_params}
    chosen, refused = {**asked, **_fitted(name, asked)}, ""
    try:
        # What the address left open follows what it chose; only what it chose can be wrong.
        _asked(name, chosen | asked)
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
        engines={level: level.removeprefix(ENGINE) for level in external_engines.levels(name)},
        ratings=ratings(name),
        lot=LOT,
        seats=[seat_name(game, seat, language) for seat in range(most)],
        turns=turns(game, most, language),
        sizes=_sizes(name),
        least=game.seats,
        fitting=fitting(name),
        meanings=i18n.group(language, "meanings", name),
        cloth=cloth(name),
        own=OWN,
        chosen=chosen,
        refused=refused,
    )


def turns(game: Game[Any], seats: int, language: str) -> list[str]:
    """When each of so many seats plays, once one is chosen."""
    gettext, first = catalogue(language).gettext, _beginner(game)
    if first is None:
        first = FIRST
    later = gettext("You go second") if seats == 2 else gettext("You go later")
    return [gettext("You go first") if seat == first else later for seat in range(seats)]


@lru_cache(64)
def _beginner(game: Game[Any]) -> int | None:
    """The seat that begins by the rules; None where a lot decides."""
    found = {game.start(seed=seed).turn for seed in range(8)}
    return found.pop() if len(found) == 1 else None


def _usual(name: str) -> dict[str, str | int]:
    """What each option is when nobody chooses; one that is for other variants, its first value."""
    game = sommet.game(name)
    return {each.name: game.settings.get(each.name, each.values[0]) for each in game.options()}


def _sizes(name: str) -> dict[tuple[str, str | int], int]:
    """How many seats there are with a value of an option that has a say in it."""
    kind = registry.kind(name)
    update = {option for chosen in kind.sizes().values() for option in chosen}
    found = {}
    for each in kind.options():
        for value in each.values if each.name in update else ():
            with suppress(OptionError):
                found[each.name, value] = kind.create(**{each.name: value}).seats
    return found


@cache
def fitting(name: str) -> tuple[dict[str, str], ...]:
    """Which values of options go together, of the options that do not go with everything."""
    options = {each.name: each.values for each in registry.kind(name).options()}
    usual = _usual(name)

    def fits(chosen: dict[str, str | int]) -> bool:
        try:
            asked = {f"option.{option}": value for option, value in chosen.items()}
            settings = sommet.game(name, **_options(name, asked)).settings
        except OptionError:
            return False
        # A game may set by itself what was left as usual: then this is not what was chosen.
        return all(settings.get(option, usual[option]) == chosen[option] for option in chosen)

    every = [dict(zip(options, values, strict=True)) for values in product(*options.values())]
    good = [chosen for chosen in every if fits(chosen)]
    choosy = [
        option
        for option, values in options.items()
        if any({**chosen, option: value} not in good for chosen in good for value in values)
    ]
    found = ({f"option.{option}": str(chosen[option]) for option in choosy} for chosen in good)
    return tuple(
        dict(pairs) for pairs in dict.fromkeys(tuple(each.items()) for each in found) if pairs
    )


def _fitted(name: str, asked: Mapping[str, str]) -> dict[str, str]:
    """A value for every option, together as they can be played: as many of those asked for as go
    together, and what is usual for the rest."""
    usual = {f"option.{option}": str(value) for option, value in _usual(name).items()}
    known = {f"option.{each.name}": each.values for each in registry.kind(name).options()}
    wanted = {
        option: asked[option]
        for option, values in known.items()
        if asked.get(option, "") in map(str, values)
    }

    def kept(way: dict[str, str]) -> tuple[int, int]:
        return len(way.items() & wanted.items()), len(way.items() & usual.items())

    return max(({**usual, **wanted, **way} for way in fitting(name) or ({},)), key=kept)


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
    """Set a table as the form says and go there; back to the form, which says why, if it cannot be
    set."""
    name = require_game(str(data.get("game", "")))
    try:
        game, clock = _asked(name, data)
    except (OptionError, Refusal):
        kept = (key for key in data if key in CHOICES or key.startswith("option."))
        return redirect(
            sessions, f"/new/{name}?{urlencode({key: str(data[key])[:40] for key in kept})}"
        )
    who = person or await sessions.create_guest(request)
    rate_limiter.check("table", who.id, client_of(request))
    # Who plays alone has no opponents, whatever was chosen before.
    against = str(data.get("with", "machine")) if game.seats > 1 else "machine"
    if against == "stranger":
        wish = Setup(name, game.settings, clock=clock, salting=True)
        id = (await matchmaking.pair(who, wish)).id
    else:
        places = {str(seat): seat for seat in range(game.seats)}
        own = places.get(str(data.get("seat", LOT)))
        # Who chooses a seat chooses when to play: no other lot is drawn then.
        first = None if own is None or _beginner(game) is not None else FIRST
        own = system.random_below(game.seats) if own is None else own
        chairs = _chairs(against, game.seats, own, str(data.get("level", "gentle")))
        public = against == "anyone"
        setup = Setup(name, game.settings, chairs, clock, first, public=public, salting=True)
        names = [
            clean(str(data.get(f"name.{seat}", "")), MAX_NAME_LENGTH) for seat in range(game.seats)
        ]
        id = await table_factory.open_table(who, setup, names=names if against == "screen" else ())
    return redirect(sessions, f"/tables/{id}", None if person else who)


def _asked(name: str, data: Mapping[str, Any]) -> tuple[Game[Any], Clock]:
    """The game and the clock that a form asks for; an error says why they cannot be."""
    game = sommet.game(name, **_options(name, data))
    return game, _clock(str(data.get("clock", "")), str(data.get("own_clock", "")))


def _options(name: str, data: Mapping[str, Any]) -> dict[str, str | int]:
    """The options that a form sets; what it leaves as usual is left out."""
    set_to = {option: str(data.get(f"option.{option}", "")) for option in _usual(name)}
    return {
        option: set_to[option]
        for option, usual in _usual(name).items()
        if set_to[option] not in ("", str(usual))
    }


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
    """`5` are minutes for the whole game, `3+2` minutes and seconds after each move, `3d` days for
    a move; what is typed counts where it is chosen."""
    text = "".join(typed.split()) if chosen == OWN else chosen
    if not text and chosen != OWN:
        return Untimed()
    if found := CLOCK.fullmatch(text):
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
    """Take a free seat at a table, called as one wishes."""
    room = await rooms.get(id)
    typed = str(data.get("name", "")).strip()
    name = parse_display_name(typed) if typed else ""
    who = person or await sessions.create_guest(request, name)
    if name and name != who.name:
        await people.rename(who.id, name, system.now())
        who = Person(who.id, name)
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
    """Be called otherwise."""
    name = parse_display_name(str(data.get("name", "")))
    who = person or await sessions.create_guest(request)
    await people.rename(who.id, name, system.now())
    return redirect(sessions, _back(data), None if person else who)


@post("/language", status_code=303)
async def speak(sessions: NamedDependency[Sessions], data: Form) -> Response[Any]:
    """Read another language from now on."""
    answer = redirect(sessions, _back(data))
    wanted = str(data.get("language", ""))
    if wanted in LANGUAGES:
        answer.cookies.append(
            Cookie(
                key=LANGUAGE_COOKIE,
                value=wanted,
                path="/",
                max_age=COOKIE_MAX_AGE_S,
                samesite="lax",
                httponly=True,
                secure=sessions.secure,
            )
        )
    return answer


def _back(data: dict[str, Any]) -> str:
    """The page that a form was on; never another site's."""
    path = str(data.get("back", "/"))
    own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return quote(path, safe=PLAIN) if own else "/"


handlers = (choose, play, sit, rename, speak)
