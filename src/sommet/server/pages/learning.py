"""Rules, with their diagrams, and the page that checks a deal."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

import sommet
from sommet.server.entrance import Whoever
from sommet.server.pages.visit import Visit, language_of, page
from sommet.server.refusals import Refusal
from sommet.web import books

__all__ = ["handlers"]

PICTURE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Cache-Control": "public, max-age=3600",
}


def _known(name: str) -> str:
    if name not in sommet.names():
        raise Refusal("unknown_game", "There is no such game.", status=404)
    return name


@get("/rules/{name:str}")
async def rules(person: Whoever, request: Visit, name: FromPath[str]) -> Response[bytes]:
    """The rules of a game."""
    text = books.rules(_known(name), language_of(request))
    return page(
        request, "rules.html", person, id=name, game=sommet.game(name).name, text=text,
        games=[(each, sommet.game(each).name) for each in sommet.names()],
    )  # fmt: skip


@get("/rules/{name:str}/diagrams/{picture:str}")
async def diagram(name: FromPath[str], picture: FromPath[str]) -> Response[str]:
    """A diagram of the rules."""
    stem = picture.removesuffix(".svg")
    text = books.diagram(_known(name), stem) if stem.replace("-", "").isalnum() else None
    if text is None:
        raise Refusal("not_found", "There is no such diagram.", status=404)
    return Response(text, media_type="image/svg+xml", headers=PICTURE)


@get("/verify")
async def verify(person: Whoever, request: Visit) -> Response[bytes]:
    """Check the deal of a finished game in the browser."""
    return page(request, "verify.html", person)


@get("/offline")
async def offline(request: Visit) -> Response[bytes]:
    """What the service worker shows when there is no network."""
    return page(request, "offline.html", None)


handlers = (rules, diagram, verify, offline)
