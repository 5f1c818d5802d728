"""The application: routes, guards and errors, put together around a house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import sommet
from sommet.core.errors import SommetError
from sommet.server.api import health, people, records, tables
from sommet.server.api.answers import ANSWERS
from sommet.server.entrance import client_of, person_of, same_origin
from sommet.server.house import House
from sommet.server.live.socket import live
from sommet.server.pages import router as pages
from sommet.server.pages.visit import trouble, wants_page
from sommet.server.refusals import Refusal, Refused, refused
from sommet.server.settings import Settings
from sommet.server.store import StoreTrouble
from sommet.server.store.people import Person

__all__ = ["create"]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")


def create(settings: Settings, house: House | None = None) -> Litestar:
    """The application on its settings; a test may bring a house of its own."""

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        app.state.house = house or await House.opened(settings)
        try:
            yield
        finally:
            if house is None:
                await app.state.house.close()

    api = Router("/api", route_handlers=[people.router, tables.router, records.router])
    return Litestar(
        [pages, health.router, live, api],
        lifespan=[open_house],
        dependencies={
            "house": Provide(_house, sync_to_thread=False),
            "person": Provide(_person),
        },
        before_request=_guard,
        after_request=_protect,
        exception_handlers=_handlers(),
        request_max_body_size=settings.limits.body,
        openapi_config=OpenAPIConfig(
            title="Sommet",
            version=sommet.__version__,
            path="/api/openapi.json",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/", media_type=MediaType.JSON)],
        ),
        debug=False,
        logging_config=None,
    )


def _house(state: State) -> House:
    house: House = state.house
    return house


async def _person(request: Request[Any, Any, Any]) -> Person | None:
    return await person_of(request.app.state.house, request)


async def _guard(request: Request[Any, Any, Any]) -> None:
    """Before every request: not too often, and nothing done on behalf of another site."""
    house: House = request.app.state.house
    house.doors.ask("request", client_of(request))
    if "%00" in str(request.url):
        raise Refusal("malformed", "No text here has a zero in it.", status=400)
    if request.method not in SAFE and not same_origin(house.settings, dict(request.headers)):
        raise Refusal("foreign_page", "Come from our own page, please.", status=403)


async def _protect(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


Handler = Callable[[Request[Any, Any, Any], Any], Response[Any]]


def _handlers() -> dict[int | type[Exception], Handler]:
    """Every error leaves the house in the same shape."""
    return {
        Refusal: lambda request, error: _answer(error.status, refused(error), request),
        StoreTrouble: lambda request, error: _answer(503, refused(error), request),
        SommetError: lambda request, error: _answer(422, refused(error), request),
        ValidationException: _malformed,
        HTTPException: _other,
        Exception: _broken,
    }


def _answer(
    status: int, content: Refused, request: ASGIConnection[Any, Any, Any, Any]
) -> Response[Any]:
    if wants_page(request):
        answer = trouble(request, status, content)
        answer.headers.update(
            {name: HEADERS[name] for name in HEADERS if name not in answer.headers}
        )
        return answer
    return Response(content, status_code=status, media_type=MediaType.JSON, headers=HEADERS)


def _malformed(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [str(part.get("message", "")) for part in extra if isinstance(part, dict)]
    why = "; ".join(parts) or "it is not what it should be"
    content = Refused("malformed", f"The request is malformed: {why}", {"why": why})
    return _answer(400, content, request)


def _other(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    codes = {404: "not_found", 405: "wrong_method", 413: "too_long"}
    code = codes.get(error.status_code, "malformed")
    status = error.status_code if error.status_code < 500 else 400
    return _answer(status, Refused(code, ANSWERS.get(status, "That cannot be done.")), request)


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    house: House = request.app.state.house
    house.notes.error("broken", error=type(error).__name__, path=request.url.path)
    return _answer(500, Refused("broken", "That broke something on our side."), request)
