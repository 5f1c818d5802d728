"""Sessions: who a request comes from, by a cookie (browsers) or a token (programs)."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import PathParameter

from sommet.server.auth.language import language_of
from sommet.server.auth.rate_limit import RateLimiter, rate_limit_key
from sommet.server.auth.signing import Signer
from sommet.server.refusals import Refusal, unknown_person
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person
from sommet.web.strings import GROUPS
from sommet.web.translations import page_text

__all__ = [
    "SESSION_COOKIE",
    "AnyRequest",
    "Connection",
    "OptionalPerson",
    "Sessions",
    "TableId",
    "client_of",
    "require_person",
]

SESSION_COOKIE = "sommet"
COOKIE_MAX_AGE_S = 365 * 86400

Connection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

OptionalPerson: TypeAlias = NamedDependency[Person | None]
"""A handler's dependency: the person who makes the request, if they are known."""

TableId: TypeAlias = Annotated[str, PathParameter(max_length=40)]


def client_of(connection: Connection) -> str:
    """The client of a connection, as rate limits count it: an address or a network."""
    return rate_limit_key(connection.client.host) if connection.client else "here"


def _guest(language: str) -> str:
    """A random name for a guest who has not chosen one."""
    return page_text(language, "guests", secrets.choice(tuple(GROUPS["guests"])))


def require_person(person: Person | None) -> Person:
    """The person; refuses requests without one."""
    if person is None:
        raise unknown_person()
    return person


class Sessions:
    """Identifies people by cookie or token. `url` is the public address when the server is behind a
    proxy."""

    def __init__(
        self,
        people: People,
        signer: Signer,
        rate_limiter: RateLimiter,
        system: System,
        url: str = "",
    ) -> None:
        self._people = people
        self._signer = signer
        self._rate_limiter = rate_limiter
        self._system = system
        self._url = url.rstrip("/")

    @property
    def secure(self) -> bool:
        """Whether the public address uses TLS."""
        return self._url.startswith("https://")

    def address(self, connection: Connection) -> str:
        """The server's public address, without a trailing slash."""
        return self._url or str(connection.base_url).rstrip("/")

    async def person_of(self, connection: Connection) -> Person | None:
        """The person of a connection, by token or cookie. Refuses invalid tokens and banned
        people."""
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            person = await self._people.by_token(sha256(token.encode()).hexdigest())
            if person is None:
                raise Refusal("bad_token", "This token is not valid.", status=401)
        else:
            id = self._signer.read("person", connection.cookies.get(SESSION_COOKIE, ""))
            person = await self._people.find(id) if id else None
        if person and await self._people.is_banned(person.id):
            raise Refusal("banned", "You have been banned from this server.", status=403)
        return person

    async def create_guest(self, connection: Connection, name: str = "") -> Person:
        """Create a person with the given name, or a random one."""
        self._rate_limiter.check("guest", client_of(connection))
        person = Person(self._system.new_id(), name or _guest(language_of(connection)))
        await self._people.add(person, self._system.now())
        return person

    def with_cookie(self, person: Person, content: Any, status: int = 200) -> Response[Any]:
        """A response that signs the browser in as this person."""
        cookie = Cookie(
            key=SESSION_COOKIE,
            value=self._signer.sign("person", person.id),
            httponly=True,
            samesite="lax",
            secure=self.secure,
            max_age=COOKIE_MAX_AGE_S,
            path="/",
        )
        return Response(content, cookies=[cookie], status_code=status)

    def same_origin(self, headers: dict[str, str]) -> bool:
        """Whether a request comes from our own pages, or from a program that is not a browser.

        Browsers send the origin of every request with side effects, and other sites can't forge it.
        """
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if self._url:
            return origin.rstrip("/") == self._url
        try:
            return urlsplit(origin).netloc == headers.get("host", "")
        except ValueError:  # no browser sends such an origin
            return False
