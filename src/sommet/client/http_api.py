"""HTTP requests to a server, and its errors."""

from __future__ import annotations

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from sommet.core.errors import OptionError, SommetError

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
    why = str(getattr(error, "reason", error))
    return Unreachable("unreachable", "No answer from {url}: {why}.", url=url, why=why)


def refusal_from(refusal: Mapping[str, Any]) -> RequestRefused:
    """The exception for a refusal sent by the server."""
    error = RequestRefused("refused", "{why}", why=str(refusal.get("words", "")))
    error.parameters.update(refusal.get("parameters", {}))
    error.code = str(refusal.get("code", "refused"))
    error.clause = str(refusal.get("clause", ""))
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
        self._cookie = ""

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify us."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Cookie": self._cookie} if self._cookie else {}

    @property
    def live(self) -> str:
        """The address of the WebSockets."""
        return f"{self.url.replace('http', 'ws', 1)}/live"

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The response as plain values. Retries while the server is busy; raises `RequestRefused`
        if it refuses."""
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                return await asyncio.to_thread(self._ask, method, path, body)
            except urllib.error.HTTPError as answer:
                text = answer.read()
                if answer.code not in RETRY_STATUSES or attempt == MAX_ATTEMPTS:
                    raise _refusal_from_response(answer.code, text) from None
            await asyncio.sleep(attempt)
        raise AssertionError("the last attempt returns or raises")

    def _ask(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=RESPONSE_TIMEOUT_S) as answer:
                cookies = answer.headers.get_all("Set-Cookie") or ()
                for cookie in cookies:
                    self._cookie = cookie.partition(";")[0]
                text = answer.read()
        except urllib.error.HTTPError:
            raise
        except (OSError, http.client.HTTPException) as error:
            raise unreachable(self.url, error) from None
        return json.loads(text) if text else None


def _refusal_from_response(status: int, text: bytes) -> RequestRefused:
    try:
        refusal = json.loads(text)
    except ValueError:
        refusal = None
    if isinstance(refusal, dict):
        return refusal_from(refusal)
    return refusal_from({"code": f"status_{status}", "words": f"The server answered {status}."})
