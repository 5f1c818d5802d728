"""For programs: what they can do here, and the tokens that let them in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, URLEncodedBody

import sommet
from sommet.server.auth.sessions import Entrance, Visit, Whoever, known
from sommet.server.auth.tokens import LABEL, new_token
from sommet.server.live.rooms import Rooms
from sommet.server.pages.page_response import away, page
from sommet.server.refusals import no_such_token
from sommet.server.runtime.system import Fate
from sommet.server.store.people import People, Person

__all__ = ["handlers"]


async def _page(
    request: Visit,
    entrance: Entrance,
    people: People,
    person: Person | None,
    token: str = "",
) -> Response[bytes]:
    """The page, with a token that was made just now."""
    cards = await people.tokens_of(person.id) if person else ()
    tokens = [
        (card.id, card.label, datetime.fromtimestamp(card.created, UTC).date().isoformat())
        for card in cards
    ]
    return page(
        request,
        "programs.html",
        person,
        tokens=tokens,
        token=token,
        longest=LABEL,
        address=entrance.address(request),
        example=sommet.names()[0],
    )


@get("/programs")
async def programs(
    entrance: NamedDependency[Entrance],
    people: NamedDependency[People],
    person: Whoever,
    request: Visit,
) -> Response[bytes]:
    """What a program can do here, and one's tokens."""
    return await _page(request, entrance, people, person)


@post("/programs/tokens", status_code=200)
async def give_token(
    entrance: NamedDependency[Entrance],
    people: NamedDependency[People],
    fate: NamedDependency[Fate],
    person: Whoever,
    request: Visit,
    data: URLEncodedBody[dict[str, Any]],
) -> Response[bytes]:
    """Make a token; this page is the only one that shows it."""
    who = person or await entrance.welcome(request)
    token = await new_token(people, fate, who, str(data.get("label", "")))
    answer = await _page(request, entrance, people, who, token)
    if person is None:
        answer.cookies.extend(entrance.with_cookie(who, None).cookies)
    return answer


@post("/programs/tokens/{id:str}", status_code=303)
async def take_token(
    entrance: NamedDependency[Entrance],
    people: NamedDependency[People],
    rooms: NamedDependency[Rooms],
    person: Whoever,
    id: Annotated[str, PathParameter(max_length=64)],
) -> Response[Any]:
    """Make a token worthless; connections that came by it end."""
    if not await people.take_token(known(person).id, id):
        raise no_such_token()
    await rooms.end_revoked()
    return away(entrance, "/programs")


handlers = (programs, give_token, take_token)
