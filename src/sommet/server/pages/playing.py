"""Forms: setting a table, taking a seat, one's name and language. They work without scripts."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeAlias
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, URLEncodedBody

import sommet
from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.server import hosting
from sommet.server.entrance import InHouse, TableId, Whoever, with_cookie
from sommet.server.naming import NAME, clean
from sommet.server.pages.visit import LANGUAGE, Visit, away, guest, known_game, language_of, page
from sommet.server.refusals import Refusal
from sommet.server.tables.clock import Clock, Days, Total, Untimed
from sommet.server.tables.commands import Sit
from sommet.server.tables.setup import Bot, Chair, Invited, Me, Open, Setup
from sommet.web.languages import LANGUAGES
from sommet.web.speaking import said
from sommet.web.words import GROUPS

__all__ = ["handlers"]

Form: TypeAlias = URLEncodedBody[dict[str, Any]]
YEAR = 365 * 86400


CHOICES = {"with": "machine", "level": "gentle", "seat": "0", "clock": ""}
"""What a form may choose beside the game's options, as it is until somebody chooses."""


@get("/new/{name:str}")
async def choose(person: Whoever, request: Visit, name: FromPath[str]) -> Response[bytes]:
    """Everything that can be chosen for a game; the address may choose some of it already."""
    values = {each.name: each.values for each in registry.kind(known_game(name)).options()}
    usual = {f"option.{option}": str(value) for option, value in _usual(name).items()}
    game, refused = sommet.game(name), request.query_params.get("refused", "")
    return page(
        request,
        "new.html",
        person,
        id=name,
        game=game.name,
        options=values,
        levels=sommet.levels(),
        seats=max(game.sizes()),
        sizes=_sizes(name),
        chosen={**CHOICES, **usual, **request.query_params},
        refused=said(language_of(request), "refusals", refused)
        if refused in GROUPS["refusals"]
        else "",
    )


def _usual(name: str) -> dict[str, str | int]:
    """What each option is when nobody chooses; one that is for other variants, its first value."""
    game = sommet.game(name)
    return {
        each.name: each.values[0] if (set_to := getattr(game, each.name)) is None else set_to
        for each in registry.kind(name).options()
    }


def _sizes(name: str) -> dict[tuple[str, str | int], int]:
    """How many seats there are with a value of an option that has a say in it."""
    kind = registry.kind(name)
    telling = {option for chosen in kind.sizes().values() for option in chosen}
    found = {}
    for each in kind.options():
        for value in each.values if each.name in telling else ():
            with suppress(OptionError):
                found[each.name, value] = kind.create(**{each.name: value}).seats
    return found


@post("/play", status_code=303)
async def play(house: InHouse, person: Whoever, request: Visit, data: Form) -> Response[Any]:
    """Set a table as the form says and go there; back to the form if its options do not fit."""
    name = known_game(str(data.get("game", "")))
    options = _options(name, data)
    try:
        seats = sommet.game(name, **options).seats
    except OptionError as error:
        chosen = {key: value for key, value in data.items() if key in CHOICES or "option." in key}
        return away(house, f"/new/{name}?{urlencode({**chosen, 'refused': error.code})}")
    who = person or await guest(house, request)
    house.doors.ask("table", who.id)
    against = str(data.get("with", "machine"))
    clock = _clock(str(data.get("clock", "")))
    if against == "stranger":
        room = await hosting.pair(house, who, Setup(name, options, clock=clock))
    else:
        chairs = _chairs(against, seats, data)
        public = against == "anyone"
        room = await hosting.open_table(
            house, who, Setup(name, options, chairs, clock, public=public)
        )
    return away(house, f"/tables/{room.id}", None if person else who)


def _options(name: str, data: dict[str, Any]) -> dict[str, str | int]:
    """The options that a form sets; what it leaves as usual is left out."""
    usual = _usual(name)
    found: dict[str, str | int] = {}
    for each in registry.kind(name).options():
        text = str(data.get(f"option.{each.name}", ""))
        value = next((value for value in each.values if str(value) == text), None)
        if value is not None and value != usual[each.name]:
            found[each.name] = value
    return found


def _chairs(against: str, seats: int, data: dict[str, Any]) -> tuple[Chair, ...]:
    other: Chair
    match against:
        case "screen":
            return (Me(),) * seats
        case "friend":
            other = Invited()
        case "anyone":
            other = Open()
        case _:
            other = Bot(str(data.get("level", "gentle")))
    seat = str(data.get("seat", ""))
    own = int(seat) if seat.isdecimal() and int(seat) < seats else 0
    return tuple(Me() if index == own else other for index in range(seats))


def _clock(text: str) -> Clock:
    """`300+5` are seconds in all and after each move, `3d` are days for a move."""
    if text.endswith("d") and text[:-1].isdecimal():
        return Days(int(text[:-1]))
    seconds, _, increment = text.partition("+")
    if seconds.isdecimal() and (increment or "0").isdecimal():
        return Total(float(seconds), float(increment or 0))
    return Untimed()


@post("/tables/{id:str}/sit", status_code=303)
async def sit(
    house: InHouse, person: Whoever, request: Visit, id: TableId, data: Form
) -> Response[Any]:
    """Take a free seat at a table."""
    room = await house.rooms.get(id)
    who = person or await guest(house, request)
    if not room.sitting.seats_of(who.id):
        invitation = str(data.get("invitation", ""))[:200]
        await room.carry_out(who, Sit(house.fresh_id(), invitation=invitation))
    return away(house, f"/tables/{id}", None if person else who)


@post("/guest", status_code=200)
async def be_a_guest(house: InHouse, person: Whoever, request: Visit) -> Response[Any]:
    """Be known to the house, by a name of ours."""
    who = person or await guest(house, request)
    return with_cookie(house, who, {"name": who.name})


@post("/name", status_code=303)
async def rename(house: InHouse, person: Whoever, request: Visit, data: Form) -> Response[Any]:
    """Be called otherwise."""
    name = clean(str(data.get("name", "")), NAME)
    if not name:
        raise Refusal("no_name", "A name needs at least one letter.", status=422)
    who = person or await guest(house, request)
    await house.people.rename(who.id, name, house.now())
    return away(house, _back(data), None if person else who)


@post("/language", status_code=303)
async def speak(house: InHouse, data: Form) -> Response[Any]:
    """Read another language from now on."""
    answer = away(house, _back(data))
    wanted = str(data.get("language", ""))
    if wanted in LANGUAGES:
        answer.cookies.append(
            Cookie(
                key=LANGUAGE,
                value=wanted,
                path="/",
                max_age=YEAR,
                samesite="lax",
                httponly=True,
                secure=house.settings.secure,
            )
        )
    return answer


def _back(data: dict[str, Any]) -> str:
    """The page that a form was on; never another site's."""
    path = str(data.get("back", "/"))
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


handlers = (choose, play, sit, be_a_guest, rename, speak)
