"""Sessions: who a request comes from, by a cookie (browsers) or a token (programs).

A cookie names a person and their generation. Signing out everywhere raises the generation, so older
cookies are worthless.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from hashlib import sha256
from ipaddress import ip_address
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import PathParameter

from sommet.server.auth.language import language_of
from sommet.server.auth.rate_limit import RateLimiter, rate_limit_key
from sommet.server.auth.signing import Signer
from sommet.server.auth.tokens import bearer_token, check_scope
from sommet.server.refusals import cross_origin
from sommet.server.runtime.public_url import PublicUrl
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person
from sommet.tables.refusals import Refusal, unknown_person
from sommet.web.strings import GROUPS
from sommet.web.translations import page_text

__all__ = [
    "AnyRequest",
    "Connection",
    "OptionalPerson",
    "Sessions",
    "TableId",
    "client_of",
    "require_person",
]

SESSION_COOKIE = "sommet"
HOST_PREFIX = "__Host-"
"""With this prefix browsers accept a cookie over TLS only, from no other host of the domain, and
for all paths."""
SECURE_PREFIX = "__Secure-"
"""With this prefix browsers accept a cookie over TLS only."""
COOKIE_MAX_AGE_S = 365 * 86400
HOST_HEADER = re.compile(r"(?=.{1,260}\Z)([\w.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?", re.ASCII)
LOCAL_DOMAINS = (".localhost", ".local", ".internal", ".home.arpa")
"""Names that no public DNS server resolves."""
NETWORK_LENGTH = 22
"""Characters of the keyed hash of a network."""

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
    """Identifies people by cookie or token. `url` is the public address, which is empty unless the
    server is behind a proxy."""

    def __init__(
        self,
        people: People,
        signer: Signer,
        rate_limiter: RateLimiter,
        system: System,
        url: PublicUrl,
    ) -> None:
        self._people = people
        self._signer = signer
        self._rate_limiter = rate_limiter
        self._system = system
        self.url = url

    def address(self, connection: Connection) -> str:
        """The server's public address, without a trailing slash."""
        return str(self.url) or str(connection.base_url).rstrip("/")

    async def person_of(self, connection: Connection) -> Person | None:
        """The person of a connection, by token or cookie. Refuses invalid tokens and banned
        people."""
        token = bearer_token(connection)
        if token is not None:
            person = await self._people.by_token(sha256(token.encode()).hexdigest())
            if person is None:
                raise Refusal("bad_token", "This token is not valid.", status=401)
            check_scope(person, connection.route_handler)
        else:
            person = await self._by_cookie(connection.cookies.get(self.cookie_name, ""))
        if person is None:
            return None
        if await self._people.is_banned(person.id):
            raise Refusal("banned", "You have been banned from this server.", status=403)
        return replace(person, network=self._network(connection))

    def signed_person(self, connection: Connection) -> str:
        """The id in a connection's cookie if we signed it, otherwise empty. Nothing is looked up:
        the cookie may be out of date."""
        return self._signed(connection.cookies.get(self.cookie_name, ""))[0]

    def _signed(self, cookie: str) -> tuple[str, str]:
        """The id and the generation in a cookie."""
        id, _, generation = (self._signer.read("person", cookie) or "").partition(":")
        return id, generation

    async def _by_cookie(self, cookie: str) -> Person | None:
        id, generation = self._signed(cookie)
        person = await self._people.find(id) if id else None
        return person if person and str(person.generation) == generation else None

    def _network(self, connection: Connection) -> str:
        """A keyed hash of the client's network, which reveals nothing about it."""
        return self._signer.digest("network", client_of(connection))[:NETWORK_LENGTH]

    async def create_guest(self, connection: Connection, name: str = "") -> Person:
        """Create a person with the given name, or a random one."""
        self._rate_limiter.check("guest", client_of(connection))
        person = Person(
            self._system.new_id(),
            name or _guest(language_of(connection)),
            network=self._network(connection),
        )
        await self._people.add(person, self._system.now())
        return person

    async def sign_out_everywhere(self, person: Person) -> Person:
        """Make all cookies, tokens and device links of a person worthless. Returns the person for a
        new cookie."""
        self._rate_limiter.check("guest", person.id)
        generation = await self._people.sign_out(person.id)
        return replace(person, generation=generation)

    def with_cookie(self, person: Person, content: Any, status: int = 200) -> Response[Any]:
        """A response that signs the browser in as this person."""
        value = self._signer.sign("person", f"{person.id}:{person.generation}")
        return Response(
            content, cookies=[self._cookie(value, COOKIE_MAX_AGE_S)], status_code=status
        )

    def delete_cookie(self, response: Response[Any]) -> None:
        """Sign the browser out."""
        response.cookies.append(self._cookie("", 0))

    @property
    def cookie_name(self) -> str:
        if not self.url.secure:
            return SESSION_COOKIE
        return f"{SECURE_PREFIX if self.url.path else HOST_PREFIX}{SESSION_COOKIE}"

    def _cookie(self, value: str, max_age_s: int) -> Cookie:
        return Cookie(
            key=self.cookie_name,
            value=value,
            httponly=True,
            samesite="lax",
            secure=self.url.secure,
            max_age=max_age_s,
            path=self.url.home,
        )

    def check_host(self, connection: Connection) -> None:
        """Refuse a Host header that is not a host name. Without a public address, also refuse names
        that the public DNS resolves: another site could point its name here."""
        host = connection.headers.get("host", "localhost")
        if not HOST_HEADER.fullmatch(host):
            raise Refusal("bad_host", "The Host header is not a host name.", status=400)
        if not self.url.origin and not _is_local(host):
            raise Refusal(
                "unknown_host",
                "This server doesn't know the name {host}. Its operator can add it: sommet serve "
                "--url {url}.",
                status=403,
                host=host,
                url=f"{connection.url.scheme}://{host}",
            )

    def check_origin(self, connection: Connection) -> None:
        """Refuse requests from pages of other sites.

        Browsers send the origin of every request with side effects, and other sites can't forge it.
        Programs send none.
        """
        headers = connection.headers
        origin = headers.get("origin")
        if origin is None:
            own = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        elif self.url.origin:
            own = origin == self.url.origin
        else:
            host = headers.get("host", "")
            own = origin in (f"http://{host}", f"https://{host}")
        if not own:
            raise cross_origin()


def _is_local(host: str) -> bool:
    """Whether a Host header is an address, or a name that only a local network resolves."""
    name = host.rpartition(":")[0] if re.search(r":[0-9]*\Z", host) else host
    if name.startswith("["):
        return True
    name = name.rstrip(".").lower()
    if "." not in name or name.endswith(LOCAL_DOMAINS):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
