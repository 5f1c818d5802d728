"""Rules pages, lessons with exercises, the verification page, licences and the offline page."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions
from sommet.server.pages.page_response import page
from sommet.server.runtime.compression import compressed
from sommet.tables.refusals import Refusal
from sommet.tables.setup import require_game
from sommet.web import rules_html
from sommet.web.lesson_pages import lesson_values, rules_values
from sommet.web.link_preview import lesson_preview, rules_preview
from sommet.web.notices import notices

__all__ = ["handlers"]

DIAGRAM_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Cache-Control": "public, max-age=3600",
}


@get(["/learn/{name:str}", "/learn/{name:str}/{leaf:str}"])
async def learn(
    sessions: NamedDependency[Sessions],
    person: OptionalPerson,
    request: AnyRequest,
    name: FromPath[str],
    leaf: FromPath[str] = "",
) -> Response[bytes]:
    """A lesson: the rules one clause at a time, then exercises."""
    values = lesson_values(require_game(name), leaf, language_of(request))
    if values is None:
        raise Refusal("no_such_page", "Page not found.", status=404)
    return page(
        request,
        "lessons.html",
        person,
        link_preview=lesson_preview(name, language_of(request)),
        address=sessions.address(request),
        **values,
    )


@get("/rules/{name:str}")
async def rules(
    sessions: NamedDependency[Sessions],
    person: OptionalPerson,
    request: AnyRequest,
    name: FromPath[str],
) -> Response[bytes]:
    """The rules of a game."""
    values = rules_values(require_game(name), language_of(request))
    return page(
        request,
        "rules.html",
        person,
        link_preview=rules_preview(name, language_of(request)),
        address=sessions.address(request),
        **values,
    )


@get("/rules/{name:str}/diagrams/{picture:str}")
async def diagram(
    request: AnyRequest, name: FromPath[str], picture: FromPath[str]
) -> Response[bytes]:
    """A diagram of the rules."""
    stem = picture.removesuffix(".svg")
    fits = len(stem) <= 64 and stem.replace("-", "").isalnum()
    text = rules_html.diagram(require_game(name), stem) if fits else None
    if text is None:
        raise Refusal("no_such_diagram", "Diagram not found.", status=404)
    return compressed(request, text.encode(), "image/svg+xml", DIAGRAM_HEADERS)


@get("/verify")
async def verify(person: OptionalPerson, request: AnyRequest) -> Response[bytes]:
    """Check the deal of a finished game in the browser."""
    return page(request, "verify.html", person)


@get("/notices")
async def licence_notices(person: OptionalPerson, request: AnyRequest) -> Response[bytes]:
    """The licences of the parts by others."""
    return page(request, "notices.html", person, notices=notices())


@get("/offline")
async def offline(request: AnyRequest) -> Response[bytes]:
    """The page that the service worker shows without a network, instead of any other."""
    return page(request, "offline.html", None)


handlers = (learn, rules, diagram, verify, licence_notices, offline)
