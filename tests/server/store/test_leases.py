from __future__ import annotations

import pytest
from sqlalchemy import select

from sommet.server.store import Log, LogEntry, Store
from sommet.server.store.leases import LEASE_DURATION_S, AdoptedGame, Leases
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.server.store.schema import processes

pytestmark = pytest.mark.anyio


async def open_game(store: Store, driver: str, due: float | None = None) -> None:
    opening = NewGame("s", "pylos", True, driver)
    await Log(store).append(
        LogEntry("a", 1, 0.0, b"{}", GameIndexFields("running", due), opening=opening)
    )


async def test_the_games_of_a_live_process_are_left_alone(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await one.heartbeat(100.0)
    await open_game(store, "one")
    assert await two.adopt(100.0 + LEASE_DURATION_S - 0.1) == []


async def test_the_games_of_a_silent_process_are_adopted_once(store: Store) -> None:
    one, two, three = (Leases(store, name) for name in ("one", "two", "three"))
    await one.heartbeat(100.0)
    await two.heartbeat(104.0)
    await open_game(store, "one")
    assert await two.adopt(104.0) == [AdoptedGame("a", 100.0)]
    assert await three.adopt(104.0) == []


async def test_a_process_that_leaves_hands_over_its_games_at_once(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await one.heartbeat(100.0)
    await open_game(store, "one")
    await one.leave(100.2)
    assert [adopted.game for adopted in await two.adopt(100.5)] == ["a"]


async def test_only_the_driver_of_a_game_finds_it_due(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await open_game(store, "one", due=50.0)
    assert await one.due(49.0) == []
    assert await one.due(50.0) == ["a"]
    assert await two.due(50.0) == []


async def test_a_heartbeat_from_the_future_does_not_hold_games_for_long(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await one.heartbeat(9_000.0)
    await open_game(store, "one")
    assert await two.adopt(100.0) == [], "it may be alive on a machine with a wrong clock"
    assert await two.adopt(100.0 + LEASE_DURATION_S - 0.1) == []
    assert await two.adopt(100.0 + LEASE_DURATION_S) == [AdoptedGame("a", 100.0)]
    beats = await store.fetch(select(processes.c.beat).where(processes.c.id == "one"))
    assert beats == [(100.0,)], "nor does it keep anyone present at a table"


async def test_a_process_with_a_wrong_clock_stays_alive_while_its_heartbeat_continues(
    store: Store,
) -> None:
    ahead, behind, two = (Leases(store, name) for name in ("ahead", "behind", "two"))
    await open_game(store, "ahead")
    for second in range(10):
        await ahead.heartbeat(9_000.0 + second)
        await behind.heartbeat(5.0 + second)
        assert await two.adopt(100.0 + second) == []
        assert second == 0 or await ahead.adopt(9_000.0 + second) == []


async def test_a_clock_that_is_set_back_does_not_hold_games_for_long(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    await one.heartbeat(100.0)
    await open_game(store, "one")
    assert await two.adopt(100.5) == []
    assert await two.adopt(40.0) == []
    assert await two.adopt(40.0 + LEASE_DURATION_S) == [AdoptedGame("a", 40.0)]
