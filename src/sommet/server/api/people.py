"""Who you are: a name and a cookie, a link to another device, tokens for programs."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

from litestar import Request, Response, Router
from litestar.params import JSONBody

from sommet.server import operating
from sommet.server.api.answers import delete, get, post
from sommet.server.api.shapes import Link, Name, Named, Token, TokenLabel
from sommet.server.entrance import InHouse, Whoever, client_of, known, with_cookie
from sommet.server.naming import NAME, clean
from sommet.server.refusals import Refusal, without_letters
from sommet.server.store.people import Person

__all__ = ["router"]

CARRY = 900
"""Seconds for which a link to another device works."""


@get("/me")
async def who_am_i(person: Whoever) -> Named:
    """Your name."""
    return Named(known(person).name)


@post("/me", status_code=200)
async def be_called(
    house: InHouse, person: Whoever, request: Request[Any, Any, Any], data: JSONBody[Name]
) -> Response[Named]:
    """Come in with a name, or change it. The answer sets a cookie."""
    name = clean(data.name, NAME)
    if not name:
        raise without_letters()
    if person:
        await house.people.rename(person.id, name, house.now())
        return Response(Named(name))
    house.doors.ask("guest", client_of(request))
    guest = Person(house.fresh_id(), name)
    await house.people.welcome(guest, house.now())
    return with_cookie(house, guest, Named(name))


@delete("/me")
async def forget_me(house: InHouse, person: Whoever) -> None:
    """Delete your name, your tokens and your words. Your games stay, without your name."""
    await operating.forget(house, known(person).id)


@post("/me/link", status_code=200)
async def carry_me(house: InHouse, person: Whoever) -> Link:
    """A private code that makes another device you."""
    text = f"{known(person).id}.{house.now() + CARRY:.0f}"
    return Link(house.keys.sign("carry", text))


@post("/me/link/use", status_code=200)
async def use_link(house: InHouse, data: JSONBody[Link]) -> Response[Named]:
    """Be on this device who you are on another."""
    id, _, until = (house.keys.read("carry", data.link) or "").rpartition(".")
    person = await house.people.find(id) if id else None
    if person is None:
        raise Refusal("bad_link", "This link is not valid.", status=403)
    if float(until) < house.now():
        raise Refusal("old_link", "This link is too old; make a new one.", status=403)
    return with_cookie(house, person, Named(person.name))


@post("/tokens", status_code=201)
async def give_token(house: InHouse, person: Whoever, data: JSONBody[TokenLabel]) -> Token:
    """A token with which a program is you."""
    token = secrets.token_urlsafe(32)
    hash = sha256(token.encode()).hexdigest()
    label = clean(data.label, 64)
    await house.people.give_token(known(person).id, hash, label, house.now())
    return Token(token)


@delete("/tokens")
async def take_tokens(house: InHouse, person: Whoever) -> None:
    """Make all your tokens worthless."""
    await house.people.take_tokens(known(person).id)


router = Router(
    "/",
    route_handlers=[who_am_i, be_called, forget_me, carry_me, use_link, give_token, take_tokens],
    tags=["people"],
)
