"""The limit: a few at a time, every address in turn, and nobody's place is lost."""

from __future__ import annotations

import asyncio

from sommet.server.app.middleware import ConcurrencyLimit


async def visit(limit: ConcurrencyLimit, client: str, seen: list[str], goes: asyncio.Event) -> None:
    async with limit.slot(client):
        seen.append(client)
        await goes.wait()


async def settle() -> None:
    """Let everybody do what can be done without waiting."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_only_so_many_are_inside_and_the_others_follow_address_by_address() -> None:
    async def scene() -> list[str]:
        limit, seen = ConcurrencyLimit(2, slot_timeout_s=60), list[str]()
        goes = [asyncio.Event() for _ in range(6)]
        visits = [
            asyncio.create_task(visit(limit, client, seen, go))
            for client, go in zip(("ada", "mob", "mob", "mob", "bob", "eve"), goes, strict=True)
        ]
        await settle()
        assert seen == ["ada", "mob"]
        for go in goes:
            go.set()
        await asyncio.gather(*visits)
        return seen

    assert asyncio.run(scene()) == ["ada", "mob", "mob", "bob", "eve", "mob"]


def test_who_waits_for_something_else_lets_the_next_one_in() -> None:
    async def scene() -> list[str]:
        limit, seen, never, now = (
            ConcurrencyLimit(1, slot_timeout_s=0),
            list[str](),
            asyncio.Event(),
            asyncio.Event(),
        )
        now.set()
        stays = asyncio.create_task(visit(limit, "stream", seen, never))
        await asyncio.sleep(0)
        await visit(limit, "ada", seen, now)
        never.set()
        await stays
        assert limit._free == 1, "whoever let the next one in must not leave twice"
        return seen

    assert asyncio.run(scene()) == ["stream", "ada"]


def test_who_gives_up_waiting_takes_no_place_along() -> None:
    async def scene() -> int:
        limit, seen, goes = ConcurrencyLimit(1, slot_timeout_s=60), list[str](), asyncio.Event()
        first = asyncio.create_task(visit(limit, "ada", seen, goes))
        await settle()
        waits = [asyncio.create_task(visit(limit, "bob", seen, goes)) for _ in range(2)]
        await settle()
        waits[0].cancel()
        goes.set()
        await asyncio.gather(first, *waits, return_exceptions=True)
        assert seen == ["ada", "bob"]
        gone = asyncio.create_task(visit(limit, "eve", seen, asyncio.Event()))
        await settle()
        late = asyncio.create_task(visit(limit, "eve", seen, goes))
        await settle()
        gone.cancel()  # from inside: its place is free at once
        await late
        return limit._free

    assert asyncio.run(scene()) == 1
