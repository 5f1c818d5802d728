"""A visit: who looks at a page, in which language, and the page they get."""

from __future__ import annotations

import gzip
from typing import Any
from urllib.parse import urlsplit

from litestar import Response
from litestar.connection import ASGIConnection

from sommet.core.errors import SommetError
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import Sessions
from sommet.server.store.people import Person
from sommet.web.templating import render

__all__ = ["accepts_html", "error_page", "page", "redirect"]

HTML = "text/html; charset=utf-8"
PAGE = {
    "Cache-Control": "private, no-store",
    "Vary": "Accept-Encoding, Accept-Language, Cookie",
    # A form of a page without referrer would come from nowhere: its origin is null.
    "Referrer-Policy": "same-origin",
}

THEMES = ("light", "dark")
"""What the cookie of the page's settings may choose."""


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
    path, theme = request.scope["path"], request.cookies.get("theme", "")
    text = render(
        template,
        language_of(request),
        name=name,
        path=path,
        back=_back(request),
        theme=theme if theme in THEMES else "",
        **values,
    )
    content, headers = text.encode(), PAGE
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers = gzip.compress(content, 6), {**PAGE, "Content-Encoding": "gzip"}
    return Response(content, media_type=HTML, status_code=status, headers=headers)


def _back(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address of this page; of one that a form led to, which has none, that of the form."""
    if request.scope.get("method") == "GET":
        query = request.scope["query_string"].decode("ascii", "replace")
        return f"{request.scope['path']}?{query}" if query else str(request.scope["path"])
    return urlsplit(request.headers.get("referer", "")).path or "/"


def redirect(sessions: Sessions, address: str, newcomer: Person | None = None) -> Response[Any]:
    """Go to another page; a newcomer's browser keeps who they are."""
    answer = (
        sessions.with_cookie(newcomer, None, 303) if newcomer else Response(None, status_code=303)
    )
    answer.headers["Location"] = address
    return answer


def accepts_html(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a person looks at the answer, and not a program."""
    accepts = connection.headers.get("accept", "")
    return "text/html" in accepts and not connection.scope["path"].startswith("/api")


def error_page(
    request: ASGIConnection[Any, Any, Any, Any], status: int, error: SommetError
) -> Response[bytes]:
    """What is wrong, in human words, with a way on."""
    words = error.describe(language_of(request))
    again = request.scope.get("method") == "GET"  # a form is not at its own address
    return page(request, "error.html", None, status=status, words=words, number=status, again=again)
