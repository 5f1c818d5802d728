"""Responses for pages: HTML in the visitor's language, redirects and error pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Response
from litestar.connection import ASGIConnection

from sommet.core.errors import SommetError
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import Sessions
from sommet.server.runtime.compression import compressed
from sommet.server.store.people import Person
from sommet.web.templating import render

__all__ = ["accepts_html", "error_page", "page", "redirect"]

PAGE_HEADERS = {
    "Cache-Control": "private, no-store",
    "Vary": "Accept-Encoding, Accept-Language, Cookie",
    # Without a referrer, browsers send the forms of a page with a null origin.
    "Referrer-Policy": "same-origin",
}

THEMES = ("light", "dark")
"""Valid values of the theme cookie."""


def page(
    request: ASGIConnection[Any, Any, Any, Any],
    template: str,
    person: Person | None,
    *,
    status: int = 200,
    **values: Any,
) -> Response[bytes]:
    """Render a template in the visitor's language."""
    name, theme = person.name if person else "", request.cookies.get("theme", "")
    root = _root(request)
    text = render(
        template,
        language_of(request),
        root,
        name=name,
        path=request.scope["path"],
        back=_return_address(request, root),
        theme=theme if theme in THEMES else "",
        **values,
    )
    return compressed(
        request, text.encode(), "text/html", PAGE_HEADERS, is_file=False, status=status
    )


def _root(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address of the home page relative to this one, as the browser sees its path."""
    return "../" * (request.scope["raw_path"].count(b"/") - 1) or "./"


def _return_address(request: ASGIConnection[Any, Any, Any, Any], root: str) -> str:
    """The address of this page, or of the page with the form if a form led here."""
    if request.scope.get("method") == "GET":
        path = (
            f"{request.scope.get('app_root_path', '')}{request.scope['raw_path'].decode('latin1')}"
        )
        query = request.scope["query_string"].decode("ascii", "replace")
        return f"{path}?{query}" if query else path
    return urlsplit(request.headers.get("referer", "")).path or root


def redirect(sessions: Sessions, address: str, newcomer: Person | None = None) -> Response[Any]:
    """Redirect to another page of the server; for a newcomer, also set their cookie."""
    answer = (
        sessions.with_cookie(newcomer, None, 303) if newcomer else Response(None, status_code=303)
    )
    answer.headers["Location"] = f"{sessions.url.path}{address}"
    return answer


def accepts_html(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether the client is a browser that shows a page, and not a program."""
    accepts = connection.headers.get("accept", "")
    return "text/html" in accepts and not connection.scope["path"].startswith("/api")


def error_page(
    request: ASGIConnection[Any, Any, Any, Any], status: int, error: SommetError
) -> Response[bytes]:
    """A page that explains an error and offers a way on."""
    words = error.describe(language_of(request))
    again = request.scope.get("method") == "GET"  # reloading would repeat a form
    return page(request, "error.html", None, status=status, words=words, number=status, again=again)
