"""Who is thought for next."""

from __future__ import annotations

import asyncio

import pytest

from sommet.server.engines.fair_queue import FairQueue, Priority, Waiter

pytestmark = pytest.mark.anyio

ATTENDED, UNATTENDED, ON_REQUEST = Priority


def stand(queue: FairQueue[str], *who: tuple[str, Priority, str]) -> dict[str, Waiter[str]]:
    """A queue of these: a name for the question, how urgent it is, and whose it is."""
    return {name: queue.join(priority, owner, 1.0) for name, priority, owner in who}


def served(queue: FairQueue[str], snapshot: dict[str, Waiter[str]]) -> str:
    """The names in the order in which they are called."""
    order = []
    while queue.hand_out("engine"):
        (called,) = [name for name, each in snapshot.items() if each.call.done()]
        snapshot.pop(called)
        order.append(called)
    return "".join(order)


async def test_bots_where_somebody_waits_come_first_and_what_was_only_asked_last() -> None:
    queue = FairQueue[str]()
    snapshot = stand(
        queue,
        ("h", ON_REQUEST, "a"),
        ("u", UNATTENDED, "b"),
        ("x", ATTENDED, "c"),
        ("y", ATTENDED, "d"),
        ("v", UNATTENDED, "e"),
    )
    assert served(queue, snapshot) == "xyuvh"


async def test_everybodys_first_question_comes_before_anybodys_second() -> None:
    queue = FairQueue[str]()
    many = [(name, ATTENDED, "greedy") for name in "12345678"]
    snapshot = stand(queue, *many, ("a", ATTENDED, "Ada"), ("b", ATTENDED, "Bob"))
    assert served(queue, snapshot) == "1ab2345678"


async def test_who_comes_again_waits_for_no_more_than_one_question_of_another() -> None:
    queue = FairQueue[str]()
    snapshot = stand(queue, *((name, ATTENDED, "greedy") for name in "123456"))
    for question in "abc":
        snapshot |= stand(queue, (question, ATTENDED, "Ada"))
        came = []
        while question in snapshot:
            assert queue.hand_out("engine")
            (called,) = [name for name, each in snapshot.items() if each.call.done()]
            snapshot.pop(called)
            came.append(called)
        assert len(came) <= 2


async def test_who_has_gone_away_is_passed_over() -> None:
    queue = FairQueue[str]()
    snapshot = stand(queue, ("1", ATTENDED, "a"), ("2", ATTENDED, "b"))
    snapshot["1"].call.cancel()
    assert len(queue) == 1
    assert queue.hand_out("engine")
    assert snapshot["2"].call.result() == "engine"
    assert not queue.hand_out("engine")


async def test_it_says_how_much_thought_comes_before_a_question() -> None:
    queue = FairQueue[str]()
    stand(queue, *(("", ATTENDED, "greedy") for _ in range(5)), ("", ON_REQUEST, "Bob"))
    assert queue.ahead(ATTENDED, "greedy") == 5.0
    assert queue.ahead(ATTENDED, "Ada") == 1.0
    assert queue.ahead(ON_REQUEST, "Ada") == 6.0


async def test_nobody_is_remembered_once_the_queue_is_empty() -> None:
    queue = FairQueue[str]()
    for number in range(1000):
        stand(queue, ("", ATTENDED, f"guest {number}"))
        assert queue.hand_out("engine")
        assert not queue.hand_out("engine")
    assert not queue._last
    await asyncio.sleep(0)
