"""A visit: who looks at a page, in which language, and the page they get."""

from __future__ import annotations

import gzip
import secrets
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection

import sommet
from sommet.core.errors import SommetError
from sommet.server.entrance import client_of, with_cookie
from sommet.server.house import House
from sommet.server.refusals import Refusal
from sommet.server.store.people import Person
from sommet.web.languages import chosen
from sommet.web.rendering import render

__all__ = [
    "LANGUAGE",
    "Visit",
    "away",
    "guest",
    "known_game",
    "language_of",
    "page",
    "trouble",
    "wants_page",
]

LANGUAGE = "language"
"""The cookie that keeps the language somebody chose."""

HTML = "text/html; charset=utf-8"
PAGE = {
    "Cache-Control": "no-store",
    "Vary": "Accept-Encoding, Accept-Language, Cookie",
    # A form of a page without referrer would come from nowhere: its origin is null.
    "Referrer-Policy": "same-origin",
}

Visit = Request[Any, Any, Any]

NAMES = (
    "Alder", "Aspen", "Basalt", "Beech", "Birch", "Brook", "Cedar", "Chamois", "Cirrus", "Clover",
    "Edelweiss", "Fern", "Flint", "Gentian", "Granite", "Heather", "Ibex", "Juniper", "Larch",
    "Lark", "Lichen", "Marmot", "Maple", "Meadow", "Osprey", "Quartz", "Raven", "Rowan", "Sorrel",
    "Swift", "Thistle", "Walnut",
)  # fmt: skip
"""What guests are called until they say otherwise."""


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return chosen(
        connection.cookies.get(LANGUAGE, ""), connection.headers.get("accept-language", "")
    )


def known_game(name: str) -> str:
    """The name of a game that there is."""
    if name not in sommet.names():
        raise Refusal("no_such_game", "There is no such game.", status=404)
    return name


def page(
    request: ASGIConnection[Any, Any, Any, Any],
    template: str,
    person: Person | None,
    *,
    status: int = 200,
    **values: Any,
) -> Response[bytes]:
    """A page in the visitor's language."""
    name = person.name if person else ""
    path = request.url.path
    text = render(template, language_of(request), name=name, path=path, **values)
    content, headers = text.encode(), PAGE
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers = gzip.compress(content, 6), {**PAGE, "Content-Encoding": "gzip"}
    return Response(content, media_type=HTML, status_code=status, headers=headers)


async def guest(house: House, request: Visit) -> Person:
    """Somebody new, with a name of ours."""
    house.doors.ask("guest", client_of(request))
    person = Person(house.fresh_id(), secrets.choice(NAMES))
    await house.people.welcome(person, house.now())
    return person


def away(house: House, address: str, newcomer: Person | None = None) -> Response[Any]:
    """Go to another page; a newcomer's browser keeps who they are."""
    answer = (
        with_cookie(house, newcomer, None, 303) if newcomer else Response(None, status_code=303)
    )
    answer.headers["Location"] = address
    return answer


def wants_page(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a person looks at the answer, and not a program."""
    accepts = connection.headers.get("accept", "")
    return "text/html" in accepts and not connection.url.path.startswith("/api")


def trouble(
    request: ASGIConnection[Any, Any, Any, Any], status: int, error: SommetError
) -> Response[bytes]:
    """What is wrong, in human words, with a way on."""
    words = error.said(language_of(request))
    again = request.scope.get("method") == "GET"  # a form is not at its own address
    return page(
        request, "trouble.html", None, status=status, words=words, number=status, again=again
    )
