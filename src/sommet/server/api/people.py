"""Your identity: name and cookie, links to other devices, tokens for programs."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sommet.server.api.decorators import delete, get, post
from sommet.server.auth.device_links import create_device_link, redeem_device_link
from sommet.server.auth.qr_code import qr_code
from sommet.server.auth.sessions import (
    AnyRequest,
    OptionalPerson,
    Sessions,
    client_of,
    require_person,
)
from sommet.server.auth.signing import Signer
from sommet.server.auth.tokens import READ, new_token
from sommet.server.live.erasure import erase
from sommet.server.live.rooms import Rooms
from sommet.server.refusals import no_such_token
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.store import Log
from sommet.server.store.people import TOKEN_ID_LENGTH, People, TokenInfo
from sommet.tables.display_names import parse_display_name
from sommet.wire.http_api import (
    DeviceLink,
    DeviceLinkCode,
    NameRequest,
    NameResponse,
    Token,
    TokenRequest,
)

__all__ = ["router"]


@get("/me", opt=READ)
async def get_name(person: OptionalPerson) -> NameResponse:
    """Your name."""
    return NameResponse(require_person(person).name)


@post("/me", status_code=200)
async def set_name(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: AnyRequest,
    data: JSONBody[NameRequest],
) -> Response[NameResponse]:
    """Sign in as a guest with a name, or change your name. The response sets a cookie."""
    name = parse_display_name(data.name)
    if person:
        await people.rename(person.id, name, system.now())
        return Response(NameResponse(name))
    guest = await sessions.create_guest(request, name)
    return sessions.with_cookie(guest, NameResponse(name))


@delete("/me")
async def delete_me(
    rooms: NamedDependency[Rooms],
    log: NamedDependency[Log],
    people: NamedDependency[People],
    person: OptionalPerson,
) -> None:
    """Delete your name, tokens and chat. Your games stay, without your name."""
    await erase(rooms, log, people, require_person(person).id)


@delete("/me/sessions", status_code=200)
async def sign_out_everywhere(
    sessions: NamedDependency[Sessions], rooms: NamedDependency[Rooms], person: OptionalPerson
) -> Response[NameResponse]:
    """Sign out everywhere else: your other cookies, your tokens and your private link stop working,
    and their connections end. The response sets a new cookie."""
    who = await sessions.sign_out_everywhere(require_person(person))
    await rooms.close_revoked(who.id)
    return sessions.with_cookie(who, NameResponse(who.name))


@post("/me/link", status_code=200)
async def create_link(
    sessions: NamedDependency[Sessions],
    drawing_pool: NamedDependency[RequestPool],
    people: NamedDependency[People],
    signer: NamedDependency[Signer],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: AnyRequest,
) -> DeviceLink:
    """Create a private link that signs another device in as you, once, within ten minutes. Earlier
    links stop working."""
    code = await create_device_link(people, signer, system, require_person(person))
    address = f"{sessions.address(request)}/carry/{code}"
    picture = await drawing_pool.compute(client_of(request), qr_code, address)
    return DeviceLink(code, address, picture)


@delete("/me/link")
async def cancel_link(people: NamedDependency[People], person: OptionalPerson) -> None:
    """Cancel your private link."""
    await people.delete_links(require_person(person).id)


@post("/me/link/use", status_code=200)
async def use_link(
    sessions: NamedDependency[Sessions],
    people: NamedDependency[People],
    signer: NamedDependency[Signer],
    system: NamedDependency[System],
    data: JSONBody[DeviceLinkCode],
) -> Response[NameResponse]:
    """Sign this device in with a private link from another one."""
    person = await redeem_device_link(people, signer, system, data.link)
    return sessions.with_cookie(person, NameResponse(person.name))


@post("/tokens", status_code=201)
async def create_token(
    people: NamedDependency[People],
    system: NamedDependency[System],
    person: OptionalPerson,
    data: JSONBody[TokenRequest],
) -> Token:
    """Create a token that lets a program act as you within a scope."""
    owner = require_person(person)
    return Token(await new_token(people, system, owner, data.label, data.scope))


@get("/tokens")
async def list_tokens(
    people: NamedDependency[People], person: OptionalPerson
) -> tuple[TokenInfo, ...]:
    """Your tokens, newest first, by label; the tokens themselves are never shown again."""
    return await people.tokens_of(require_person(person).id)


@delete("/tokens/{id:str}")
async def revoke_token(
    people: NamedDependency[People],
    rooms: NamedDependency[Rooms],
    person: OptionalPerson,
    id: Annotated[str, PathParameter(max_length=64)],
) -> None:
    """Revoke one of your tokens; its connections end."""
    owner = require_person(person)
    if not await people.revoke_token(owner.id, id):
        raise no_such_token()
    await rooms.close_revoked(owner.id)


@delete("/tokens")
async def revoke_tokens(
    people: NamedDependency[People], rooms: NamedDependency[Rooms], person: OptionalPerson
) -> None:
    """Revoke all your tokens; their connections end."""
    owner = require_person(person)
    await people.revoke_tokens(owner.id)
    await rooms.close_revoked(owner.id)


@delete("/token", opt=READ)
async def revoke_this_token(
    people: NamedDependency[People], rooms: NamedDependency[Rooms], person: OptionalPerson
) -> None:
    """Revoke the token that this request is made with; its connections end."""
    who = require_person(person)
    if not await people.revoke_token(who.id, who.token[:TOKEN_ID_LENGTH]):
        raise no_such_token()
    await rooms.close_revoked(who.id)


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
        revoke_this_token,
        sign_out_everywhere,
    ],
    tags=["people"],
)
