"""One-time links that sign a person in on another device, with all their games."""

from __future__ import annotations

import secrets

from sommet.server.auth.signing import Signer
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person
from sommet.tables.refusals import Refusal, unknown_person

__all__ = ["LINK_LIFETIME_S", "create_device_link", "redeem_device_link"]

LINK_LIFETIME_S = 600.0
"""How long a link is valid."""


async def create_device_link(people: People, signer: Signer, system: System, person: Person) -> str:
    """The code of a new link that signs this person in on another device, once. Older links of
    theirs become invalid."""
    code = secrets.token_urlsafe(16)
    if not await people.create_link(person, signer.digest("carry", code), system.now()):
        raise unknown_person()
    return code


async def redeem_device_link(people: People, signer: Signer, system: System, code: str) -> Person:
    """The person that a link signs in; the link is used up. Refuses invalid and expired links."""
    found = await people.use_link(signer.digest("carry", code))
    if found is None:
        raise Refusal("bad_link", "This link is not valid or has already been used.", status=403)
    person, created = found
    if system.now() > created + LINK_LIFETIME_S:
        raise Refusal("old_link", "This link has expired. Create a new one.", status=403)
    return person
