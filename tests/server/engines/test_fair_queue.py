"""The order in which the queue for engines serves its waiters."""

from __future__ import annotations

import asyncio

import pytest

from sommet.server.engines.fair_queue import FairQueue, Priority, Waiter

pytestmark = pytest.mark.anyio

ATTENDED, UNATTENDED, ON_REQUEST = Priority


def join(queue: FairQueue[str], *who: tuple[str, Priority, str]) -> dict[str, Waiter[str]]:
    """Join the queue with these jobs, each a name, a priority and an owner."""
    return {name: queue.join(priority, owner, 1.0) for name, priority, owner in who}


def served(queue: FairQueue[str], waiters: dict[str, Waiter[str]]) -> str:
    """The names in the order in which they are served."""
    order = []
    while queue.hand_out("engine"):
        (called,) = [name for name, each in waiters.items() if each.call.done()]
        waiters.pop(called)
        order.append(called)
    return "".join(order)


async def test_attended_bots_come_first_and_requests_last() -> None:
    queue = FairQueue[str]()
    waiters = join(
        queue,
        ("h", ON_REQUEST, "a"),
        ("u", UNATTENDED, "b"),
        ("x", ATTENDED, "c"),
        ("y", ATTENDED, "d"),
        ("v", UNATTENDED, "e"),
    )
    assert served(queue, waiters) == "xyuvh"


async def test_everybodys_first_job_comes_before_anybodys_second() -> None:
    queue = FairQueue[str]()
    many = [(name, ATTENDED, "greedy") for name in "12345678"]
    waiters = join(queue, *many, ("a", ATTENDED, "Ada"), ("b", ATTENDED, "Bob"))
    assert served(queue, waiters) == "1ab2345678"


async def test_a_returning_owner_waits_for_at_most_one_job_of_another() -> None:
    queue = FairQueue[str]()
    waiters = join(queue, *((name, ATTENDED, "greedy") for name in "123456"))
    for question in "abc":
        waiters |= join(queue, (question, ATTENDED, "Ada"))
        came = []
        while question in waiters:
            assert queue.hand_out("engine")
            (called,) = [name for name, each in waiters.items() if each.call.done()]
            waiters.pop(called)
            came.append(called)
        assert len(came) <= 2


async def test_cancelled_waiters_are_skipped() -> None:
    queue = FairQueue[str]()
    waiters = join(queue, ("1", ATTENDED, "a"), ("2", ATTENDED, "b"))
    waiters["1"].call.cancel()
    assert len(queue) == 1
    assert queue.hand_out("engine")
    assert waiters["2"].call.result() == "engine"
    assert not queue.hand_out("engine")


async def test_the_queue_estimates_the_time_ahead_of_a_job() -> None:
    queue = FairQueue[str]()
    join(queue, *(("", ATTENDED, "greedy") for _ in range(5)), ("", ON_REQUEST, "Bob"))
    assert queue.ahead(ATTENDED, "greedy") == 5.0
    assert queue.ahead(ATTENDED, "Ada") == 1.0
    assert queue.ahead(ON_REQUEST, "Ada") == 6.0


async def test_the_queue_forgets_its_owners_once_it_is_empty() -> None:
    queue = FairQueue[str]()
    for number in range(1000):
        join(queue, ("", ATTENDED, f"guest {number}"))
        assert queue.hand_out("engine")
        assert not queue.hand_out("engine")
    assert not queue._last
    await asyncio.sleep(0)
