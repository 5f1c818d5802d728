"""Notices on your devices when it's your turn, for the settings of the page."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from binascii import Error
from typing import Annotated

from litestar import Router
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sommet.server.api.decorators import delete, get, put
from sommet.server.auth.language import language_of
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, require_person
from sommet.server.push.endpoints import Endpoints
from sommet.server.push.turn_notices import TurnNotices
from sommet.server.runtime.system import System
from sommet.server.store.push_subscriptions import PushSubscriptions, Subscription
from sommet.tables.refusals import Refusal, unknown_person
from sommet.wire.http_api import PushDevice, PushState

__all__ = ["router"]

KEY_BYTES, AUTH_BYTES = 65, 16
UNCOMPRESSED = 4
"""The first byte of a public key."""


@get("/me/push")
async def get_push(
    turn_notices: NamedDependency[TurnNotices],
    subscriptions: NamedDependency[PushSubscriptions],
    person: OptionalPerson,
) -> PushState:
    """Whether this server sends notices, and your devices that get them."""
    devices = await subscriptions.of(person.id) if person else ()
    client = turn_notices.client
    return PushState(
        client.public_key if client else "",
        turn_notices.unavailable,
        tuple(device.id for device in devices),
    )


@put("/me/push", status_code=204)
async def add_device(
    turn_notices: NamedDependency[TurnNotices],
    subscriptions: NamedDependency[PushSubscriptions],
    push_endpoints: NamedDependency[Endpoints],
    rate_limiter: NamedDependency[RateLimiter],
    system: NamedDependency[System],
    person: OptionalPerson,
    request: AnyRequest,
    data: JSONBody[PushDevice],
) -> None:
    """Get notices on a device, as its browser's push service describes it."""
    who = require_person(person)
    rate_limiter.check("command", who.id)
    if turn_notices.unavailable:
        raise Refusal("no_push", "This server doesn't send notices.", status=409)
    push_endpoints.origin(data.endpoint)
    key, auth = _decode(data.key), _decode(data.auth)
    if len(key) != KEY_BYTES or key[0] != UNCOMPRESSED or len(auth) != AUTH_BYTES:
        raise Refusal("bad_push_keys", "These are not the keys of a push service.", status=400)
    device = Subscription(who.id, data.endpoint, data.key, data.auth, language_of(request))
    if not await subscriptions.add(who, device, system.now()):
        raise unknown_person()


@delete("/me/push/{id:str}")
async def remove_device(
    subscriptions: NamedDependency[PushSubscriptions],
    person: OptionalPerson,
    id: Annotated[str, PathParameter(max_length=64)],
) -> None:
    """Get no more notices on a device. Its id is the SHA-256 of its endpoint."""
    if not await subscriptions.remove(require_person(person).id, id):
        raise Refusal("no_such_device", "This device gets no notices.", status=404)


def _decode(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (Error, ValueError):
        return b""


router = Router("/", route_handlers=[get_push, add_device, remove_device], tags=["people"])
