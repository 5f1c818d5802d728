"""What is asked of a server over HTTP, and how it says no."""

from __future__ import annotations

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from sommet.core.errors import OptionError, SommetError

__all__ = ["Asking", "Refusal", "Unreachable", "nobody", "refusal_of"]

PATIENCE = 60.0
"""Seconds for an answer."""
TRIES = 5
"""How often something is asked that the server has no time for now."""
PASSING = (429, 503)
"""What a server says when it has no time now."""


class Refusal(SommetError):
    """What the server refused: its code, its sentence, and the clause where a rule is broken."""

    clause: str = ""


class Unreachable(SommetError):
    """There is no server at the address, or none that answers."""


def nobody(url: str, error: Exception) -> Unreachable:
    """Nobody is at an address."""
    why = str(getattr(error, "reason", error))
    return Unreachable("unreachable", "No answer from {url}: {why}.", url=url, why=why)


def refusal_of(told: Mapping[str, Any]) -> Refusal:
    """The refusal of a message."""
    error = Refusal("refused", "{why}", why=str(told.get("words", "")))
    error.parameters.update(told.get("parameters", {}))
    error.code = str(told.get("code", "refused"))
    error.clause = str(told.get("clause", ""))
    return error


class Asking:
    """The address of a server and the token with which it is asked."""

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
        """Who asks."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Cookie": self._cookie} if self._cookie else {}

    @property
    def live(self) -> str:
        """Where sockets are."""
        return f"{self.url.replace('http', 'ws', 1)}/live"

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer as plain values; `Refusal` when the server says no, once it has time."""
        for attempt in range(1, TRIES + 1):
            try:
                return await asyncio.to_thread(self._ask, method, path, body)
            except urllib.error.HTTPError as answer:
                text = answer.read()
                if answer.code not in PASSING or attempt == TRIES:
                    raise _refused(answer.code, text) from None
            await asyncio.sleep(attempt)
        raise AssertionError("it was tried")

    def _ask(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                cookies = answer.headers.get_all("Set-Cookie") or ()
                for cookie in cookies:
                    self._cookie = cookie.partition(";")[0]
                text = answer.read()
        except urllib.error.HTTPError:
            raise
        except (OSError, http.client.HTTPException) as error:
            raise nobody(self.url, error) from None
        return json.loads(text) if text else None


def _refused(status: int, text: bytes) -> Refusal:
    try:
        told = json.loads(text)
    except ValueError:
        told = None
    if isinstance(told, dict):
        return refusal_of(told)
    return refusal_of({"code": f"status_{status}", "words": f"The server answered {status}."})
