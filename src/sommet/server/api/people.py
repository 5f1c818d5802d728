"""Who you are: a name and a cookie, a link to another device, tokens for programs."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sommet.server.api.decorators import delete, get, post
from sommet.server.api.schemas import Carriage, Link, Name, Named, Token, TokenLabel
from sommet.server.auth.device_links import carried, carry
from sommet.server.auth.display_names import name_of
from sommet.server.auth.qr_code import qr_code
from sommet.server.auth.sessions import Entrance, Visit, Whoever, known
from sommet.server.auth.signing import Keys
from sommet.server.auth.tokens import new_token
from sommet.server.live.erasure import erase
from sommet.server.live.rooms import Rooms
from sommet.server.refusals import no_such_token
from sommet.server.runtime.system import Fate
from sommet.server.store import Log
from sommet.server.store.people import People, TokenCard

__all__ = ["router"]


@get("/me")
async def who_am_i(person: Whoever) -> Named:
    """Your name."""
    return Named(known(person).name)


@post("/me", status_code=200)
async def be_called(
    entrance: NamedDependency[Entrance],
    people: NamedDependency[People],
    fate: NamedDependency[Fate],
    person: Whoever,
    request: Visit,
    data: JSONBody[Name],
) -> Response[Named]:
    """Come in with a name, or change it. The answer sets a cookie."""
    name = name_of(data.name)
    if person:
        await people.rename(person.id, name, fate.now())
        return Response(Named(name))
    guest = await entrance.welcome(request, name)
    return entrance.with_cookie(guest, Named(name))


@delete("/me")
async def forget_me(
    rooms: NamedDependency[Rooms],
    log: NamedDependency[Log],
    people: NamedDependency[People],
    person: Whoever,
) -> None:
    """Delete your name, your tokens and your words. Your games stay, without your name."""
    await erase(rooms, log, people, known(person).id)


@post("/me/link", status_code=200)
async def carry_me(
    entrance: NamedDependency[Entrance],
    people: NamedDependency[People],
    keys: NamedDependency[Keys],
    fate: NamedDependency[Fate],
    person: Whoever,
    request: Visit,
) -> Carriage:
    """A private link that makes another device you, once, within ten minutes; older ones go."""
    code = await carry(people, keys, fate, known(person))
    address = f"{entrance.address(request)}/carry/{code}"
    return Carriage(code, address, qr_code(address))


@delete("/me/link")
async def keep_me_here(people: NamedDependency[People], person: Whoever) -> None:
    """Make your private link worthless."""
    await people.take_links(known(person).id)


@post("/me/link/use", status_code=200)
async def use_link(
    entrance: NamedDependency[Entrance],
    people: NamedDependency[People],
    keys: NamedDependency[Keys],
    fate: NamedDependency[Fate],
    data: JSONBody[Link],
) -> Response[Named]:
    """Be on this device who you are on another."""
    person = await carried(people, keys, fate, data.link)
    return entrance.with_cookie(person, Named(person.name))


@post("/tokens", status_code=201)
async def give_token(
    people: NamedDependency[People],
    fate: NamedDependency[Fate],
    person: Whoever,
    data: JSONBody[TokenLabel],
) -> Token:
    """A token with which a program is you."""
    return Token(await new_token(people, fate, known(person), data.label))


@get("/tokens")
async def list_tokens(people: NamedDependency[People], person: Whoever) -> tuple[TokenCard, ...]:
    """Your tokens, the newest first, by what they are called; nobody is shown them again."""
    return await people.tokens_of(known(person).id)


@delete("/tokens/{id:str}")
async def take_token(
    people: NamedDependency[People],
    rooms: NamedDependency[Rooms],
    person: Whoever,
    id: Annotated[str, PathParameter(max_length=64)],
) -> None:
    """Make one of your tokens worthless; connections that came by it end."""
    if not await people.take_token(known(person).id, id):
        raise no_such_token()
    await rooms.end_revoked()


@delete("/tokens")
async def take_tokens(
    people: NamedDependency[People], rooms: NamedDependency[Rooms], person: Whoever
) -> None:
    """Make all your tokens worthless; connections that came by them end."""
    await people.take_tokens(known(person).id)
    await rooms.end_revoked()


router = Router(
    "/",
    route_handlers=[
        who_am_i,
        be_called,
        forget_me,
        carry_me,
        keep_me_here,
        use_link,
        give_token,
        list_tokens,
        take_token,
        take_tokens,
    ],
    tags=["people"],
)
