"""People: names, tokens, device links, mutes, reports and bans."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, func, select, update

from sommet.server.store.database import Store
from sommet.server.store.schema import bans, links, mutes, people, reports, seated, tokens

__all__ = ["People", "Person", "PlayerReport", "TokenInfo"]


MAX_TOKENS = 20
"""Maximum number of tokens per person."""
TOKEN_ID_LENGTH = 16
"""Digits of a token's hash that serve as its id."""


@dataclass(frozen=True)
class Person:
    """A person. The id is private. `token` is the hash of the token they authenticated with."""

    id: str
    name: str
    token: str = field(default="", compare=False)

    @property
    def program(self) -> bool:
        """Whether a program acts for them."""
        return bool(self.token)


@dataclass(frozen=True)
class TokenInfo:
    """A token as its owner sees it; `id` does not reveal it."""

    id: str
    label: str
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


_BY_ID = select(people.c.id, people.c.name).where(people.c.id == bindparam("id"))
_BY_TOKEN = (
    select(people.c.id, people.c.name)
    .join(tokens, tokens.c.person == people.c.id)
    .where(tokens.c.hash == bindparam("hash"))
)
_MUTED = select(mutes.c.muted).where(mutes.c.person == bindparam("person"))
_BANNED = select(bans.c.at).where(bans.c.person == bindparam("person"))


class People:
    """Everyone the server knows."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, person: Person, now: float) -> None:
        """Store a new person."""
        row = {"id": person.id, "name": person.name, "created": now, "seen": now}
        await self.store.write((people.insert(), row))

    async def find(self, id: str) -> Person | None:
        rows = await self.store.fetch(_BY_ID, id=id)
        return Person(*rows[0]) if rows else None

    async def rename(self, id: str, name: str, now: float) -> None:
        named = update(people).where(people.c.id == id).values(name=name, seen=now)
        await self.store.write(named)

    # --- tokens for programs -----------------------------------------------------------------

    async def create_token(self, person: str, hash: str, label: str, now: float) -> None:
        """Store a token. Only the newest `MAX_TOKENS` are kept."""
        newest = (
            select(tokens.c.hash)
            .where(tokens.c.person == person)
            .order_by(tokens.c.created.desc())
            .limit(MAX_TOKENS - 1)
        )
        row = {"hash": hash, "person": person, "label": label, "created": now}
        await self.store.write(
            delete(tokens).where(tokens.c.person == person, tokens.c.hash.not_in(newest)),
            (tokens.insert(), row),
        )

    async def by_token(self, hash: str) -> Person | None:
        rows = await self.store.fetch(_BY_TOKEN, hash=hash)
        return Person(rows[0][0], rows[0][1], hash) if rows else None

    async def valid_tokens(self, hashes: Collection[str]) -> frozenset[str]:
        """The tokens among `hashes` that are still valid."""
        wanted = select(tokens.c.hash).where(tokens.c.hash.in_(hashes))
        return frozenset(hash for (hash,) in await self.store.fetch(wanted))

    async def tokens_of(self, person: str) -> tuple[TokenInfo, ...]:
        """The tokens of a person, newest first."""
        rows = await self.store.fetch(
            select(tokens.c.hash, tokens.c.label, tokens.c.created)
            .where(tokens.c.person == person)
            .order_by(tokens.c.created.desc(), tokens.c.hash)
        )
        return tuple(
            TokenInfo(hash[:TOKEN_ID_LENGTH], label, created) for hash, label, created in rows
        )

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

    async def create_link(self, person: str, hash: str, now: float) -> None:
        """Store a device link; older links of the person become invalid."""
        row = {"hash": hash, "person": person, "created": now}
        await self.store.write(delete(links).where(links.c.person == person), (links.insert(), row))

    async def use_link(self, hash: str) -> tuple[Person, float] | None:
        """Use up a device link: its person, and when it was created. Of two concurrent uses, one
        gets None."""
        used = delete(links).where(links.c.hash == hash)
        [link] = await self.store.write(used.returning(links.c.person, links.c.created))
        if not link.rows:
            return None
        [(id, created)] = link.rows
        person = await self.find(id)
        return (person, float(created)) if person else None

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
        await self.store.write((self.store.insert(bans).on_conflict_do_nothing(), row))

    async def unban(self, person: str) -> None:
        await self.store.write(delete(bans).where(bans.c.person == person))

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
        """Delete a person's name, tokens, mutes and reports. Games stay, without the name: see
        `sommet.server.live.erasure`."""
        *_, gone = await self.store.write(
            delete(mutes).where((mutes.c.person == person) | (mutes.c.muted == person)),
            delete(reports).where((reports.c.person == person) | (reports.c.about == person)),
            delete(people).where(people.c.id == person),
        )
        return gone.count > 0
