"""The devices that people want notices on, and the notices that they have not looked at."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import bindparam, delete, select

from sommet.server.store.database import Store
from sommet.server.store.people import Person, insert_if_current
from sommet.server.store.schema import notices, subscriptions

__all__ = ["MAX_DEVICES", "PushSubscriptions", "Subscription"]

MAX_DEVICES = 10
"""Maximum number of devices per person; the newest are kept."""


@dataclass(frozen=True)
class Subscription:
    """A device of a person: the address at its push service, the two keys with which its messages
    are encrypted, in base64url, and the language of its page."""

    person: str
    endpoint: str
    key: str
    auth: str
    language: str

    @property
    def id(self) -> str:
        return sha256(self.endpoint.encode()).hexdigest()


_OF = select(
    subscriptions.c.person,
    subscriptions.c.endpoint,
    subscriptions.c.key,
    subscriptions.c.auth,
    subscriptions.c.language,
).where(subscriptions.c.person == bindparam("person"))


class PushSubscriptions:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, person: Person, device: Subscription, now: float) -> bool:
        """Store a device, which may have been another person's; False if the person has signed out
        everywhere meanwhile."""
        newest = (
            select(subscriptions.c.id)
            .where(subscriptions.c.person == person.id)
            .order_by(subscriptions.c.created.desc())
            .limit(MAX_DEVICES - 1)
        )
        row = {
            "id": device.id,
            "person": person.id,
            "endpoint": device.endpoint,
            "key": device.key,
            "auth": device.auth,
            "language": device.language,
            "created": now,
        }
        *_, made = await self.store.write(
            delete(subscriptions).where(subscriptions.c.id == device.id),
            delete(subscriptions).where(
                subscriptions.c.person == person.id, subscriptions.c.id.not_in(newest)
            ),
            insert_if_current(subscriptions, row, person),
        )
        return made.count > 0

    async def of(self, person: str) -> tuple[Subscription, ...]:
        rows = await self.store.fetch(_OF, person=person)
        return tuple(Subscription(*row) for row in rows)

    async def remove(self, person: str, id: str) -> bool:
        """Forget a device of a person; False if they have none of that id."""
        own = subscriptions.c.person == person, subscriptions.c.id == id
        [gone] = await self.store.write(delete(subscriptions).where(*own))
        return gone.count > 0

    async def begin_notice(self, person: str, table: str) -> bool:
        """Record a notice about a table; False if there was one that the person has not looked at.
        `Presence` deletes it when they come to the table."""
        row = {"person": person, "game": table}
        [made] = await self.store.write((self.store.insert(notices).on_conflict_do_nothing(), row))
        return made.count > 0
