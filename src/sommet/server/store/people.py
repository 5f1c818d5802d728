"""People: names, tokens, device links, mutes, reports and bans."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Insert, Table, bindparam, delete, func, literal, select, update

from sommet.server.store.database import Store
from sommet.server.store.schema import (
    bans,
    links,
    mutes,
    notices,
    people,
    reports,
    seated,
    subscriptions,
    tokens,
)
from sommet.wire.http_api import Scope

__all__ = ["TOKEN_ID_LENGTH", "People", "Person", "PlayerReport", "TokenInfo", "insert_if_current"]


MAX_TOKENS = 20
"""Maximum number of tokens per person."""
TOKEN_ID_LENGTH = 16
"""Digits of a token's hash that serve as its id."""


@dataclass(frozen=True)
class Person:
    """A person, and how they signed in. The id is private.

    `token` is the hash of the token they authenticated with, `scope` what it allows. Cookies are
    valid only for the current `generation`. `network` is a keyed hash of their address.
    """

    id: str
    name: str
    generation: int = field(default=0, compare=False)
    token: str = field(default="", compare=False)
    scope: Scope = field(default="play", compare=False)
    network: str | None = field(default=None, compare=False)

    @property
    def program(self) -> bool:
        """Whether a program acts for them."""
        return bool(self.token)

    @property
    def may_play(self) -> bool:
        """Whether they may act at tables, and not just look."""
        return self.scope == "play"


@dataclass(frozen=True)
class TokenInfo:
    """A token as its owner sees it; `id` does not reveal it."""

    id: str
    label: str
    scope: Scope
    created: float


@dataclass(frozen=True)
class PlayerReport:
    """A player's report about another player, for the operator."""

    id: int
    game: str
    person: str
    about: str
    words: str
    at: float


_PERSON = (people.c.id, people.c.name, people.c.generation)
_BY_ID = select(*_PERSON).where(people.c.id == bindparam("id"))
_BY_TOKEN = (
    select(*_PERSON, tokens.c.hash, tokens.c.scope)
    .join(tokens, tokens.c.person == people.c.id)
    .where(tokens.c.hash == bindparam("hash"))
)
_BY_LINK = (
    select(*_PERSON)
    .join(links, links.c.person == people.c.id)
    .where(links.c.hash == bindparam("hash"))
)
_MUTED = select(mutes.c.muted).where(mutes.c.person == bindparam("person"))
_BANNED = select(bans.c.at).where(bans.c.person == bindparam("person"))


def insert_if_current(table: Table, row: dict[str, Any], person: Person) -> Insert:
    """Insert a row of a person who has not signed out everywhere since they were identified."""
    values = (literal(value, table.c[name].type) for name, value in row.items())
    current = people.c.id == person.id, people.c.generation == person.generation
    return table.insert().from_select([*row], select(*values).where(*current))


class People:
    """Everyone the server knows."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, person: Person, now: float) -> None:
        """Store a new person."""
        row = {
            "id": person.id,
            "name": person.name,
            "created": now,
            "seen": now,
            "generation": person.generation,
        }
        await self.store.write((people.insert(), row))

    async def find(self, id: str) -> Person | None:
        rows = await self.store.fetch(_BY_ID, id=id)
        return Person(*rows[0]) if rows else None

    async def rename(self, id: str, name: str, now: float) -> None:
        named = update(people).where(people.c.id == id).values(name=name, seen=now)
        await self.store.write(named)

    async def sign_out(self, person: str) -> int:
        """Sign a person out everywhere: raise their generation, so that their cookies are
        worthless, and delete their tokens, device links and devices for notices. Returns the new
        generation."""
        raised = update(people).where(people.c.id == person)
        raised = raised.values(generation=people.c.generation + 1)
        [found, *_] = await self.store.write(
            raised.returning(people.c.generation),
            delete(tokens).where(tokens.c.person == person),
            delete(links).where(links.c.person == person),
            delete(subscriptions).where(subscriptions.c.person == person),
        )
        return int(found.rows[0][0]) if found.rows else 0

    async def generations(self, ids: Collection[str]) -> dict[str, int]:
        """The current generation of those of these people who still exist."""
        if not ids:
            return {}
        wanted = select(people.c.id, people.c.generation).where(people.c.id.in_(ids))
        return {str(id): int(generation) for id, generation in await self.store.fetch(wanted)}

    # --- tokens for programs -----------------------------------------------------------------

    async def create_token(
        self, person: Person, hash: str, label: str, scope: Scope, now: float
    ) -> bool:
        """Store a token; False if the person has signed out everywhere meanwhile. Only the newest
        `MAX_TOKENS` are kept."""
        newest = (
            select(tokens.c.hash)
            .where(tokens.c.person == person.id)
            .order_by(tokens.c.created.desc())
            .limit(MAX_TOKENS - 1)
        )
        row = {"hash": hash, "person": person.id, "label": label, "scope": scope, "created": now}
        _, made = await self.store.write(
            delete(tokens).where(tokens.c.person == person.id, tokens.c.hash.not_in(newest)),
            insert_if_current(tokens, row, person),
        )
        return made.count > 0

    async def by_token(self, hash: str) -> Person | None:
        rows = await self.store.fetch(_BY_TOKEN, hash=hash)
        return Person(*rows[0]) if rows else None

    async def valid_tokens(self, hashes: Collection[str]) -> frozenset[str]:
        """The tokens among `hashes` that are still valid."""
        if not hashes:
            return frozenset()
        wanted = select(tokens.c.hash).where(tokens.c.hash.in_(hashes))
        return frozenset(hash for (hash,) in await self.store.fetch(wanted))

    async def tokens_of(self, person: str) -> tuple[TokenInfo, ...]:
        """The tokens of a person, newest first."""
        rows = await self.store.fetch(
            select(tokens.c.hash, tokens.c.label, tokens.c.scope, tokens.c.created)
            .where(tokens.c.person == person)
            .order_by(tokens.c.created.desc(), tokens.c.hash)
        )
        return tuple(TokenInfo(hash[:TOKEN_ID_LENGTH], *more) for hash, *more in rows)

    async def revoke_token(self, person: str, id: str) -> bool:
        """Make one token of a person worthless; False if they have none of that id."""
        own = tokens.c.person == person, func.substr(tokens.c.hash, 1, TOKEN_ID_LENGTH) == id
        [gone] = await self.store.write(delete(tokens).where(*own))
        return gone.count > 0

    async def revoke_tokens(self, person: str) -> int:
        """Make every token of a person worthless."""
        [gone] = await self.store.write(delete(tokens).where(tokens.c.person == person))
        return gone.count

    # --- links to another device --------------------------------------------------------------

    async def create_link(self, person: Person, hash: str, now: float) -> bool:
        """Store a device link; False if the person has signed out everywhere meanwhile. Older links
        of theirs become invalid."""
        row = {"hash": hash, "person": person.id, "created": now}
        _, made = await self.store.write(
            delete(links).where(links.c.person == person.id),
            insert_if_current(links, row, person),
        )
        return made.count > 0

    async def use_link(self, hash: str) -> tuple[Person, float] | None:
        """Use up a device link: its person, and when it was created. Of two concurrent uses, one
        gets None."""
        # The person is read first: if they sign out everywhere meanwhile, their generation is old.
        found = await self.store.fetch(_BY_LINK, hash=hash)
        used = delete(links).where(links.c.hash == hash)
        [link] = await self.store.write(used.returning(links.c.created))
        if not found or not link.rows:
            return None
        return Person(*found[0]), float(link.rows[0][0])

    async def delete_links(self, person: str) -> None:
        """Delete the device links of a person."""
        await self.store.write(delete(links).where(links.c.person == person))

    # --- mutes and reports -------------------------------------------------------------------

    async def mute(self, person: str, muted: str) -> None:
        row = {"person": person, "muted": muted}
        await self.store.write((self.store.insert(mutes).on_conflict_do_nothing(), row))

    async def unmute(self, person: str, muted: str) -> None:
        pair = mutes.c.person == person, mutes.c.muted == muted
        await self.store.write(delete(mutes).where(*pair))

    async def muted_by(self, person: str) -> frozenset[str]:
        return frozenset(row[0] for row in await self.store.fetch(_MUTED, person=person))

    async def report(self, game: str, person: str, about: str, words: str, now: float) -> None:
        row = {"game": game, "person": person, "about": about, "words": words, "at": now}
        await self.store.write((reports.insert(), row))

    async def reports(self, limit: int = 100) -> list[PlayerReport]:
        latest = select(reports).order_by(reports.c.id.desc()).limit(limit)
        return [PlayerReport(*row) for row in await self.store.fetch(latest)]

    # --- administration ----------------------------------------------------------------------

    async def ban(self, person: str, now: float) -> None:
        row = {"person": person, "at": now}
        await self.store.write(
            (self.store.insert(bans).on_conflict_do_nothing(), row),
            delete(subscriptions).where(subscriptions.c.person == person),
        )

    async def unban(self, person: str) -> bool:
        """Lift a ban; False if there is none."""
        [lifted] = await self.store.write(delete(bans).where(bans.c.person == person))
        return lifted.count > 0

    async def is_banned(self, person: str) -> bool:
        return bool(await self.store.fetch(_BANNED, person=person))

    async def banned_since(self, moment: float) -> frozenset[str]:
        recent = select(bans.c.person).where(bans.c.at >= moment)
        return frozenset(person for (person,) in await self.store.fetch(recent))

    async def delete_inactive_guests(self, moment: float) -> int:
        """Delete people without a table or a token who were last seen before a point in time."""
        known = select(seated.c.person).union(select(tokens.c.person))
        gone, _ = await self.store.write(
            delete(people).where(people.c.seen < moment, people.c.id.not_in(known)),
            delete(mutes).where(mutes.c.person.not_in(select(people.c.id))),
            timeout_s=None,
        )
        return gone.count

    async def forget(self, person: str) -> bool:
        """Delete a person's name, tokens, devices, mutes and reports. Games stay, without the name:
        see `sommet.server.live.erasure`."""
        *_, gone = await self.store.write(
            delete(mutes).where((mutes.c.person == person) | (mutes.c.muted == person)),
            delete(reports).where((reports.c.person == person) | (reports.c.about == person)),
            delete(notices).where(notices.c.person == person),
            delete(people).where(people.c.id == person),
        )
        return gone.count > 0
