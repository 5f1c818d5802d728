"""API tokens: with one, a program acts as a person within a scope, until they revoke it.

A token never signs anyone in: it gets no cookie, no device link and no other token. Routes that
accept tokens say so with `opt=READ` or `opt=PLAY`; all others refuse them.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from sommet.server.refusals import read_only_token, token_not_allowed
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person
from sommet.tables.display_names import clean
from sommet.tables.refusals import unknown_person
from sommet.wire.http_api import Scope

__all__ = [
    "MAX_LABEL_LENGTH",
    "PLAY",
    "READ",
    "bearer_token",
    "check_scope",
    "new_token",
    "refuse_tokens",
]

MAX_LABEL_LENGTH = 64
"""In characters."""

TOKEN_SCOPE = "token_scope"
"""The key in a route's options for the scope that a token needs there."""
READ: dict[str, Any] = {TOKEN_SCOPE: "read"}
"""The options of a route that accepts any token."""
PLAY: dict[str, Any] = {TOKEN_SCOPE: "play"}
"""The options of a route that accepts tokens with which a program may play."""


async def new_token(
    people: People, system: System, person: Person, label: str, scope: Scope
) -> str:
    """A new token with which a program acts as this person. It can't be shown again: only its hash
    is stored."""
    token = secrets.token_urlsafe(32)
    hash = sha256(token.encode()).hexdigest()
    label = clean(label, MAX_LABEL_LENGTH) or "bot"
    if not await people.create_token(person, hash, label, scope, system.now()):
        raise unknown_person()
    return token


def bearer_token(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The token of a request; None without one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else None


def refuse_tokens(connection: ASGIConnection[Any, Any, Any, Any], route: BaseRouteHandler) -> None:
    """A guard for every route: refuse tokens unless the route accepts them."""
    if TOKEN_SCOPE not in route.opt and bearer_token(connection) is not None:
        raise token_not_allowed()


def check_scope(person: Person, route: BaseRouteHandler) -> None:
    """Refuse a token that may not do what the route does."""
    if route.opt.get(TOKEN_SCOPE) == "play" and not person.may_play:
        raise read_only_token()
