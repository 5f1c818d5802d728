from __future__ import annotations

import pytest

from sommet.server.store import Log, LogEntry, Store
from sommet.server.store.leases import Leases
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.server.store.people import MAX_TOKENS, People, Person
from sommet.server.store.presence import Presence

pytestmark = pytest.mark.anyio

ADA = Person("p", "Ada")


async def test_a_guest_is_found_by_id_and_by_token(store: Store) -> None:
    people = People(store)
    await people.add(Person("p", "Ada"), 1.0)
    await people.create_token(ADA, "hash", "my bot", "play", 1.0)
    assert await people.find("p") == Person("p", "Ada") == await people.by_token("hash")
    await people.rename("p", "Grace", 2.0)
    assert await people.find("p") == Person("p", "Grace")
    assert await people.revoke_tokens("p") == 1
    assert await people.by_token("hash") is None


async def test_only_the_newest_tokens_are_kept(store: Store) -> None:
    people = People(store)
    for person in ("p", "q"):
        await people.add(Person(person, "Ada"), 1.0)
    await people.create_token(Person("q", "Ada"), "another's", "bot", "play", 0.0)
    for number in range(MAX_TOKENS + 1):
        await people.create_token(ADA, f"hash {number}", "my bot", "play", float(number))
    assert await people.by_token("hash 0") is None
    assert await people.by_token("hash 1") == Person("p", "Ada")
    assert await people.by_token("another's") == Person("q", "Ada")
    assert await people.revoke_tokens("p") == MAX_TOKENS


async def test_a_mute_lasts_until_it_is_lifted(store: Store) -> None:
    people = People(store)
    await people.mute("p", "q")
    await people.mute("p", "q")
    assert await people.muted_by("p") == {"q"}
    assert await people.muted_by("q") == frozenset()
    await people.unmute("p", "q")
    assert await people.muted_by("p") == frozenset()


async def test_a_deleted_person_leaves_only_the_ban_behind(store: Store) -> None:
    people = People(store)
    await people.add(Person("p", "Ada"), 1.0)
    await people.create_token(ADA, "hash", "my bot", "play", 1.0)
    await people.report("g", "p", "q", "rude", 1.0)
    await people.ban("p", 1.0)
    assert await people.forget("p")
    assert await people.find("p") is None
    assert await people.by_token("hash") is None
    assert await people.reports() == []
    assert await people.is_banned("p")
    await people.unban("p")
    assert not await people.is_banned("p")


async def test_presence_is_the_sum_over_live_processes(store: Store) -> None:
    await Log(store).append(
        LogEntry(
            "g", 1, 0.0, b"{}", GameIndexFields("open"), opening=NewGame("s", "pylos", True, "one")
        )
    )
    one, two = Presence(store, "one"), Presence(store, "two")
    await Leases(store, "one").heartbeat(100.0)
    await Leases(store, "two").heartbeat(100.0)
    await one.record("g", "p", True, 100.0)
    await two.record("g", "p", True, 101.0)
    assert await one.at("g", 101.0) == {"p": None}
    await one.record("g", "p", False, 101.5)
    assert await one.at("g", 102.0) == {"p": None}
    assert await one.at("g", 110.0) == {"p": 101.5}, "the other process no longer responds"
