from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from sommet.client.http_api import MAX_ATTEMPTS, HttpApi, RequestRefused, Unreachable

pytestmark = pytest.mark.anyio


@pytest.fixture
def delays(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The delays between attempts, which take no time."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return found


def api_with(responses: Iterator[httpx.Response]) -> HttpApi:
    """An API whose server gives these responses."""
    api = HttpApi("http://server")
    transport = httpx.MockTransport(lambda request: next(responses))
    api._http = httpx.AsyncClient(transport=transport)
    return api


async def test_a_request_is_repeated_while_the_server_is_busy(delays: list[float]) -> None:
    busy = httpx.Response(429), httpx.Response(503)
    api = api_with(iter((*busy, httpx.Response(200, json={"name": "Ada"}))))
    assert await api.ask("GET", "/api/me") == {"name": "Ada"}
    assert delays == [1, 2]


async def test_the_last_refusal_of_a_busy_server_is_raised(delays: list[float]) -> None:
    refusal = {"code": "rate_limited", "words": "Too many requests."}
    api = api_with(httpx.Response(429, json=refusal) for _ in range(MAX_ATTEMPTS))
    with pytest.raises(RequestRefused, match="Too many requests") as error:
        await api.ask("GET", "/api/me")
    assert error.value.code == "rate_limited"
    assert len(delays) == MAX_ATTEMPTS - 1


async def test_a_response_that_is_not_json_is_refused_with_its_status() -> None:
    api = api_with(iter([httpx.Response(502, text="<html>")]))
    with pytest.raises(RequestRefused, match="The server answered 502") as error:
        await api.ask("GET", "/api/me")
    assert error.value.code == "status_502"


async def test_an_empty_response_is_none() -> None:
    assert await api_with(iter([httpx.Response(204)])).ask("DELETE", "/api/me/link") is None


async def test_the_cookie_or_the_token_identifies_a_connection() -> None:
    signed_in = httpx.Response(201, json={}, headers={"Set-Cookie": "sommet=ada.x; HttpOnly"})
    api = api_with(iter([signed_in]))
    assert api.headers == {}
    await api.ask("POST", "/api/me", {"name": "Ada"})
    assert api.headers == {"Cookie": "sommet=ada.x"}
    api.token = "secret"
    assert api.headers == {"Authorization": "Bearer secret"}


async def test_an_address_that_cannot_be_parsed_is_unreachable() -> None:
    with pytest.raises(Unreachable, match="No answer from"):
        await HttpApi("http://[").ask("GET", "/api/me")
