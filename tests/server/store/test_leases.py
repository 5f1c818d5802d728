from __future__ import annotations

import pytest

from sommet.server.store import Entry, Log, Store
from sommet.server.store.leases import LEASE, Adopted, Leases
from sommet.server.store.log import Heading, Opening

pytestmark = pytest.mark.anyio


async def opened(store: Store, driver: str, due: float | None = None) -> None:
    opening = Opening("s", "pylos", True, driver)
    await Log(store).append(Entry("a", 1, 0.0, b"{}", Heading("running", due), opening=opening))


async def test_the_games_of_a_living_process_are_left_alone(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await one.beat(100.0)
    await opened(store, "one")
    assert await two.adopt(100.0 + LEASE - 0.1) == []


async def test_the_games_of_a_silent_process_are_adopted_once(store: Store) -> None:
    one, two, three = (Leases(store, name) for name in ("one", "two", "three"))
    await one.beat(100.0)
    await two.beat(104.0)
    await opened(store, "one")
    assert await two.adopt(104.0) == [Adopted("a", 100.0)]
    assert await three.adopt(104.0) == []


async def test_a_process_that_leaves_hands_over_at_once(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await one.beat(100.0)
    await opened(store, "one")
    await one.leave(100.2)
    assert [adopted.game for adopted in await two.adopt(100.5)] == ["a"]


async def test_only_the_driver_finds_its_games_due(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await opened(store, "one", due=50.0)
    assert await one.due(49.0) == []
    assert await one.due(50.0) == ["a"]
    assert await two.due(50.0) == []
