"""HTTP requests to a server, and its errors."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec

from sommet.core.errors import OptionError, SommetError
from sommet.wire.refusals import Refused

__all__ = ["HttpApi", "RequestRefused", "Unreachable", "refusal_from", "unreachable"]

RESPONSE_TIMEOUT_S = 60.0
"""How long to wait for a response."""
MAX_ATTEMPTS = 5
"""How often to send a request while the server is busy."""
RETRY_STATUSES = (429, 503)
"""Status codes of a busy server."""


class RequestRefused(SommetError):
    """The server refused a request: its code and sentence, and the clause if a rule is broken."""

    clause: str = ""


class Unreachable(SommetError):
    """No server responds at the address."""


def unreachable(url: str, error: Exception) -> Unreachable:
    """The error for an address where no server responds."""
    why = str(error) or type(error).__name__
    return Unreachable("unreachable", "No answer from {url}: {why}.", url=url, why=why)


def refusal_from(refusal: Refused) -> RequestRefused:
    """The exception for a refusal sent by the server."""
    error = RequestRefused("refused", "{why}", why=refusal.words)
    error.parameters.update(refusal.parameters)
    error.code, error.clause = refusal.code, refusal.clause
    return error


class HttpApi:
    """A server's address, and the token or cookie for its requests."""

    def __init__(self, url: str, token: str = "") -> None:
        if not url.startswith(("http://", "https://")):
            raise OptionError(
                "bad_address",
                "Invalid address {url!r}: it must start with http:// or https://.",
                url=url,
            )
        self.url = url.rstrip("/")
        self.token = token
        self._http = httpx.AsyncClient(
            headers={"Accept": "application/json"},
            timeout=RESPONSE_TIMEOUT_S,
            follow_redirects=True,
            limits=httpx.Limits(max_keepalive_connections=0),  # so there is nothing to close
        )

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify us."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return {"Cookie": cookies} if cookies else {}

    @property
    def live(self) -> str:
        """The address of the WebSockets."""
        return f"{self.url.replace('http', 'ws', 1)}/live"

    async def ask(
        self, method: str, path: str, body: object = None, *, prefer_cookie: bool = False
    ) -> Any:
        """The response as plain values. Retries while the server is busy; raises `RequestRefused`
        if it refuses. With `prefer_cookie` the token is sent only if there is no cookie."""
        headers = {} if prefer_cookie and self._http.cookies else self.headers
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                response = await self._http.request(
                    method, f"{self.url}{path}", json=body, headers=headers
                )
            except (httpx.RequestError, httpx.InvalidURL) as error:
                raise unreachable(self.url, error) from None
            if response.is_success:
                return response.json() if response.content else None
            if response.status_code not in RETRY_STATUSES or attempt == MAX_ATTEMPTS:
                raise _refusal_from_response(response)
            await asyncio.sleep(attempt)
        raise AssertionError("the last attempt returns or raises")


def _refusal_from_response(response: httpx.Response) -> RequestRefused:
    try:
        return refusal_from(msgspec.json.decode(response.content, type=Refused))
    except msgspec.DecodeError:  # from something in between, such as a proxy
        status = response.status_code
        return refusal_from(Refused(f"status_{status}", f"The server answered {status}."))
