"""The page for programmers: what programs can do here, and the tokens they need."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, URLEncodedBody

import sommet
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions, require_person
from sommet.server.auth.tokens import MAX_LABEL_LENGTH, new_token
from sommet.server.live.rooms import Rooms
from sommet.server.pages.page_response import page, redirect
from sommet.server.refusals import no_such_token
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person
from sommet.wire.http_api import Scope

__all__ = ["handlers"]


async def _page(
    request: AnyRequest,
    sessions: Sessions,
    people: People,
    person: Person | None,
    token: str = "",
) -> Response[bytes]:
    """The page, with `token` if it was created just now."""
    cards = await people.tokens_of(person.id) if person else ()
    tokens = [
        (
            card.id,
            card.label,
            card.scope,
            datetime.fromtimestamp(card.created, UTC).date().isoformat(),
        )
        for card in cards
    ]
    return page(
        request,
        "programs.html",
        person,
        tokens=tokens,
        token=token,
        longest=MAX_LABEL_LENGTH,
        address=sessions.address(request),
        example=sommet.names()[0],
    )


@get("/programs")
async def programs(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    person: OptionalPerson,
    request: AnyRequest,
) -> Response[bytes]:
    """What a program can do here, and the visitor's tokens."""
    return await _page(request, sessions, people, person)


@post("/programs/tokens", status_code=200)
async def create_token(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: AnyRequest,
    data: URLEncodedBody[dict[str, Any]],
) -> Response[bytes]:
    """Create a token. Only this response shows it."""
    who = person or await sessions.create_guest(request)
    scope: Scope = "read" if data.get("scope") == "read" else "play"
    token = await new_token(people, system, who, str(data.get("label", "")), scope)
    answer = await _page(request, sessions, people, who, token)
    if person is None:
        answer.cookies.extend(sessions.with_cookie(who, None).cookies)
    return answer


@post("/programs/tokens/{id:str}", status_code=303)
async def revoke_token(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    rooms: NamedDependency[Rooms],
    person: OptionalPerson,
    id: Annotated[str, PathParameter(max_length=64)],
) -> Response[Any]:
    """Revoke a token; its connections end."""
    owner = require_person(person)
    if not await people.revoke_token(owner.id, id):
        raise no_such_token()
    await rooms.close_revoked(owner.id)
    return redirect(sessions, "/programs")


handlers = (programs, create_token, revoke_token)
