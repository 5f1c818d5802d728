"""The Litestar application: routes, dependencies, request checks and error responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server

import sommet
from sommet.core.errors import GameOver, SommetError
from sommet.server.api import browser, health, people, push, records, tables
from sommet.server.app.connections import ARRIVED
from sommet.server.app.container import INJECTABLE, Container
from sommet.server.app.middleware import OVER_LIMIT, LimitsMiddleware
from sommet.server.auth.tokens import refuse_tokens
from sommet.server.live.websocket import live
from sommet.server.pages import router as pages
from sommet.server.pages.page_response import accepts_html, error_page
from sommet.server.refusals import internal_error, rate_limited
from sommet.server.runtime.settings import Settings
from sommet.server.runtime.structured_log import error_trace
from sommet.server.store import StoreError
from sommet.server.store.people import Person
from sommet.tables.refusals import Refusal, refusal_body
from sommet.web.content_policy import CONTENT_POLICY

__all__ = ["HEADERS", "build_litestar", "create_app"]

HEADERS = {
    "Content-Security-Policy": f"{CONTENT_POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "private, no-store",  # cacheable responses override it
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def create_app(settings: Settings) -> LimitsMiddleware:
    """The application with its own container, behind the limits."""

    @asynccontextmanager
    async def open_container() -> AsyncIterator[Container]:
        container = await Container.open(settings)
        try:
            yield container
        finally:
            await container.close()

    return LimitsMiddleware(build_litestar(open_container, settings.limits.body), HEADERS)


def build_litestar(
    open_container: Callable[[], AbstractAsyncContextManager[Container]], max_body_bytes: int
) -> Litestar:
    """The application. It opens its container at startup and closes it at shutdown."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_container() as app.state.container:
            yield

    api = Router("/api", route_handlers=[people.router, push.router, tables.router, records.router])
    return Litestar(
        [pages, browser.router, health.router, live, api],
        lifespan=[lifespan],
        dependencies={
            **{name: _injected(name) for name in INJECTABLE},
            "person": Provide(_person),
        },
        guards=[refuse_tokens],
        before_request=_guard,
        after_request=_add_security_headers,
        exception_handlers=_exception_handlers(),
        request_max_body_size=max_body_bytes,
        openapi_config=OpenAPIConfig(
            title="Sommet",
            version=sommet.__version__,
            servers=[Server("..")],  # relative to the description's own address
            path="/api/openapi.json",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/", media_type=MediaType.JSON)],
        ),
        debug=False,
        logging_config=None,
    )


def _injected(name: str) -> Provide:
    """Inject a service of the container by its name."""

    def service(state: State) -> Any:
        return getattr(state.container, name)

    return Provide(service, sync_to_thread=False)


async def _person(request: Request[Any, Any, Any]) -> Person | None:
    container: Container = request.app.state.container
    return await container.sessions.person_of(request)


async def _guard(request: Request[Any, Any, Any]) -> None:
    """Check every request: within the rate limit, well-formed, and not sent by another site."""
    container: Container = request.app.state.container
    if request.scope["state"].get(OVER_LIMIT):
        raise rate_limited()
    container.sessions.check_host(request)
    if b"%00" in request.scope["query_string"]:
        raise Refusal("zero_in_text", "Text can't contain null characters.", status=400)
    if request.method in SAFE_METHODS:
        return
    container.sessions.check_origin(request)
    _check_body(await request.body())
    request.state.arrived = container.system.now() - _seconds_since_arrival(request)


def _seconds_since_arrival(request: Request[Any, Any, Any]) -> float:
    """How long the last byte of a request has been here. Clocks stop then: neither before, while
    the body is under way, nor after, while the request waits for its turn."""
    now = asyncio.get_running_loop().time()
    return now - float(request.scope["state"].get(ARRIVED, now))


def _check_body(body: bytes) -> None:
    """Refuse bodies that are not UTF-8 or nest too deeply to decode."""
    try:
        body.decode()
        msgspec.json.decode(body, type=msgspec.Raw)
    except msgspec.DecodeError:
        pass  # a form, or JSON whose errors the handler explains better
    except UnicodeDecodeError:
        raise Refusal("not_utf8", "The request is not UTF-8 text.", status=400) from None
    except RecursionError:
        raise Refusal("too_deep", "The request is nested too deeply.", status=400) from None


async def _add_security_headers(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


Handler = Callable[[Request[Any, Any, Any], Any], Response[Any]]


def _exception_handlers() -> dict[int | type[Exception], Handler]:
    """Every error becomes a response of the same shape."""
    return {
        Refusal: lambda request, error: _error_response(error.status, error, request),
        StoreError: lambda request, error: _error_response(503, error, request),
        GameOver: lambda request, error: _error_response(409, error, request),
        SommetError: lambda request, error: _error_response(422, error, request),
        ValidationException: _malformed,
        HTTPException: _http_error,
        Exception: _internal_error,
    }


def _error_response(
    status: int, error: SommetError, request: ASGIConnection[Any, Any, Any, Any]
) -> Response[Any]:
    if accepts_html(request):
        answer = error_page(request, status, error)
        answer.headers.update(
            {name: HEADERS[name] for name in HEADERS if name not in answer.headers}
        )
        return answer
    content = refusal_body(error)
    return Response(content, status_code=status, media_type=MediaType.JSON, headers=HEADERS)


def _malformed(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [str(part.get("message", "")) for part in extra if isinstance(part, dict)]
    why = "; ".join(parts) or "unexpected content"
    return _error_response(400, Refusal("malformed", "Invalid request: {why}", why=why), request)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status = error.status_code if error.status_code < 500 else 400
    match status:
        case 400:
            return _malformed(request, error)
        case 404:
            refusal = Refusal("no_such_page", "Page not found.")
        case 405:
            methods = (error.headers or {}).get("allow", "").split(", ")
            allowed = ", ".join(method for method in methods if method != "OPTIONS")
            refusal = Refusal("wrong_method", "Method not allowed: use {allowed}.", allowed=allowed)
        case 413:
            refusal = Refusal("too_long", "The request is too long.")
        case _:
            refusal = Refusal("cannot_be_done", "This request can't be handled.")
    return _error_response(status, refusal, request)


def _internal_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    container: Container = request.app.state.container
    container.logger.error("internal_error", path=request.scope["path"], **error_trace(error))
    return _error_response(500, internal_error(), request)
