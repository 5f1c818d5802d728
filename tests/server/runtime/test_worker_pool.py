from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator

import pytest

from sommet.core.errors import TextError
from sommet.server.refusals import Refusal
from sommet.server.runtime import worker_pool
from sommet.server.runtime.worker_pool import WorkerPool

pytestmark = pytest.mark.anyio


def own_process() -> int:
    return os.getpid()


def spin() -> None:
    while True:
        pass


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def fill(size: int) -> int:
    return len(bytearray(size))


def crash() -> None:
    os._exit(1)


def refuse() -> None:
    raise TextError("no_steps", "No turn starts with {steps!r}.", steps="so")


@pytest.fixture
async def hired() -> AsyncIterator[WorkerPool]:
    opened = WorkerPool(seconds=1, memory=512)
    yield opened
    opened.close()


async def test_a_chore_is_done_in_another_process_which_stays(hired: WorkerPool) -> None:
    found = {await hired.run("ada", own_process) for _ in range(3)}
    assert len(found) == 1
    assert os.getpid() not in found


async def test_an_error_of_the_work_comes_back_as_it_is(hired: WorkerPool) -> None:
    with pytest.raises(TextError, match="No turn starts with 'so'"):
        await hired.run("ada", refuse)


@pytest.mark.parametrize(
    ("work", "argument"),
    [(spin, ()), (fill, (1 << 30,)), (crash, ())],
    ids=["time", "memory", "crash"],
)
async def test_work_beyond_the_budget_is_refused_and_the_next_is_done(
    hired: WorkerPool, work: object, argument: tuple[object, ...]
) -> None:
    assert callable(work)
    with pytest.raises(Refusal, match="too long to compute"):
        await hired.run("ada", work, *argument)
    assert await hired.run("ada", fill, 5) == 5


async def test_clients_take_turns(hired: WorkerPool) -> None:
    done: list[str] = []

    async def ask(client: str) -> None:
        await hired.run(client, sleep, 0.01)
        done.append(client)

    first = asyncio.create_task(ask("first"))
    await asyncio.sleep(0)
    many = [asyncio.create_task(ask("eve")) for _ in range(4)]
    await asyncio.sleep(0)
    one = asyncio.create_task(ask("ada"))
    await asyncio.gather(first, *many, one)
    assert done == ["first", "eve", "ada", "eve", "eve", "eve"]


async def test_nobody_has_too_much_waiting(
    hired: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAITING", 6)
    going = [
        asyncio.create_task(hired.run("eve", sleep, 0.01))
        for _ in range(worker_pool.MAX_WAITING_PER_CLIENT + 1)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="Too many requests"):
        await hired.run("eve", own_process)
    going += [asyncio.create_task(hired.run(f"{n}", sleep, 0.01)) for n in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="The server is busy"):
        await hired.run("ada", own_process)
    assert await asyncio.gather(*going) == [0.01] * len(going)
    assert await hired.run("ada", fill, 1) == 1


async def test_what_nobody_waits_for_any_more_is_not_done(hired: WorkerPool) -> None:
    going = asyncio.create_task(hired.run("ada", sleep, 0.05))
    await asyncio.sleep(0)
    left = asyncio.create_task(hired.run("eve", sleep, 60.0))
    await asyncio.sleep(0)
    left.cancel()
    assert await going == 0.05
    assert await hired.run("eve", fill, 2) == 2
    assert hired.killed_processes == 0


async def test_a_stop_ends_what_is_under_way_and_what_waits(hired: WorkerPool) -> None:
    await hired.run("ada", own_process)
    going = [asyncio.create_task(hired.run("ada", sleep, 60.0)) for _ in range(3)]
    await asyncio.sleep(0.1)
    hired.close()
    found = await asyncio.gather(*going, return_exceptions=True)
    assert [type(each) for each in found] == [
        Refusal,
        asyncio.CancelledError,
        asyncio.CancelledError,
    ]
