"""The order in which a fair queue grants turns, and that no resource is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from sommet.server.runtime.fair_queue import FairQueue, Turn

pytestmark = pytest.mark.anyio

HIGH, MIDDLE, LOW = range(3)


class Waiters:
    """Names that wait in a queue for its only resource, in the order in which they get it."""

    def __init__(self) -> None:
        self.queue = FairQueue(["engine"])
        self.served: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def join(self, names: Iterable[str], owner: str, priority: int = HIGH) -> None:
        for name in names:
            self.tasks[name] = asyncio.create_task(self._wait(name, owner, priority))
            await asyncio.sleep(0)

    async def _wait(self, name: str, owner: str, priority: int) -> None:
        turn = await self.queue.acquire(owner, priority, 1.0)
        self.served.append(name)
        self.queue.release(turn)

    async def serve_after(self, turn: Turn[str]) -> str:
        """Release a turn; the names in the order in which they are served after it."""
        self.queue.release(turn)
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return "".join(self.served)


@pytest.fixture
def waiters() -> Waiters:
    return Waiters()


async def test_lower_numbers_come_first(waiters: Waiters) -> None:
    turn = await waiters.queue.acquire("z")
    await waiters.join("h", "a", LOW)
    await waiters.join("u", "b", MIDDLE)
    await waiters.join("x", "c", HIGH)
    await waiters.join("y", "d", HIGH)
    await waiters.join("v", "e", MIDDLE)
    assert await waiters.serve_after(turn) == "xyuvh"


async def test_owners_take_turns(waiters: Waiters) -> None:
    turn = await waiters.queue.acquire("z")
    await waiters.join("12345678", "greedy")
    await waiters.join("a", "Ada")
    await waiters.join("b", "Bob")
    assert await waiters.serve_after(turn) == "1ab2345678"


async def test_a_returning_owner_waits_for_at_most_one_turn_of_another() -> None:
    queue = FairQueue(["engine"])
    turn = await queue.acquire("greedy")
    greedy = [asyncio.create_task(queue.acquire("greedy")) for _ in range(6)]
    for served in range(1, 4):
        ada = asyncio.create_task(queue.acquire("Ada"))
        await asyncio.sleep(0)
        queue.release(turn)
        turn = await greedy[served - 1]
        queue.release(turn)
        turn = await ada
        assert sum(each.done() for each in greedy) == served
    queue.close()


async def test_two_returning_owners_do_not_starve_a_third() -> None:
    queue = FairQueue(["engine"])
    turn = await queue.acquire("Ada")
    greedy = [asyncio.create_task(queue.acquire("greedy")) for _ in range(4)]
    tasks = {"Bob": asyncio.create_task(queue.acquire("Bob"))}
    await asyncio.sleep(0)
    for _ in range(12):
        tasks[turn.owner] = asyncio.create_task(queue.acquire(turn.owner))
        await asyncio.sleep(0)
        queue.release(turn)
        (turn,) = queue.held
        await asyncio.sleep(0)
    assert all(each.done() for each in greedy)
    queue.close()


async def test_an_endless_stream_of_newcomers_does_not_starve_anyone() -> None:
    queue = FairQueue(["engine"])
    turn = await queue.acquire("Ada")
    ada = [asyncio.create_task(queue.acquire("Ada")) for _ in range(4)]
    guests = []
    for number in range(12):
        guests.append(asyncio.create_task(queue.acquire(f"guest {number}")))
        await asyncio.sleep(0)
        queue.release(turn)
        (turn,) = queue.held
    await asyncio.sleep(0)
    assert sum(each.done() for each in guests) == 8
    queue.close()
    await asyncio.sleep(0)
    assert all(each.done() and not each.cancelled() for each in ada)


async def test_cancelled_turns_are_skipped(waiters: Waiters) -> None:
    turn = await waiters.queue.acquire("z")
    await waiters.join("12", "Ada")
    await waiters.join("3", "Bob")
    waiters.tasks["1"].cancel()
    await asyncio.sleep(0)
    assert len(waiters.queue) == 2
    assert await waiters.serve_after(turn) == "32"
    assert waiters.queue.free == 1


async def test_a_turn_cancelled_just_when_it_is_granted_passes_the_resource_on(
    waiters: Waiters,
) -> None:
    turn = await waiters.queue.acquire("z")
    await waiters.join("1", "Ada")
    await waiters.join("2", "Bob")
    waiters.queue.release(turn)
    waiters.tasks["1"].cancel()
    await waiters.tasks["2"]
    assert waiters.served == ["2"]
    assert waiters.queue.free == 1


async def test_a_turn_is_released_only_once() -> None:
    queue = FairQueue(range(2))
    first, second = await queue.acquire("a"), await queue.acquire("b")
    assert {first.resource, second.resource} == {0, 1}
    queue.release(first)
    queue.release(first)
    assert queue.free == 1
    assert queue.held == (second,)


async def test_the_preferred_of_the_free_resources_is_granted_or_else_the_one_used_last() -> None:
    queue = FairQueue(["one", "two", "three"])
    preferred = await queue.acquire("a", prefer=lambda name: name != "one")
    assert preferred.resource == "one"
    queue.release(preferred)
    assert (await queue.acquire("a")).resource == "one"


async def test_the_queue_estimates_the_time_until_a_turn(waiters: Waiters) -> None:
    queue = waiters.queue
    assert queue.estimate_seconds("greedy") == 0.0
    turn = await queue.acquire("z", LOW, 100.0)
    await waiters.join("12345", "greedy")
    await waiters.join("6", "Bob", LOW)
    assert queue.estimate_seconds("greedy", HIGH) == 5.0
    assert queue.estimate_seconds("Ada", HIGH) == 1.0
    before = turn.until - asyncio.get_running_loop().time()
    estimate = queue.estimate_seconds("Ada", LOW)
    after = turn.until - asyncio.get_running_loop().time()
    assert after + 6.0 <= estimate <= before + 6.0
    await waiters.serve_after(turn)


async def test_closing_cancels_the_turns_that_wait(waiters: Waiters) -> None:
    await waiters.queue.acquire("z")
    await waiters.join("12", "Ada")
    waiters.queue.close()
    await asyncio.wait(waiters.tasks.values())
    assert all(task.cancelled() for task in waiters.tasks.values())
    assert len(waiters.queue) == 0


async def test_the_queue_forgets_its_owners_once_they_are_served() -> None:
    queue = FairQueue(["engine"])
    turn = await queue.acquire("first")
    waiting = [asyncio.create_task(queue.acquire(f"guest {number}")) for number in range(100)]
    await asyncio.sleep(0)
    for task in waiting:
        queue.release(turn)
        turn = await task
    assert not queue._waiting
