"""The entrance: who comes in, and from where. Cookies are for browsers, tokens for programs."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlsplit

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import PathParameter

from sommet.server.house import House
from sommet.server.refusals import Refusal, unknown_person
from sommet.server.settings import Settings
from sommet.server.store.people import Person

__all__ = [
    "COOKIE",
    "Connection",
    "InHouse",
    "TableId",
    "Whoever",
    "client_of",
    "known",
    "person_of",
    "same_origin",
    "with_cookie",
]

COOKIE = "sommet"
YEAR = 365 * 86400

Connection = ASGIConnection[Any, Any, Any, Any]

InHouse: TypeAlias = NamedDependency[House]
Whoever: TypeAlias = NamedDependency[Person | None]
"""What handlers ask for: the house, and whoever comes, if they are known."""

TableId: TypeAlias = Annotated[str, PathParameter(max_length=40)]


def client_of(connection: Connection) -> str:
    """The address that a connection comes from."""
    return connection.client.host if connection.client else "here"


async def person_of(house: House, connection: Connection) -> Person | None:
    """Who this is, by their token or their cookie; a refusal for who is banned."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        person = await house.people.by_token(sha256(token.encode()).hexdigest())
        if person is None:
            raise Refusal("bad_token", "This token is not valid.", status=401)
    else:
        id = house.keys.read("person", connection.cookies.get(COOKIE, ""))
        person = await house.people.find(id) if id else None
    if person and await house.people.is_banned(person.id):
        raise Refusal("banned", "You are not welcome here any more.", status=403)
    return person


def known(person: Person | None) -> Person:
    """Somebody with a name; a refusal for who has not told it."""
    if person is None:
        raise unknown_person()
    return person


def with_cookie(house: House, person: Person, content: Any, status: int = 200) -> Response[Any]:
    """An answer after which the browser is this person."""
    cookie = Cookie(
        key=COOKIE,
        value=house.keys.sign("person", person.id),
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
        max_age=YEAR,
        path="/",
    )
    return Response(content, cookies=[cookie], status_code=status)


def same_origin(settings: Settings, headers: dict[str, str]) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser.

    Browsers name the origin of every request that could do something; other sites cannot forge it.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if settings.url:
        return origin.rstrip("/") == settings.url.rstrip("/")
    return urlsplit(origin).netloc == headers.get("host", "")
