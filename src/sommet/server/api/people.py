"""Who you are: a name and a cookie, a link to another device, tokens for programs."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sommet.server.api.decorators import delete, get, post
from sommet.server.api.schemas import (
    DeviceLink,
    DeviceLinkCode,
    NameRequest,
    NameResponse,
    Token,
    TokenLabel,
)
from sommet.server.auth.device_links import carried, carry
from sommet.server.auth.display_names import name_of
from sommet.server.auth.qr_code import qr_code
from sommet.server.auth.sessions import OptionalPerson, Sessions, Visit, known
from sommet.server.auth.signing import Signer
from sommet.server.auth.tokens import new_token
from sommet.server.live.erasure import erase
from sommet.server.live.rooms import Rooms
from sommet.server.refusals import no_such_token
from sommet.server.runtime.system import System
from sommet.server.store import Log
from sommet.server.store.people import People, TokenInfo

__all__ = ["router"]


@get("/me")
async def get_name(person: OptionalPerson) -> NameResponse:
    """Your name."""
    return NameResponse(known(person).name)


@post("/me", status_code=200)
async def set_name(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: Visit,
    data: JSONBody[NameRequest],
) -> Response[NameResponse]:
    """Come in with a name, or change it. The answer sets a cookie."""
    name = name_of(data.name)
    if person:
        await people.rename(person.id, name, system.now())
        return Response(NameResponse(name))
    guest = await sessions.welcome(request, name)
    return sessions.with_cookie(guest, NameResponse(name))


@delete("/me")
async def delete_me(
    rooms: NamedDependency[Rooms],
    log: NamedDependency[Log],
    people: NamedDependency[People],
    person: OptionalPerson,
) -> None:
    """Delete your name, your tokens and your words. Your games stay, without your name."""
    await erase(rooms, log, people, known(person).id)


@post("/me/link", status_code=200)
async def create_link(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    signer: NamedDependency[Signer],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: Visit,
) -> DeviceLink:
    """A private link that makes another device you, once, within ten minutes; older ones go."""
    code = await carry(people, signer, system, known(person))
    address = f"{sessions.address(request)}/carry/{code}"
    return DeviceLink(code, address, qr_code(address))


@delete("/me/link")
async def cancel_link(people: NamedDependency[People], person: OptionalPerson) -> None:
    """Make your private link worthless."""
    await people.take_links(known(person).id)


@post("/me/link/use", status_code=200)
async def use_link(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    signer: NamedDependency[Signer],
    system: NamedDependency[System],
    data: JSONBody[DeviceLinkCode],
) -> Response[NameResponse]:
    """Be on this device who you are on another."""
    person = await carried(people, signer, system, data.link)
    return sessions.with_cookie(person, NameResponse(person.name))


@post("/tokens", status_code=201)
async def create_token(
    people: NamedDependency[People],
    system: NamedDependency[System],
    person: OptionalPerson,
    data: JSONBody[TokenLabel],
) -> Token:
    """A token with which a program is you."""
    return Token(await new_token(people, system, known(person), data.label))


@get("/tokens")
async def list_tokens(
    people: NamedDependency[People], person: OptionalPerson
) -> tuple[TokenInfo, ...]:
    """Your tokens, the newest first, by what they are called; nobody is shown them again."""
    return await people.tokens_of(known(person).id)


@delete("/tokens/{id:str}")
async def revoke_token(
    people: NamedDependency[People],
    rooms: NamedDependency[Rooms],
    person: OptionalPerson,
    id: Annotated[str, PathParameter(max_length=64)],
) -> None:
    """Make one of your tokens worthless; connections that came by it end."""
    if not await people.revoke_token(known(person).id, id):
        raise no_such_token()
    await rooms.end_revoked()


@delete("/tokens")
async def revoke_tokens(
    people: NamedDependency[People], rooms: NamedDependency[Rooms], person: OptionalPerson
) -> None:
    """Make all your tokens worthless; connections that came by them end."""
    await people.revoke_tokens(known(person).id)
    await rooms.end_revoked()


router = Router(
    "/",
    route_handlers=[
        get_name,
        set_name,
        delete_me,
        create_link,
        cancel_link,
        use_link,
        create_token,
        list_tokens,
        revoke_token,
        revoke_tokens,
    ],
    tags=["people"],
)
